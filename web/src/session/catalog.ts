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

async function fetchCards(game: string, shelf: ReturnType<typeof signal<Cards>>, tries = 0): Promise<void> {
  try {
    const answer = await fetch(`/card-catalog?game=${encodeURIComponent(game)}`);
    if (!answer.ok) throw new Error(String(answer.status));
    const cards = (await answer.json()) as Card[];
    shelf.value = new Map(cards.map((card) => [card.id, card]));
  } catch {
    if (tries < 5) setTimeout(() => void fetchCards(game, shelf, tries + 1), 500 * 2 ** tries);
  }
}
