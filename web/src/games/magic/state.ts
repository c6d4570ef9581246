// Magic's picture of the table as Python makes it (games/magic/scene.py, question.py).
import { manaValue, schoolOf, type Card } from "../../session/catalog";
import type { Face, Ref, Seat } from "../../session/wire";
import type { Look } from "../types";

/** What stands on an object, in words. */
export interface Looks {
  name: string;
  cost?: string;
  line?: string;
  colors?: string[];
  text?: string;
  power?: string;
  toughness?: string;
  loyalty?: string;
}

export type Place = "battlefield" | "graveyard" | "exile" | "stack" | "command" | "hand" | "library";

export interface Thing {
  id: number;
  zone: Place;
  owner: Seat;
  controller: Seat;
  face?: Face;
  /** Where something else stands on it than what is printed. */
  looks?: Looks;
  types?: string[];
  power?: number;
  toughness?: number;
  words?: string[];
  /** Activated abilities: place, name, whether it only makes mana. */
  does?: [place: number, name: string, mana: boolean][];
  counters?: [kind: string, count: number][];
  on?: number;
  tapped?: boolean;
  sick?: boolean;
  damage?: number;
  note?: string;
  attacks?: number;
  blocks?: number[];
  aims?: number[];
  x?: number;
  says?: string;
  /** It is somebody's commander. */
  leads?: boolean;
}

export interface Side {
  life: number;
  library: number;
  hand: Ref[];
  pool?: string[];
  counters?: [kind: string, count: number][];
  lost?: string;
  until?: string;
  /** Combat damage by commanders. */
  wounds?: [commander: number, damage: number][];
  /** How much more their commander costs. */
  tax?: number;
  /** Where they are asked: `mine upkeep`, `theirs end`, `manual mana`. */
  stops?: string[];
}

export interface Offer {
  /** Objects and players (negative): whom it is about. */
  ids?: number[];
  words?: string;
}

export interface Question {
  seat: Seat;
  kind: string;
  text: string;
  /** What becomes of what is chosen and of the rest. */
  hint?: string;
  options?: Offer[];
  min?: number;
  max?: number;
  picked?: number[];
  source?: number;
  sees?: Ref[];
  /** What may be searched for, if not everything. */
  fits?: Face[];
  /** Hidden cards that are taken unless we say otherwise. */
  usual?: Ref[];
}

export interface Scene {
  turn: number;
  active: Seat;
  step: string;
  dial: string;
  sides: Side[];
  things: Thing[];
  stack: number[];
  question: Question | null;
}

export const PILES = ["graveyard", "exile", "command"] as const;

/** The key of a piece: players are -1, -2 and so on. */
export const keyOf = (id: number): string => (id < 0 ? `hero${-1 - id}` : `c${id}`);

export const thingOf = (scene: Scene, id: number): Thing | undefined => scene.things.find((thing) => thing.id === id);

/** What is printed on a card, from the catalogue. */
export function printed(card: Card | undefined): Looks | undefined {
  if (!card) return undefined;
  const { name, mana, line, colors, text, power, toughness, loyalty } = card;
  return { name, cost: mana ?? "", line: line ?? "", colors: colors ?? [], text, power: power ?? "", toughness: toughness ?? "", loyalty: loyalty ?? "" };
}

/** What stands on an object for whoever looks: also on a face-down one that they know. */
export function looksOf(thing: Thing, look: Look): Looks {
  return thing.looks ?? printed(look.cards.get(thing.face ?? "")) ?? { name: thing.face || "Card" };
}

/** What somebody knows of a hidden card. */
export const heldLooks = (ref: Ref, look: Look): Looks | undefined => {
  const face = look.faces.get(ref);
  return face === undefined ? undefined : (printed(look.cards.get(face)) ?? { name: face });
};

/** What an object or a player is called at this table. */
export function nameOf(scene: Scene, id: number, look: Look): string {
  if (id < 0) return -1 - id === look.seat ? "you" : (look.names[-1 - id] ?? "a player");
  const thing = thingOf(scene, id);
  return thing ? looksOf(thing, look).name : (heldLooks(id, look)?.name ?? "a card");
}

/** The frame that a card has: land frames show what they are for. */
export const schoolIn = ({ colors, line }: Looks): string => (line?.includes("Land") ? landSchool(line) : schoolOf(colors ?? []));

const LANDS: Record<string, string> = { Plains: "hearth", Island: "tide", Swamp: "grave", Mountain: "ember", Forest: "grove" };

function landSchool(line: string): string {
  const kinds = Object.keys(LANDS).filter((kind) => line.includes(kind));
  return kinds.length === 1 ? LANDS[kinds[0]!]! : kinds.length ? "gilt" : "neutral";
}

/** For those who do not see the symbols: `{2}{G}` is `2 green`. */
export function spokenCost(cost: string): string {
  const names: Record<string, string> = { W: "white", U: "blue", B: "black", R: "red", G: "green", C: "colourless", T: "tap", S: "snow" };
  return cost.replace(/\{([^}]*)\}/g, (_, symbol: string) => `${names[symbol] ?? symbol} `).trim();
}

/** Everything printed on it, in a sentence. */
export function spoken({ name, cost, line, text, power, toughness, loyalty }: Looks): string {
  const body = power ? `${power}/${toughness}` : loyalty ? `loyalty ${loyalty}` : "";
  return [name, cost && `${spokenCost(cost)} mana`, line, body, text && spokenCost(text)].filter(Boolean).join(", ").replaceAll("\n", ". ");
}

export { manaValue };
