// What the page and the mirror's worker say to each other. `client.ts` is the page's end, `worker.ts` the other.
//
// A mirror is the very same Python as the server's, in a worker: it repeats every step of a match and believes
// nothing that does not follow. Snapshots, updates and logs go in as the text that came over the wire: the log
// is a chain of hashes over those bytes, and JSON that was parsed and printed again need not be the same bytes.
import type { Asked } from "../session/opening";
import type { Bond, Face, Offering, Outcome, Ref, Seat, Tagged } from "../session/wire";
import type { Where } from "./safe";

/** Why something was refused, and whose fault it is. */
export interface Fault {
  /**
   * `proof`: somebody (`who`) claimed what does not hold: the server, the dealer or a player cheats or is broken.
   * `illegal`, `invalid`: an action of ours that the rules do not allow; nothing has changed.
   * `loading`: the mirror could not be started (no WebAssembly, a file missing, no network).
   * `elsewhere`: another tab of this browser carries the keys of this match now.
   * `unchecked`: a part of the match was never seen here.
   * `broken`: a mistake in our own code.
   */
  code: "proof" | "illegal" | "invalid" | "stale" | "refused" | "loading" | "elsewhere" | "unchecked" | "broken";
  who: string;
  why: string;
  /** The entry of the log, if it is about one. */
  at: number | null;
}

/** An event, its sentence for this seat, and the state after it. */
export interface Frame {
  event: Tagged;
  sentence: string;
  state: unknown;
}

/** An entry of the log, told: what it did and how to say it. */
export interface Told {
  at: number;
  /** Milliseconds since the opening. */
  time: number;
  kind: "opened" | "contributed" | "acted" | "parted" | "dealt" | "undone" | "accused" | "left" | "agreed" | "ended";
  /** Whose entry it is; null for the dealer's and the table's. */
  seat: Seat | null;
  /** The whole step on one line, equal sentences said once; empty for a step that is nothing to a person. */
  sentence: string;
  /** One frame an event; none for steps without events (`left`, `ended`, …) and in a `history`. */
  frames: Frame[];
}

/** How the match stands by our own reckoning. */
export interface Picture {
  /** The place of the next entry. */
  at: number;
  /** Whether every step so far was repeated here by the rules; else states are the server's word. */
  checked: boolean;
  state: unknown;
  /** Everything this seat may do now, each with a short command in words for it at the same place. */
  legal: Tagged[];
  labels: string[];
  /** The hidden cards that this seat knows. */
  faces: [Ref, Face][];
  /** How the deal of a sealed match stands; null where a dealer deals. */
  sealed: Sealed | null;
}

/** A match in which the players deal to each other. */
export interface Sealed {
  /** Whether our keys are here, so that we can play. */
  keys: boolean;
  /** What the players are doing now instead of playing; null: nothing, somebody may act. */
  dealing: Dealing | null;
  /** Messages that have to go to the server now, just as they are. Whatever is signed in them is kept already. */
  say: string[];
}

/** Add randomness, mix a deck, let cards through, throw a die, show one's list, go on without one who left. */
export type Work = "stir" | "mix" | "open" | "throw" | "list" | "mend";

export interface Dealing {
  work: Work;
  /** Who is awaited. */
  seats: Seat[];
  /** Whose deck is mixed. */
  owner: Seat | null;
  /** Parts that were given since somebody last could act, and about how many will be needed. */
  done: number;
  of: number;
}

/** Something that a player did, signed and proved, and that was checked here. */
export interface Proof {
  at: number;
  seat: Seat;
  what: "stirred" | "mixed" | "stripped" | "committed" | "thrown" | "listed" | "turned" | "released" | "shared" | "signed";
  /** How many cards it was about. */
  cards: number;
  /** Bytes of the proof, without the signature. */
  size: number;
}

/** A match as it stands when a mirror is opened: the log so far in sentences, oldest first. */
export interface Opened extends Picture {
  history: Told[];
}

/** What has just happened, or, from `foresee`, what will have happened if the server agrees. */
export interface Happened extends Picture {
  steps: Told[];
}

/** What an audit checked. `head` is the hash of the last entry. */
export interface Report {
  match: string;
  game: string;
  dealer: string;
  players: string[];
  entries: number;
  head: string;
  finished: boolean;
  outcome: Outcome | null;
  /** One sentence a check. */
  checks: string[];
  attestation: Attestation;
}

/** Who answers for a log. */
export interface Attestation {
  /** The server's key, and each player's lasting one; empty where there is none. */
  server: string;
  keys: string[];
  /** Who has signed the whole log; -1 is the server. */
  signed: Seat[];
  /** What nobody answers for, a sentence each. None: the log is attested. */
  doubts: string[];
  /** What is bound, and by whom. */
  words: string[];
}

/**
 * `unattested`: it follows the rules, but nobody answers for some of it. `unproved`: all in order so far, but the match
 * has not ended and the dealer not revealed its secret. `unchecked`: a part of it was never seen here.
 */
export interface Verdict {
  verdict: "fair" | "unattested" | "unproved" | "unfair" | "unchecked";
  report: Report | null;
  fault: Fault | null;
}

