// What we have agreed to in a match: a draw, an undo. Whoever has a key signs those; whoever has none finds a server out
// by this that says what was never agreed to. Kept, because the answer may come after a reload.
import type { Offering } from "./wire";

const KEY = "facedown.agreed";

function read(match: string): Offering[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as { match?: string; what?: Offering[] };
    return kept.match === match ? (kept.what ?? []) : [];
  } catch {
    return [];
  }
}

export const hasAgreed = (match: string, what: Offering): boolean => read(match).includes(what);

export function agree(match: string, what: Offering): void {
  localStorage.setItem(KEY, JSON.stringify({ match, what: [...new Set([...read(match), what])] }));
}

/** It was answered, or nothing came of it. */
export function settle(match: string, what: Offering): void {
  if (hasAgreed(match, what)) localStorage.setItem(KEY, JSON.stringify({ match, what: read(match).filter((one) => one !== what) }));
}

const PROMISED = "facedown.promised";

/** What we sign for at this place of the match: `what`, unless we have signed for something else there before. */
export function promise(match: string, head: string, what: Offering): Offering {
  try {
    const kept = JSON.parse(localStorage.getItem(PROMISED) ?? "{}") as { match?: string; head?: string; what?: Offering };
    if (kept.match === match && kept.head === head && kept.what) return kept.what;
  } catch {
    // It is none of ours.
  }
  localStorage.setItem(PROMISED, JSON.stringify({ match, head, what }));
  return what;
}
