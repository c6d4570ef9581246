// A deck that is being built: what is in it, what it lacks, and its list as text.
import { computed, signal } from "@preact/signals";
import type { Card, Cards } from "../session/catalog";
import type { Face } from "../session/wire";
import { usual } from "./api";
import { cards, chosen } from "./chosen";

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

const KEY = "facedown.draft";

function read(): Draft {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Draft | null;
    return kept && Array.isArray(kept.cards) ? kept : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The deck on the desk. What is not saved survives a closed tab. */
export const draft = signal<Draft>(read());

export function put(next: Draft): void {
  draft.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
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

export const rules = computed(() => ({
  size: usual(chosen.value, "deck_size", 30),
  copies: usual(chosen.value, "max_copies", 3),
}));

export const counts = computed(() => {
  const found = new Map<Face, number>();
  for (const face of draft.value.cards) found.set(face, (found.get(face) ?? 0) + 1);
  return found;
});

/** The cards of the deck by cost and name, each once. */
export const contents = computed(() => [...counts.value.keys()].map((face) => cards.value.get(face) ?? { id: face, name: face, text: "", type: "" }).sort(byCost));

export const byCost = (a: Card, b: Card): number => (a.cost ?? 0) - (b.cost ?? 0) || a.name.localeCompare(b.name);

/** Without one copy of a card: the last one. */
export function without(faces: readonly Face[], face: Face): Face[] {
  const at = faces.lastIndexOf(face);
  return at < 0 ? [...faces] : faces.toSpliced(at, 1);
}

// --- lists as text: `3 Spark Imp`, a line a card ---

export interface Reading {
  cards: Face[];
  /** Lines that were not understood, from 1. */
  problems: { line: number; text: string }[];
}

const COUNTED = /^(\d{1,2})\s*[xX*]?\s+(.+)$/;

/** A deck from its list: names or ids, counts before them, comments after // or #. */
export function readList(text: string, all: Cards): Reading {
  const byName = new Map([...all.values()].flatMap((card) => [[plain(card.name), card.id], [plain(card.id), card.id]]));
  const found: Reading = { cards: [], problems: [] };
  text.split(/\r?\n/).forEach((raw, at) => {
    const line = raw.replace(/(^|\s)(\/\/|#).*/, "").trim();
    if (!line) return;
    const counted = COUNTED.exec(line);
    const face = byName.get(plain(counted?.[2] ?? line));
    if (face) found.cards.push(...Array.from({ length: Number(counted?.[1] ?? 1) }, () => face));
    else found.problems.push({ line: at + 1, text: line });
  });
  return found;
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim();

export function writeList(name: string, faces: readonly Face[], all: Cards): string {
  const counted = new Map<Face, number>();
  for (const face of faces) counted.set(face, (counted.get(face) ?? 0) + 1);
  const lines = [...counted].map(([face, count]) => `${count} ${all.get(face)?.name ?? face}`);
  return [...(name ? [`// ${name}`] : []), ...lines, ""].join("\n");
}