/** One step of a replay, as each perspective sees it. */
export interface ReplayStep extends Omit<Told, "sentence" | "frames"> {
  /** How often the move has gone to another player, and one; 0 before anybody could act. */
  turn: number;
  active: Seat[];
  /** By perspective: each seat in order, then last the one who knows everything. */
  sentences: string[];
  frames: { event: Tagged; sentences: string[]; state: unknown }[];
  /** The picture after the step; null here and in `frames`: it is yet to be asked for, with `pictures`. */
  state: unknown;
  /** For each seat, the hidden cards that it was shown in this step; all empty if the match has not ended. */
  faces: [Ref, Face][][];
}

/** A whole recorded match. Opening one that the rules do not allow is a `Fault`. */
export interface Replay {
  match: string;
  game: string;
  dealer: string;
  names: string[];
  /** Wall clock time of the opening, milliseconds since 1970. */
  started: number;
  finished: boolean;
  outcome: Outcome | null;
  /** How it ended in words, by perspective; empty if it has not. */
  results: string[];
  steps: ReplayStep[];
}

/** A shuffle of a finished match, its zone's cards in their new order. */
export interface ShuffleSeen {
  at: number;
  zone: string;
  owner: Seat;
  faces: Face[];
}

/** What can be asked of the worker, and what it answers. */
export interface Asks {
  /** New keys for a sealed match with this deck: cards, or the name of a ready one. They are kept before it answers. */
  bind: { ask: { game: string; dealer: string; deck: string | Face[]; options: Record<string, unknown>; key: string }; answer: { bond: Bond; commit: string } };
  /** `log`: the file from /matches/ID/log; null takes the state as told, unchecked, unless nothing has happened. */
  open: { ask: { snapshot: string; log: string | null; asked: (Omit<Asked, "bond"> & { server: string }) | null }; answer: Opened };
  receive: { ask: { match: string; update: string }; answer: Happened };
  /** Back after a break, or after `sync`: with the log, all that was missed is checked. */
  catch_up: { ask: { match: string; snapshot: string; log: string | null }; answer: Happened };
  /** The log, of which a part was missing: all that was seen here has to be in it. */
  mend: { ask: { match: string; log: string }; answer: Picture };
  /**
   * Changes nothing: if the server refuses, `look` gives the picture to go back to. The sentence of a card that we
   * are yet to draw cannot name it; the one from `receive` does.
   */
  foresee: { ask: { match: string; action: Tagged }; answer: Happened };
  look: { ask: { match: string }; answer: Picture };
  /** Why something on the table is what it is, in lines: by its number in the state. */
  why: { ask: { match: string; key: number }; answer: string[] };
  /** The message that takes an action in a sealed match, or gives it up: signed, proved and kept. */
  act: { ask: { match: string; action: Tagged }; answer: string };
  concede: { ask: { match: string }; answer: string };
  /** The message that offers a draw or asks for an undo in a sealed match; and the one that agrees to it. */
  offer: { ask: { match: string; what: Offering }; answer: string };
  accept: { ask: { match: string; what: Offering }; answer: string };
  /** Our signature under a sealed match that is over, made before its keys were erased. */
  ending: { ask: { match: string }; answer: { seat: Seat; sign: string } | null };
  /** Milliseconds of silence before we say that a player is gone; null: we never do. And the message that says so. */
  patience: { ask: { match: string; seat: Seat; why: string }; answer: number | null };
  accuse: { ask: { match: string; seat: Seat; why: string }; answer: string };
  /** What the players have signed and proved so far. */
  proofs: { ask: { match: string }; answer: Proof[] };
  /** The finished match: beyond `verify`, every face this seat was shown has to be the card's. */
  audit: { ask: { match: string; log: string | null }; answer: Verdict };
  close: { ask: { match: string }; answer: null };
  verify: { ask: { log: string; head: string | null }; answer: Verdict };
  shuffles: { ask: { log: string }; answer: ShuffleSeen[] };
  replay: { ask: { log: string }; answer: Replay };
  /** What steps of the replay that was opened last look like, from `first` to before `last`. */
  pictures: { ask: { match: string; first: number; last: number }; answer: { frames: unknown[]; state: unknown }[] };
}

export type Ask = keyof Asks;

/** From the page to the worker. */
export interface Request<A extends Ask = Ask> {
  id: number;
  ask: A;
  with: Asks[A]["ask"];
}

/** What the Python side answers, as JSON. */
export type Answer<A extends Ask = Ask> = { answer: Asks[A]["answer"] } | { fault: Fault };

/** From the worker to the page. `json` is an `Answer`: it is parsed on the page, the worker only hands it on. */
export type Reply =
  | { type: "ready" }
  | { type: "failed"; why: string }
  | { type: "answer"; id: number; json: string }
  /** Where the keys of sealed matches are kept. */
  | { type: "safe"; where: Where }
  /** For the tab to keep, or to forget (null). It comes before the answer that has something to send. */
  | { type: "tab"; key: string; kept: string | null };
