// The computer's players under names for people. On the wire they have ids.
import { setting } from "../session/settings";

export interface Level {
  id: string;
  name: string;
  about: string;
}

/** From easy to hard; a bot that somebody else has installed goes by its id. */
const LEVELS: Level[] = [
  { id: "random", name: "Jester", about: "plays whatever comes to hand" },
  { id: "greedy", name: "Squire", about: "takes the best move in sight" },
  { id: "search:1", name: "Knight", about: "looks a little ahead" },
  { id: "search:2", name: "Captain", about: "weighs what you may hold" },
  { id: "search:3", name: "Grandmaster", about: "thinks long and far" },
];
const BOT = "bot "; // no person's name has a space in it

export function levels(ids: string[]): Level[] {
  const known = LEVELS.filter(({ id }) => ids.includes(id));
  // `search` alone is one of its levels under another name.
  const others = ids.filter((id) => !LEVELS.some((level) => level.id === id || level.id.startsWith(`${id}:`)));
  return [...known, ...others.map((id) => ({ id, name: id, about: "" }))];
}

export const isBot = (name: string): boolean => name.startsWith(BOT);

/** A player's name as it is shown. */
export function called(name: string): string {
  if (!isBot(name)) return name;
  const id = name.slice(BOT.length);
  return LEVELS.find((level) => level.id === id)?.name ?? id;
}

export type Opponent = "bot" | "person" | "friend";

/** What was chosen last: this browser remembers it. */
export const opponent = setting<Opponent>("opponent", "bot");
export const level = setting<string>("level", "greedy");
