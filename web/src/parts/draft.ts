// A deck that is being built: what is in it, what it lacks, and its list as text. Each game has its own on the desk.
import { computed, effect, signal } from "@preact/signals";
import { buildingOf } from "../games/building";
import type { Card, Cards } from "../session/catalog";
import { me } from "../session/session";
import type { Face } from "../session/wire";
import { api } from "./api";
import { cards, format, game, rules } from "./chosen";
import { sentence } from "./toast";

const words = {
  missing: (count: number) => (count === 1 ? "One card is missing" : `${count} cards are missing`),
  tooMany: (count: number) => (count === 1 ? "One card too many" : `${count} cards too many`),
  tooOften: (names: string, most: number) => `More than ${most} of: ${names}`,
};

export interface Draft {
  /** null: not saved yet. */
  id: string | null;
  /** The ready deck that is looked at; nobody can change it, only a copy. */
  ready: string | null;
  name: string;
  cards: Face[];
  changed: boolean;
}

export const EMPTY: Draft = { id: null, ready: null, name: "", cards: [], changed: false };

const keyOf = (name: string): string => (name === "duel" ? "facedown.draft" : `facedown.draft.${name}`);

function read(name: string): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(name)) ?? "null") as Draft | null;
    return kept && Array.isArray(kept.cards) ? kept : EMPTY;
  } catch {
    return EMPTY;
  }
}

const desks = signal<Readonly<Record<string, Draft>>>({});

/** The deck on the desk of the chosen game. What is not saved survives a closed tab. */
export const draft = computed<Draft>(() => desks.value[game.value] ?? read(game.value));

export function put(next: Draft): void {
  const name = game.peek();
  desks.value = { ...desks.peek(), [name]: next };
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(next));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** Change the deck; a ready one becomes a copy of one's own by that. */
export function change(by: Partial<Pick<Draft, "name" | "cards">>, copyName: (ready: string) => string): void {
  const { ready, ...rest } = draft.value;
  const copied = ready ? { id: null, name: copyName(rest.name) } : {};
  put({ ...rest, ...copied, ready: null, ...by, changed: true });
}

/** How a deck of the chosen game and format looks in numbers. */
export const shape = computed(() => rules.value?.deck ?? { fewest: 30, most: 30, copies: 3, leader: "" });

/** How often a card may be in the deck. */
export const most = (card: Card): number => (shape.value.copies && !card.anyNumber ? shape.value.copies : shape.value.most);

/** `30`, or `40+` where there may be more. */
export const wanted = computed(() => `${shape.value.fewest}${shape.value.most > shape.value.fewest ? "+" : ""}`);

export const counts = computed(() => {
  const found = new Map<Face, number>();
  for (const face of draft.value.cards) found.set(face, (found.get(face) ?? 0) + 1);
  return found;
});

export const building = computed(() => buildingOf(game.value));

const cardOf = (face: Face): Card => cards.value.get(face) ?? { id: face, name: face, text: "", type: "" };

/** The card that leads the deck, where one does. */
export const leader = computed<Card | null>(() => (shape.value.leader && draft.value.cards.length ? cardOf(draft.value.cards[0]!) : null));

/** The cards of the deck by cost and name, each once; the leader stands apart. */
export const contents = computed(() => {
  const rest = leader.value ? draft.value.cards.slice(1) : draft.value.cards;
  return [...new Set(rest)].map(cardOf).sort(byCost);
});

/** What costs nothing because it is not paid for, such as a land, comes last. */
export const byCost = (a: Card, b: Card): number => (a.cost ?? 99) - (b.cost ?? 99) || a.name.localeCompare(b.name);

/** Without one copy of a card: the last one. */
export function without(faces: readonly Face[], face: Face): Face[] {
  const at = faces.lastIndexOf(face);
  return at < 0 ? [...faces] : faces.toSpliced(at, 1);
}

/** With one more copy, beside those that are there. */
export function withOne(faces: readonly Face[], face: Face): Face[] {
  const at = faces.lastIndexOf(face);
  return at < 0 ? [...faces, face] : faces.toSpliced(at + 1, 0, face);
}

// --- whether it may be played ---

const judged = signal<{ of: readonly Face[]; faults: Record<string, string> } | null>(null);

/** The server knows all the rules of a deck, and is asked as soon as the deck has stood still for a moment. */
effect(() => {
  const { cards: of } = draft.value;
  const name = game.value;
  if (!me.value || !of.length || !rules.value) return;
  const timer = setTimeout(() => void api.checkDeck(name, of).then(({ faults }) => (judged.value = { of, faults }), () => undefined), 250);
  return () => clearTimeout(timer);
});

/** What is wrong with the deck; empty if it can be played. */
export const lacks = computed<string[]>(() => {
  const { fewest, most: largest, copies } = shape.value;
  const total = draft.value.cards.length;
  const often = [...counts.value].filter(([face, count]) => copies && count > most(cardOf(face))).map(([face]) => cardOf(face).name);
  const counted = [
    ...(total < fewest ? [words.missing(fewest - total)] : []),
    ...(total > largest ? [words.tooMany(total - largest)] : []),
    ...(often.length ? [words.tooOften(often.join(", "), copies)] : []),
  ];
  const fault = judged.value?.of === draft.value.cards ? judged.value.faults[format.value] : "";
  return counted.length || !fault ? counted : [sentence(fault)];
});

/** The list of a deck: a line a card. */
export function writeList(name: string, faces: readonly Face[], all: Cards): string {
  const lines = (some: readonly Face[]) => {
    const counted = new Map<Face, number>();
    for (const face of some) counted.set(face, (counted.get(face) ?? 0) + 1);
    return [...counted].map(([face, count]) => `${count} ${all.get(face)?.name ?? face}`);
  };
  const led = shape.value.leader && faces.length;
  const title = shape.value.leader.charAt(0).toUpperCase() + shape.value.leader.slice(1);
  const parts = led ? [title, ...lines(faces.slice(0, 1)), "", "Deck", ...lines(faces.slice(1))] : lines(faces);
  return [...(name ? [`// ${name}`] : []), ...parts, ""].join("\n");
}
