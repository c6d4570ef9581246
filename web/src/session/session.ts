// Who we are, what we are waiting for, and the match on the table. Pages and the table read these signals.
import { batch, computed, signal } from "@preact/signals";
import { contributed } from "./claims";
import { lasting } from "./key";
import { Match } from "./match";
import { go, path } from "./router";
import { line, Socket } from "./socket";
import { commitTo, freshNonce } from "./nonce";
import { type Asked, type First, firstOf, otherThan } from "./opening";
import { bind, isSealed } from "./sealed";
import { remember, wished, type Wished } from "./wish";
import type { Fault } from "../mirror/protocol";
import { api, games, loadGames } from "../parts/api";
import type { Bond, Clock, Face, FromClient, FromServer, Snapshot } from "./wire";

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
/** The server's key, as it said in its welcome; empty if it has none. */
export const server = signal("");
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
/** Resolves when the server has said for the first time who we are. */
const welcomed = new Promise<void>((resolve) => me.subscribe((known) => known && resolve()));

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
  /** What was agreed on; nothing: as usual. */
  options: Record<string, unknown>;
}

/** What strangers play with, and against the computer. */
const CLOCK: Clock = { turn: 90_000, reserve: 180_000, lag: 2_000 };
const NO_CLOCK: Clock = { turn: 0, reserve: 0, lag: 0 };

type Wish = "queue" | "lobby" | { bot: string } | { code: string };

/** Ask for a match. Resolves when it was asked, or when the reason why it could not be is in `trouble`. */
export async function play(wish: Wish, terms: Terms): Promise<void> {
  const there = typeof wish === "object" && "code" in wish ? await lobbyTerms(wish.code, terms) : await usually(terms, typeof wish === "object" ? NO_CLOCK : CLOCK);
  const brought = there && (await bring(there));
  if (!brought) return;
  const { game, dealer, seats, options, clock } = there;
  if (wish === "queue") say({ type: "join_queue", game, dealer, options, ...brought });
  else if (wish === "lobby") say({ type: "create_lobby", game, dealer, seats, options, clock, ...brought });
  else if ("bot" in wish) say({ type: "play_bot", game, dealer, options, clock, bot: wish.bot, ...brought });
  else say({ type: "join_lobby", code: wish.code, ...brought });
}

/** Again, `deck` in hand: the server does not know which it was, where the match was sealed. */
export async function rematch(deck: string | Face[]): Promise<void> {
  const now = match.value;
  if (!now) return;
  const brought = await bring({ game: now.game, dealer: now.dealer, deck, seats: 0, options: now.options, clock: now.clock });
  if (!brought) return;
  const { deck: _, ...binding } = brought;
  say({ type: "rematch", ...binding });
}

/** What is wanted, in full: only so can we tell later whether a match is the one that we asked for. */
async function usually(terms: Terms, clock: Clock): Promise<Terms & { clock: Clock }> {
  if (Object.keys(terms.options).length) return { ...terms, clock };
  await loadGames().catch(() => undefined);
  const formats = games.value.find(({ name }) => name === terms.game)?.formats ?? {};
  return { ...terms, clock, options: Object.values(formats)[0]?.options ?? {} };
}

/** What is played in a friend's lobby, whatever we would have chosen; null if there is no such lobby. */
async function lobbyTerms(code: string, terms: Terms): Promise<(Terms & { clock: Clock }) | null> {
  try {
    const { game, dealer, options, clock } = await api.lobby(code);
    return { ...terms, game, dealer, options, clock, deck: game === terms.game ? terms.deck : "" };
  } catch (error) {
    complain("lobby", (error as Error).message);
    return null;
  }
}

