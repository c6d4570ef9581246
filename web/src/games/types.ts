// What a game tells the table kit. A new game writes a `GameView` and a layout, and no more.
import type { ComponentChildren } from "preact";
import type { Stage } from "../table/stage";
import type { Card, Cards } from "../session/catalog";
import type { Face, Outcome, Ref, Seat, Tagged } from "../session/wire";

/** The name of a piece or of a zone: `c12`, `hero1`, `board0`. */
export type Key = string;

/** Who is looking, and what they know. */
export interface Look {
  /** -1 for a spectator. */
  seat: Seat;
  /** The seat that is shown at the near edge: one's own, or a spectator's choice. */
  near: Seat;
  names: readonly string[];
  faces: ReadonlyMap<Ref, Face>;
  cards: Cards;
}

/** A number on a piece. Its shape says what it is; `tone`: above or below what is printed. */
export interface Badge {
  icon: "cost" | "attack" | "health" | "power" | "armour" | "count";
  value: number;
  tone?: "up" | "down";
}

/** A sign on a piece, told by shape and by word. */
export type Sign = "guard" | "drain" | "swift" | "tired" | "arrival" | "parting" | "shielded" | "marked";

/** One thing on the table. */
export interface Piece {
  key: Key;
  kind: "card" | "unit" | "hero" | "pile" | "token";
  zone: Key;
  owner: Seat;
  /** null: face down. */
  face: Face | null;
  card?: Card | undefined;
  name: string;
  /** Everything about it in words, for those who do not see it. */
  label: string;
  badges?: Badge[];
  signs?: Sign[];
  /** Of a pile. */
  count?: number;
  /** Where it comes from if it was not on the table before. */
  from?: Key;
  /** Shown weaker: it cannot do anything now. */
  faint?: boolean;
  /** What stands above its name, such as a school or a seat. */
  crest?: Seat;
  /** Turned on the table, in degrees. */
  turned?: number;
  /** Stuck to another piece: it peeks out behind it. */
  under?: Key;
  /** Neighbours in a row that have the same are alike, and may cover each other where there is little room. */
  alike?: string;
  /** The game's own drawing of it, `near` in the zoom; it is drawn again when `looks` changes. */
  draw?: (near: boolean) => ComponentChildren;
  looks?: string;
  /** What a click does if nothing else can be done with it, such as to look through a pile. */
  opens?: () => void;
  /** Opens all there is to know about it. */
  details?: () => void;
}

export interface Box {
  /** The centre. */
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A place for pieces. */
export interface Zone {
  key: Key;
  label: string;
  owner: Seat;
  /** `row`: side by side, in lines or overlapping if that makes them larger. `fan`: a hand. `pile`, `spot`: on top of each other; a lane or a board is a `spot` for each cell. */
  shape: "row" | "fan" | "pile" | "spot";
  box: Box;
  /** The largest scale of a piece here; 1 is the size a piece is drawn in. */
  scale: number;
  /** A fan seen from behind, at the far edge. */
  far?: boolean;
  /** Drawn as a field on the table. */
  field?: boolean;
}

export interface Layout {
  /** Pixels to an em on the stage: a card is 10 by 14 em, a unit 8 by 10, a hero 8 by 9. */
  unit: number;
  zones: Zone[];
  /** Where the kit's own things go. */
  end: Box;
  chronicle: Box | null;
  resources: { seat: Seat; box: Box }[];
  /** Narrow: names and texts are left to the zoom. */
  compact: boolean;
  /** Where things of the game's own go. */
  own?: Record<string, Box>;
}

export interface Size {
  w: number;
  h: number;
}

/** Something one can do: pick up `source`, put it on `target`. Without a source it is a button. */
export interface Gesture {
  source: Key | null;
  /** A piece or a zone; null: `source` alone is enough. */
  target: Key | null;
  action: Tagged;
  label: string;
  /** How it is shown while it is held: carried along, or aimed with an arrow. */
  by: "carry" | "aim" | "button";
  /** The button that ends a turn. */
  ends?: boolean;
  /** Possible, but seldom wanted: it does not glow, and is not done by one click. */
  quiet?: boolean;
  /** The key that does it, in small letters. */
  key?: string;
}

/** Something to count, such as mana. */
export interface Resource {
  seat: Seat;
  icon: "mana" | "energy" | "score";
  name: string;
  value: number;
  of: number;
}

export type Tone = "fire" | "ice" | "soul" | "gold" | "blood" | "heal";

/** How an event looks. `commit` is the moment at which the state after the event is shown. */
export type Motion =
  | { do: "commit" }
  | { do: "lunge"; who: Key; at: Key }
  | { do: "damage"; who: Key; amount: number }
  | { do: "heal"; who: Key; amount: number }
  | { do: "die"; who: Key }
  | { do: "show"; who: Key; face: Face; ms?: number }
  | { do: "bolt"; from: Key; to: Key; tone: Tone }
  | { do: "land"; who: Key; heavy: boolean }
  | { do: "burst"; who: Key; tone: Tone }
  | { do: "shake"; who: Key }
  | { do: "banner"; title: string; line?: string; tone: "mine" | "theirs" | "plain" }
  | { do: "sound"; name: string }
  | { do: "wait"; ms: number };

export interface Told {
  /** `**name**` is set in bold. */
  text: string;
  seat: Seat | null;
  /** A new chapter, such as a turn. */
  chapter?: boolean;
  /** Too small to be said aloud. */
  quiet?: boolean;
}

export interface GameView {
  name: string;
  layout(size: Size, look: Look, state: unknown): Layout;
  pieces(state: unknown, look: Look): Piece[];
  resources(state: unknown, look: Look): Resource[];
  gestures(state: unknown, legal: readonly Tagged[], labels: readonly string[], look: Look): Gesture[];
  /** Why nothing can be done with this, or why not to that, in a sentence. */
  explain(state: unknown, look: Look, source: Piece, target: Key | null): string;
  motions(event: Tagged, before: unknown, after: unknown, look: Look): Motion[];
  say(event: Tagged, before: unknown, look: Look, sentence?: string): Told | null;
  result(outcome: Outcome, look: Look): { title: string; line: string };
  /** What the game has around its table besides the kit's things; it then shows the buttons, too. */
  around?: (props: { stage: Stage }) => ComponentChildren;
  /** What the button says while there is nothing to end. */
  waiting?(state: unknown, look: Look): string;
  /** What the help says besides the kit's keys. */
  help?: GameHelp;
}

/** The keys and the signs of a game. */
export interface GameHelp {
  keys: readonly [keys: string[], what: string][];
  signs: readonly [sign: ComponentChildren, what: string][];
}
