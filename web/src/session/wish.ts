// What we asked for last, and the randomness that goes with it: kept in this tab, since a page may be loaded again
// before the first card, and a match whose randomness is lost is lost.
import { effect, signal } from "@preact/signals";
import type { Asked } from "./opening";

export interface Wished {
  asked: Asked;
  /** Empty in a sealed match, where it lies with the keys. */
  nonce: string;
  /** The hash of the opening that we have added it to: we do so for one match only. */
  signed: string;
}

const KEY = "facedown.wish";

function read(): Wished | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Wished | null;
  } catch {
    return null;
  }
}

export const kept = signal<Wished | null>(read());

effect(() => {
  try {
    if (kept.value) sessionStorage.setItem(KEY, JSON.stringify(kept.value));
  } catch {
    // Storage may be full or forbidden; then it lasts as long as the page.
  }
});
