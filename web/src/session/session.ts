// Who we are, what we are waiting for, and the match on the table. Pages and the table read these signals.
import { batch, computed, signal } from "@preact/signals";
import { Match } from "./match";
import { go, path } from "./router";
import { line, Socket } from "./socket";
import { commitTo, freshNonce } from "./nonce";
import type { Face, FromClient, FromServer } from "./wire";

export interface Me {
  player: string;
  name: string;
  guest: boolean;
}

export interface Lobby {
  code: string;
  players: string[];
  seats: number;
}

export const me = signal<Me | null>(null);
export const queued = signal<string | null>(null);
export const lobby = signal<Lobby | null>(null);
export const match = signal<Match | null>(null);
/** A running match of ours that waits to be resumed. */
export const waiting = signal<string | null>(null);
/** What the server refused, for a short message; the table shows its own. */
export const trouble = signal<{ code: string; message: string; when: number } | null>(null);
export const playing = computed(() => match.value !== null && match.value.seat.value >= 0 && !match.value.outcome.value);

const TOKEN = "facedown.token";

export const token = {
  get: () => localStorage.getItem(TOKEN) ?? "",
  set: (value: string) => localStorage.setItem(TOKEN, value),
  clear: () => localStorage.removeItem(TOKEN),
};

const socket = new Socket(hello, hear);
let nonce = "";

/** The name that a new guest has asked for; the server has it once it has said welcome. */
const NAME = "facedown.name";

function hello(): void {
  const name = localStorage.getItem(NAME);
  socket.send({ type: "hello", protocol: 1, ...(token.get() ? { token: token.get() } : name ? { name } : {}) });
}

/** Start over as a new guest of this name. */
export function introduce(name: string): void {
  localStorage.setItem(NAME, name);
  token.clear();
  reintroduce();
}

/** Start over as somebody else: after logging in or out. */
export function reintroduce(): void {
  location.assign("/");
}

// --- wishes ---

/** What is played, with which deck, who deals, and how many sit down; 0 seats: as few as the game allows. */
export interface Terms {
  game: string;
  dealer: string;
  deck: string | Face[];
  seats: number;
}

export async function play(wish: "queue" | "lobby" | { bot: string } | { code: string }, { game, dealer, deck, seats }: Terms): Promise<void> {
  nonce = freshNonce();
  const commit = await commitTo(nonce);
  if (wish === "queue") say({ type: "join_queue", game, dealer, deck, commit });
  else if (wish === "lobby") say({ type: "create_lobby", game, dealer, deck, commit, seats });
  else if ("bot" in wish) say({ type: "play_bot", game, dealer, bot: wish.bot, deck, commit });
  else say({ type: "join_lobby", code: wish.code, deck, commit });
}

export async function rematch(): Promise<void> {
  nonce = freshNonce();
  say({ type: "rematch", commit: await commitTo(nonce) });
}

export function leaveQueue(): void {
  say({ type: "leave_queue" });
}

export function leaveLobby(): void {
  say({ type: "leave_lobby" });
}

export function resume(id?: string): void {
  say({ type: "resume", ...(id ? { match: id } : {}) });
}

export function spectate(id: string): void {
  say({ type: "spectate", match: id });
}

export function leaveMatch(): void {
  say({ type: "leave_match" });
  match.value?.close();
  match.value = null;
}

/** Say something to the server; kept until the line is open. */
export function say(message: FromClient): void {
  socket.send(message, true);
}

// --- what the server says ---

function hear(message: FromServer, text: string): void {
  switch (message.type) {
    case "welcome":
      batch(() => {
        line.value = "open";
        me.value = { player: message.player, name: message.name, guest: message.guest };
        waiting.value = message.match;
      });
      if (message.token) token.set(message.token);
      localStorage.removeItem(NAME);
      comeBack(message.match);
      socket.release();
      return;
    case "queued":
      queued.value = message.game;
      return;
    case "lobby_opened":
      lobby.value = { code: message.code, players: message.players, seats: message.seats };
      return;
    case "left":
      if (message.what === "queue") queued.value = null;
      if (message.what === "lobby") lobby.value = null;
      return;
    case "ping":
      socket.send({ type: "pong", id: message.id });
      return;
    case "snapshot":
      sitDown(message, text);
      return;
    case "rejected":
      refused(message);
      return;
    default:
      match.value?.hear(message, text);
  }
}

/** After hello: back to the seat or the bench we had, whether the page or only the line was gone. */
function comeBack(running: string | null): void {
  const current = match.value;
  if (current && current.seat.value < 0) spectate(current.id);
  else if (current && running === current.id) resume(current.id);
  else if (path.value.startsWith("/match/") && running === path.value.split("/")[2]) resume(running);
}

function sitDown(snapshot: Extract<FromServer, { type: "snapshot" }>, text: string): void {
  batch(() => {
    queued.value = null;
    lobby.value = null;
    waiting.value = null;
    trouble.value = null;
    if (match.value?.id === snapshot.match) match.value.catchUp(snapshot, text);
    else {
      match.value?.close();
      match.value = new Match(snapshot, text, say);
    }
  });
  if (nonce && snapshot.awaited.includes(snapshot.seat)) socket.send({ type: "contribute", nonce });
  const place = `${snapshot.seat < 0 ? "/watch/" : "/match/"}${snapshot.match}`;
  go(place, onTable());
}

const onTable = (): boolean => path.value.startsWith("/match/") || path.value.startsWith("/watch/");

function refused(message: Extract<FromServer, { type: "rejected" }>): void {
  if (!me.value && (token.get() || localStorage.getItem(NAME))) {
    // The token is no good any more, or the name is taken: come as somebody new.
    if (!token.get()) trouble.value = { code: message.code, message: message.message, when: Date.now() };
    token.clear();
    localStorage.removeItem(NAME);
    hello();
    return;
  }
  match.value?.refused(message);
  // A table tells it in its own way.
  if (!match.value || !onTable()) trouble.value = { code: message.code, message: message.message, when: Date.now() };
}
