// The first line of a log: what a match is, who sits at it, and what binds them. Before we add our randomness, and with it
// our signature, it has to be what we asked for.
import { sha256, hex } from "./digest";
import type { Chair, Clock, Opening, Snapshot } from "./wire";

/** What we asked for, and what binds us to it. */
export interface Asked {
  game: string;
  dealer: string;
  options: Record<string, unknown>;
  clock: Clock;
  name: string;
  /** The lasting key, the hash of our randomness, and in a sealed match the key for it alone; empty: none. */
  key: string;
  commit: string;
  bond: string;
}

/** An opening and the hash of its line. */
export interface First {
  opening: Opening;
  hash: string;
}

/**
 * The opening in a snapshot, from the very bytes that came: JSON that was parsed and printed again need not be the
 * same, and of two members of one name everybody reads another one.
 */
export function firstOf(snapshot: string): First | null {
  const line = member(snapshot, "opening");
  if (!line) return null;
  const { at, prev, body } = JSON.parse(line) as { at?: number; prev?: string; body?: Opening };
  return at === 0 && prev === "" && body?.type === "opened" ? { opening: body, hash: hex(sha256(line)) } : null;
}

/** A member of a JSON object, as it is written there; empty if it has none of this name. */
export function member(text: string, name: string): string {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s"[\]{}:,]+/gy;
  let depth = 0;
  let key = "";
  let from = -1;
  for (let found, last = ""; (found = token.exec(text)); last = found[0]) {
    const [it] = found;
    if (depth === 1 && from < 0 && it === ":") {
      key = last;
      if (key === `"${name}"`) from = token.lastIndex;
      continue;
    }
    if (it === "}" || it === "]") depth--;
    if (from >= 0 && ((depth === 1 && it === ",") || depth === 0)) return text.slice(from, found.index);
    if (it === "{" || it === "[") depth++;
  }
  return "";
}

/** The key by which others know a player from match to match; empty if there is none. */
export const lastingOf = ({ id, key }: Chair): string => id ?? key ?? "";

/** Equal as JSON, whatever the order of members. */
function same(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || !one || !other) return one === other;
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]));
}

/** What is not as we asked for it, or not as the snapshot around it says, in words; empty if all is in order. */
export function otherThan(asked: Asked & { server: string }, opening: Opening, told: Snapshot): string {
  const { chairs } = opening;
  const chair = chairs[told.seat];
  if (!chair || opening.match !== told.match) return "is about another match";
  if (opening.game !== asked.game || told.game !== asked.game) return "is about another game";
  if (opening.dealer !== asked.dealer || told.dealer !== asked.dealer) return "has another dealer";
  // What was not asked for is as usual, and our own Python knows what that is.
  if (Object.entries(asked.options).some(([name, value]) => !same(opening.options[name], value))) return "has other options";
  if (!same(opening.clock, asked.clock)) return "has another clock";
  if (chair.name !== asked.name) return "has another name on your chair";
  if ((chair.nonce ?? "") !== asked.commit) return "leaves out the randomness that you promised";
  if ((chair.key ?? "") !== (asked.bond || asked.key)) return "has another key on your chair";
  if (asked.bond && (chair.id ?? "") !== asked.key) return "has another lasting key on your chair";
  if ((opening.server ?? "") !== asked.server) return "has another key of the server than the one it gave you";
  const shown = [told.names, told.options, told.clock];
  return same(shown, [chairs.map(({ name }) => name), opening.options, opening.clock]) ? "" : "is not what the server shows of it";
}
