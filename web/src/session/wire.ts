// The messages of the WebSocket protocol, as docs/protocol.md describes them.

export type Ref = number;
export type Face = string;
export type Seat = number;
export type FacePair = [Ref, Face];

/** What players do and what then happened: every game has its own kinds, all with a `type`. */
export interface Tagged {
  type: string;
  [field: string]: unknown;
}

export interface Outcome {
  winners: Seat[];
  reason: string;
}

export interface TimeLeft {
  turn: number;
  reserve: number;
}

export interface Clock {
  turn: number;
  reserve: number;
  lag: number;
}

export interface Standing {
  at: number;
  head: string;
  active: Seat[];
  left: TimeLeft[];
  legal?: Tagged[];
  undoable: boolean;
  outcome: Outcome | null;
  /** Seats that owe a part of the deal, where players deal to each other. */
  due?: Seat[];
}

export interface Snapshot {
  type: "snapshot";
  match: string;
  game: string;
  dealer: string;
  seat: Seat;
  names: string[];
  options: Record<string, unknown>;
  clock: Clock;
  opening: Entry & { body: Opening };
  state: unknown;
  faces: FacePair[];
  present: boolean[];
  awaited: Seat[];
  offer: [Offering, Seat] | null;
  standing: Standing;
  /** The state as it is to be drawn, where that is something else. */
  picture?: unknown;
}

export interface Entry {
  at: number;
  time: number;
  prev: string;
  body: Tagged;
}

/** Who sits there and what binds them. */
export interface Chair {
  name: string;
  cards: number;
  deck: string;
  nonce: string;
  /** What it signs this match with, if it signs. */
  key?: string;
  box?: string;
  /** Its lasting key, where `key` is for this match alone. */
  id?: string;
  vouch?: string;
}

/** The first entry of a log. */
export interface Opening {
  type: "opened";
  match: string;
  game: string;
  dealer: string;
  options: Record<string, unknown>;
  clock: Clock;
  commitment: string;
  chairs: Chair[];
  started: number;
  /** The server's key. */
  server?: string;
  [field: string]: unknown;
}

export interface Recorded {
  entry: Entry;
  events: Tagged[];
}

export interface Update {
  type: "update";
  match: string;
  steps: Recorded[];
  faces: FacePair[];
  standing: Standing;
  state?: unknown;
}

/** What binds us to a sealed match, instead of a deck: nobody else has to know that. */
export interface Bond {
  deck: string;
  cards: number;
  key: string;
  box: string;
  /** Our lasting key, and its signature under all of the above. */
  id?: string;
  vouch?: string;
}

export type Offering = "draw" | "undo";

export type FromServer =
  | Snapshot
  | Update
  | { type: "welcome"; protocol: number; player: string; name: string; guest: boolean; token: string | null; match: string | null; version: string; server?: string }
  | { type: "queued"; game: string }
  | { type: "lobby_opened"; code: string; players: string[]; seats: number }
  | { type: "left"; what: string }
  | { type: "ping"; id: number }
  | { type: "offered"; what: Offering; seat: Seat | null }
  | { type: "presence"; seat: Seat; present: boolean; claim_in: number | null }
  /** At a sealed table: this seat owes something. If we see it so too, we say so. */
  | { type: "overdue"; seat: Seat; why: string }
  | { type: "chatted"; seat: Seat; text: string }
  | { type: "rejected"; code: string; message: string; at: number | null; refuses: string | null }
  | { type: "rematch_wanted"; seats: Seat[] };

export type FromClient =
  | { type: "hello"; protocol: 1; token?: string; name?: string }
  | { type: "join_queue"; game: string; dealer: string; options: Record<string, unknown>; deck: string | Face[]; commit: string; key?: string; bond?: Bond }
  | { type: "leave_queue" }
  | { type: "create_lobby"; game: string; dealer: string; deck: string | Face[]; commit: string; key?: string; bond?: Bond; seats?: number; options?: object; clock?: Clock }
  | { type: "join_lobby"; code: string; deck: string | Face[]; commit: string; key?: string; bond?: Bond }
  | { type: "leave_lobby" }
  | { type: "play_bot"; game: string; dealer: string; options: Record<string, unknown>; bot: string; deck: string | Face[]; bot_deck?: string; commit: string; key?: string; bond?: Bond; clock?: Clock }
  | { type: "resume"; match?: string }
  | { type: "spectate"; match: string }
  | { type: "leave_match" }
  | { type: "pong"; id: number }
  | { type: "act"; at: number; action: Tagged; wish?: readonly Ref[] }
  | { type: "contribute"; nonce: string; sign?: string }
  | { type: "concede"; sign?: string }
  | { type: "offer"; what: Offering; at?: number; sign?: string }
  | { type: "reply"; what: Offering; accept: boolean; at?: number; sign?: string }
  | { type: "claim" }
  | { type: "chat"; text: string }
  | { type: "mute"; muted: boolean }
  | { type: "rematch"; commit: string; key?: string; bond?: Bond }
  | { type: "sync" };
