// Keys that we have met: the server's, and each player's by name. The first is believed; another one later is shown.
// An origin is one server (`facedown join` gives each a port of its own), so this browser keeps them by origin.
import { lastingOf } from "./opening";
import type { Opening, Seat } from "./wire";

/** `changed`: we knew another key, since then. */
export type Acquaintance = { kind: "new" } | { kind: "known"; since: number } | { kind: "changed"; before: string; since: number };

type Met = [key: string, since: number];

const KEY = "facedown.known";
/** How many are remembered, and how many keys of each: people have more than one device. */
const MOST = 500;
const MOST_KEYS = 4;

export const SERVER = "server";
export const player = (name: string): string => `player ${name}`;

function read(): Record<string, Met[]> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Met[]>;
  } catch {
    return {};
  }
}

const compared = (met: readonly Met[], key: string): Acquaintance => {
  const same = met.find(([before]) => before === key);
  if (same) return { kind: "known", since: same[1] };
  const last = met.at(-1);
  return last ? { kind: "changed", before: last[0], since: last[1] } : { kind: "new" };
};

/** What we know of somebody with this key. */
export const acquaintance = (who: string, key: string): Acquaintance => compared(read()[who] ?? [], key);

/** Remember that we have met. Says what we knew before. */
export function meet(who: string, key: string): Acquaintance {
  const { [who]: met = [], ...others } = read();
  const found = compared(met, key);
  // Whom we met last comes last, and the first is forgotten first.
  const now = found.kind === "known" ? met : [...met, [key, Date.now()] satisfies Met].slice(-MOST_KEYS);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [who, now]].slice(-MOST))));
  } catch {
    // Storage is full or forbidden: then everybody is new.
  }
  return found;
}

/** Somebody with another key than before; a seat, or -1 for the server. */
export interface Changed {
  seat: Seat;
  key: string;
  before: string;
  since: number;
}

/** Meet those who sit at a table with us, and the server that it stands on. Says who has come with another key. */
export function introduced({ chairs, server = "" }: Opening, own: Seat): Changed[] {
  const met = chairs.map((chair, seat) => ({ seat, who: player(chair.name), key: lastingOf(chair) }));
  // The server plays the computer's seats with its own key.
  const others = met.filter(({ seat, key }) => seat !== own && key && key !== server);
  return [...(server ? [{ seat: -1, who: SERVER, key: server }] : []), ...others].flatMap(({ seat, who, key }) => {
    const found = meet(who, key);
    return found.kind === "changed" ? [{ seat, key, before: found.before, since: found.since }] : [];
  });
}
