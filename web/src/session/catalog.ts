// What is printed on the cards of a game; asked of the server once.
import { signal } from "@preact/signals";
import type { Face } from "./wire";

export interface Card {
  id: Face;
  name: string;
  text: string;
  type: string;
  cost?: number;
  attack?: number;
  health?: number;
  spellPower?: number;
  keywords?: string[];
  effects?: { when: string; op: string; amount: number }[];
  school?: string;
  /** Of Magic: `{2}{G}`, the type line, and what may stand for a number. */
  mana?: string;
  line?: string;
  colors?: string[];
  power?: string;
  toughness?: string;
  loyalty?: string;
  anyNumber?: boolean;
}

export type Cards = ReadonlyMap<Face, Card>;

const NONE: Cards = new Map();
const shelves = new Map<string, ReturnType<typeof signal<Cards>>>();

/** The cards of a game: none at first, all as soon as they are here. */
export function cardsOf(game: string): { readonly value: Cards } {
  let shelf = shelves.get(game);
  if (!shelf) {
    shelf = signal<Cards>(NONE);
    shelves.set(game, shelf);
    void fetchCards(game, shelf);
  }
  return shelf as { readonly value: Cards };
}

const SCHOOL_OF: Record<string, string> = { W: "hearth", U: "tide", B: "grave", R: "ember", G: "grove" };

/** Of five colours we have the schools of: where there is one alone, that is its school. */
export const schoolOf = (colors: readonly string[]): string => (colors.length === 1 ? (SCHOOL_OF[colors[0]!] ?? "neutral") : colors.length ? "gilt" : "neutral");

/** What a mana cost comes to: `{2}{G}` is 3. */
export const manaValue = (mana: string): number =>
  [...mana.matchAll(/\{([^}]*)\}/g)].reduce((sum, [, symbol]) => sum + (symbol === "X" ? 0 : /^\d+/.test(symbol!) ? parseInt(symbol!) : 1), 0);

/** Cards of Magic with what pages sort and paint by. */
function dressed(card: Card): Card {
  if (card.type !== "magic") return card;
  const land = card.line?.includes("Land") ?? false;
  return { ...card, ...(land ? {} : { cost: manaValue(card.mana ?? "") }), school: schoolOf(card.colors ?? []) };
}

async function fetchCards(game: string, shelf: ReturnType<typeof signal<Cards>>, tries = 0): Promise<void> {
  try {
    const answer = await fetch(`/card-catalog?game=${encodeURIComponent(game)}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const cards = (await answer.json()) as Card[];
    shelf.value = new Map(cards.map((card) => [card.id, dressed(card)]));
  } catch {
    if (tries < 5) setTimeout(() => void fetchCards(game, shelf, tries + 1), 500 * 2 ** tries);
  }
}
