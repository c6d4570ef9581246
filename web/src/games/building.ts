// What the deck builder knows of a game's cards: by what they are filtered, and how a deck is summed up.
import type { Card } from "../session/catalog";

export interface Chip {
  id: string;
  label: string;
  /** The school whose colours it wears. */
  school?: string;
  takes(card: Card): boolean;
}

export interface Sieve {
  id: string;
  label: string;
  chips: readonly Chip[];
  /** Several chips at once let through what any of them takes. */
  many?: boolean;
}

export interface Building {
  /** What one may look for, in the search field. */
  hint: string;
  sieves: readonly Sieve[];
  /** The costs of the curve; the last one is for everything dearer. */
  costs: readonly number[];
  /** What kind of card it is, in the plural: decks are counted and ordered by it. */
  kind(card: Card): string;
  /** The kinds in their order; without them a deck is one list by cost. */
  kinds: readonly string[];
  /** What a list may look like. */
  example: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const costSieve = (costs: readonly number[]): Sieve => {
  const last = costs.at(-1)!;
  const takes = (cost: number) => (card: Card) => card.cost !== undefined && (card.cost === cost || (cost === last && card.cost > cost));
  return { id: "cost", label: "Cost", chips: costs.map((cost) => ({ id: String(cost), label: cost === last ? `${cost}+` : String(cost), takes: takes(cost) })) };
};

const plain: Building = { hint: "name, text…", sieves: [], costs: [], kind: () => "cards", kinds: [], example: "3 Name of a card" };

const duel: Building = {
  hint: "name, text, school, cost…",
  sieves: [
    { id: "school", label: "School", chips: ["hearth", "ember", "tide", "grave"].map((school) => ({ id: school, label: capital(school), school, takes: (card: Card) => card.school === school })) },
    { id: "type", label: "Type", chips: ["creature", "spell"].map((type) => ({ id: type, label: `${capital(type)}s`, takes: (card: Card) => card.type === type })) },
    costSieve(range(1, 7)),
  ],
  costs: range(1, 7),
  kind: ({ type }) => `${type}s`,
  kinds: [],
  example: "3 Spark Imp",
};

const COLOURS: readonly [string, string, string][] = [
  ["W", "White", "hearth"],
  ["U", "Blue", "tide"],
  ["B", "Black", "grave"],
  ["R", "Red", "ember"],
  ["G", "Green", "grove"],
];
/** A card that is several of these is counted as the first. */
const KINDS: readonly [string, string][] = [
  ["Land", "lands"],
  ["Creature", "creatures"],
  ["Planeswalker", "planeswalkers"],
  ["Instant", "instants"],
  ["Sorcery", "sorceries"],
  ["Enchantment", "enchantments"],
  ["Artifact", "artifacts"],
];
const ORDER = ["creatures", "planeswalkers", "instants", "sorceries", "enchantments", "artifacts", "lands"];

const magic: Building = {
  hint: "name, text, type…",
  sieves: [
    {
      id: "colour",
      label: "Colour",
      many: true,
      chips: [
        ...COLOURS.map(([id, label, school]) => ({ id, label, school, takes: (card: Card) => card.colors?.includes(id) ?? false })),
        { id: "C", label: "Colourless", school: "neutral", takes: (card: Card) => !card.colors?.length },
      ],
    },
    {
      id: "type",
      label: "Type",
      many: true,
      chips: [...KINDS.slice(1), KINDS[0]!].map(([type, label]) => ({ id: type, label: capital(label), takes: (card: Card) => card.line?.includes(type) ?? false })),
    },
    costSieve(range(0, 7)),
  ],
  costs: range(0, 7),
  kind: ({ line = "" }) => KINDS.find(([type]) => line.includes(type))?.[1] ?? "others",
  kinds: ORDER,
  example: "4 Lightning Bolt",
};

const BUILDINGS: Readonly<Record<string, Building>> = { duel, magic };

/** How decks of this game are built. */
export const buildingOf = (game: string): Building => BUILDINGS[game] ?? plain;
