// What a player signs, word for word as src/facedown/table/entries.py has it: each names the match and the place.
import { digest } from "./digest";
import type { Bond, Offering, Seat } from "./wire";

/** A place in a match: how many entries are before it, the hash of the last of them, and who speaks. */
export interface Place {
  match: string;
  at: number;
  prev: string;
  seat: Seat;
}

type Words = Uint8Array<ArrayBuffer>;

const placed = ({ match, at, prev, seat }: Place, ...words: string[]): Words => digest("facedown/entry/1", match, String(at), prev, String(seat), ...words);

/** Our randomness: with the opening's hash in it, this countersigns the opening. */
export const contributed = (match: string, opening: string, seat: Seat, nonce: string): Words => placed({ match, at: 0, prev: opening, seat }, "contributed", nonce);

/** That we give up, here and now. Where the house deals there is nothing to prove with it. */
export const conceded = (place: Place): Words => placed(place, "left", "conceded", "");

/** That we agree, here and now. */
export const consent = (place: Place, what: Offering): Words => placed(place, "consent", what);

/** That this, with all that is before it, is the match that we played. */
export const ending = (match: string, head: string, seat: Seat): Words => digest("facedown/end/1", match, head, String(seat));

/** That the keys and the list that we bring to a sealed match are ours. */
export const bonded = ({ deck, cards, key, box }: Bond): Words => digest("facedown/bond/1", deck, String(cards), key, box);
