// The HTTP side of the server, typed. Addresses are the API's and some are pages too: we ask for JSON by name.
import { signal } from "@preact/signals";
import { cardsOf } from "../session/catalog";
import { token } from "../session/session";
import type { Clock, Face, Outcome, Seat } from "../session/wire";

export interface Game {
  name: string;
  seats: [number, number];
  decks: Record<string, Face[]>;
  formats: Record<string, Format>;
  bots: string[];
  /** Who can deal it; unsaid: the house. */
  dealers?: string[];
}

/** A way to play a game that people choose by its name. */
export interface Format {
  options: Record<string, unknown>;
  /** The ready decks that go with it. */
  decks: string[];
  /** `copies`: of one card, 0 for any number. `leader`: what the first card is, if it stands apart. */
  deck: { fewest: number; most: number; copies: number; leader: string };
}

/** A line of a deck list, from 1, and what is to be said of it. */
export interface Remark {
  line: number;
  why: string;
}

export interface SavedDeck {
  id: string;
  name: string;
  game: string;
  cards: Face[];
  saved: number;
  legal: boolean;
  why: string;
  /** By format, why it may not be played; empty if it may. */
  faults: Record<string, string>;
}

export interface MatchFacts {
  id: string;
  game: string;
  dealer: string;
  rated: boolean;
  seats: { player: string | null; name: string }[];
  created: number;
  finished: number | null;
  outcome: Outcome | null;
  entries: number;
  attended: boolean;
}

export interface PlayedMatch extends MatchFacts {
  seat: Seat;
  result: "won" | "lost" | "drawn" | null;
}

export interface Rated {
  player: string;
  name: string;
  game: string;
  rating: number;
  deviation: number;
  games: number;
}

export interface Rung extends Rated {
  place: number;
}

export interface Profile {
  player: string;
  name: string;
  guest: boolean;
  created: number;
  match: string | null;
}

export interface Session {
  player: string;
  name: string;
  guest: boolean;
  token: string;
}

/** What is going to be played in a lobby. */
export interface LobbyFacts {
  code: string;
  game: string;
  dealer: string;
  options: Record<string, unknown>;
  clock: Clock;
  seats: number;
  players: string[];
}

/** The server said no; `code` is stable, the message is for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

async function ask(method: Method, path: string, body?: object): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  if (token.get()) headers.Authorization = `Bearer ${token.get()}`;
  if (body) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
  } catch {
    throw new Refusal("network", "The server cannot be reached just now.");
  }
  if (response.ok) return response;
  const fault = (await response.json().catch(() => ({}))) as { code?: string; message?: string };
  throw new Refusal(fault.code ?? "unknown", fault.message ?? `The server answered ${response.status}.`);
}

async function get<T>(path: string): Promise<T> {
  return (await (await ask("GET", path)).json()) as T;
}

async function send<T>(method: Method, path: string, body?: object): Promise<T> {
  const response = await ask(method, path, body);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const page = (limit: number, before?: string) => `limit=${limit}${before ? `&before=${before}` : ""}`;

export const api = {
  profile: () => get<Profile>("/me"),
  games: () => get<Game[]>("/games"),
  decks: (game: string) => get<SavedDeck[]>(`/decks?game=${game}`),
  saveDeck: (id: string | null, deck: { name: string; cards: Face[]; game: string }) =>
    send<SavedDeck>(id ? "PUT" : "POST", id ? `/decks/${id}` : "/decks", deck),
  readDeck: (game: string, text: string) => send<{ cards: Face[]; problems: Remark[]; notes: Remark[] }>("POST", "/deck-list", { game, text }),
  checkDeck: (game: string, cards: Face[]) => send<{ faults: Record<string, string> }>("POST", "/deck-check", { game, cards }),
  deleteDeck: (id: string) => send<void>("DELETE", `/decks/${id}`),
  history: (limit: number, before?: string) => get<PlayedMatch[]>(`/history?${page(limit, before)}`),
  running: (limit: number) => get<MatchFacts[]>(`/matches?${page(limit)}`),
  lobby: (code: string) => get<LobbyFacts>(`/lobbies/${encodeURIComponent(code)}`),
  match: (id: string) => get<MatchFacts>(`/matches/${id}`),
  log: async (id: string) => (await ask("GET", logAddress(id))).text(),
  ladder: (game: string, limit: number) => get<Rung[]>(`/ladder?game=${game}&limit=${limit}`),
  rating: (player: string, game: string) => get<Rated>(`/players/${player}/rating?game=${game}`),
  register: (name: string, password: string) => send<Session>("POST", "/register", { name, password }),
  login: (name: string, password: string) => send<Session>("POST", "/login", { name, password }),
  logout: (everywhere: boolean) => send<void>("POST", everywhere ? "/logout-everywhere" : "/logout"),
};

export const logAddress = (id: string) => `/matches/${id}/log`;

/** The cards of the duel, which the lesson and the examples are about. */
export const cards = cardsOf("duel");

/** The games that are played here; fetched once, by whoever needs them first. */
export const games = signal<Game[]>([]);

let asked: Promise<void> | null = null;

/** Bring in the games. */
export function loadGames(): Promise<void> {
  asked ??= api.games().then(
    (found) => void (games.value = found),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}
