// What we asked for, and the randomness that goes with it: kept in this tab, since a page may be loaded again before the
// first card, and a match whose randomness is lost is lost. The last few, since a match may be on its way already when we
// ask for another.
import type { Asked } from "./opening";

export interface Wished {
  asked: Asked;
  /** Empty in a sealed match, where it lies with the keys. */
  nonce: string;
  /** The hash of the opening that we have added it to: we do so for one match only. */
  signed: string;
}

const KEY = "facedown.wishes";
const MOST = 8;

function read(): Wished[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "[]") as Wished[];
  } catch {
    return [];
  }
}

let kept = read();

/** Keep a wish, instead of what was kept of it before. */
export function remember(wish: Wished): void {
  kept = [...kept.filter(({ asked }) => asked.commit !== wish.asked.commit), wish].slice(-MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Storage may be full or forbidden; then it lasts as long as the page.
  }
}

/** The wish to which a chair with this commitment belongs; if none does, the last, which it should have been. */
export const wished = (commit: string): Wished | null => kept.find(({ asked }) => asked.commit === commit) ?? kept.at(-1) ?? null;