/** What goes with a wish: a deck and the hash of our randomness, or, where nobody may know the deck, our keys. */
async function bring({ game, dealer, deck, options, clock }: Terms & { clock: Clock }): Promise<{ deck: string | Face[]; commit: string; key?: string; bond?: Bond } | null> {
  // Before, we do not know our name. And a server that has no key knows nothing of ours.
  await welcomed;
  const signer = server.value ? await lasting : null;
  const asked: Asked = { game, dealer, options, clock, name: me.value?.name ?? "", key: signer?.public ?? "", commit: "", bond: "" };
  if (!isSealed(dealer)) {
    const nonce = freshNonce();
    const commit = commitTo(nonce);
    remember({ asked: { ...asked, commit }, nonce, signed: "" });
    return { deck, commit, ...(signer ? { key: signer.public } : {}) };
  }
  try {
    const { bond, commit } = await bind(game, dealer, deck, options, signer);
    remember({ asked: { ...asked, commit, bond: bond.key }, nonce: "", signed: "" });
    return { deck: "", commit, bond };
  } catch (error) {
    const { code, why, message } = error as Fault & Error;
    complain(code, `A sealed match cannot begin: ${why ?? message}.`);
    return null;
  }
}

const complain = (code: string, message: string): void => void (trouble.value = { code, message, when: Date.now() });

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
        server.value = message.server ?? "";
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

function sitDown(snapshot: Snapshot, text: string): void {
  const owing = snapshot.seat >= 0 && snapshot.awaited.includes(snapshot.seat);
  const first = owing ? firstOf(text) : null;
  const wish = first && wished(first.opening.chairs[snapshot.seat]?.nonce ?? "");
  const why = owing && refusal(snapshot, first, wish);
  if (why) {
    queued.value = lobby.value = waiting.value = null;
    leaveMatch();
    if (onTable()) go("/");
    complain("proof", `The server has opened another match than the one that you asked for: its first entry ${why}. You have left it.`);
    return;
  }
  batch(() => {
    queued.value = null;
    lobby.value = null;
    waiting.value = null;
    trouble.value = null;
    if (match.value?.id === snapshot.match) match.value.catchUp(snapshot, text);
    else {
      match.value?.close();
      match.value = new Match(snapshot, text, say, (word) => socket.pass(word), wish && wanted(wish));
    }
  });
  if (first && wish) void stir(snapshot, first, wish);
  const place = `${snapshot.seat < 0 ? "/watch/" : "/match/"}${snapshot.match}`;
  go(place, onTable());
}

/** Why we add no randomness to this match, and so sign nothing of it; empty if there is no reason. */
function refusal(snapshot: Snapshot, first: First | null, wish: Wished | null): string {
  if (!first) return "cannot be read";
  if (!wish) return ""; // another tab asked for it, and it is that one's to say
  if (wish.signed && wish.signed !== first.hash) return "is not the one that you have signed";
  return otherThan({ ...wish.asked, server: server.value }, first.opening, snapshot);
}

/** What we asked for, for our own Python, which knows what is usual. */
function wanted(wish: Wished): Omit<Asked, "bond"> & { server: string } {
  const { bond: _, ...asked } = wish.asked;
  return { ...asked, server: server.value };
}

/** Adds the randomness that we are bound to, and with it our signature under the opening. */
async function stir({ match: id, seat, dealer }: Snapshot, { opening, hash }: First, wish: Wished): Promise<void> {
  if (!wish.nonce || isSealed(dealer)) return;
  remember({ ...wish, signed: hash });
  const signer = await lasting;
  const sign = signer && opening.chairs[seat]?.key === signer.public ? await signer.sign(contributed(id, hash, seat, wish.nonce)) : "";
  socket.send({ type: "contribute", nonce: wish.nonce, ...(sign ? { sign } : {}) });
}

const onTable = (): boolean => path.value.startsWith("/match/") || path.value.startsWith("/watch/");

function refused(message: Extract<FromServer, { type: "rejected" }>): void {
  if (!me.value && (token.get() || localStorage.getItem(NAME))) {
    // The token is no good any more, or the name is taken: come as somebody new.
    if (!token.get()) complain(message.code, message.message);
    token.clear();
    localStorage.removeItem(NAME);
    hello();
    return;
  }
  match.value?.refused(message);
  // A table tells it in its own way.
  if (!match.value || !onTable()) complain(message.code, message.message);
}
