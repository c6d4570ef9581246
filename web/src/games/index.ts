// Which view belongs to which game, and what games and dealers are called. A new game adds a line here.
import { duel } from "./duel/view";
import { plain } from "./plain";
import type { GameView } from "./types";

const VIEWS: Record<string, GameView> = { duel };
const TITLES: Record<string, string> = { duel: "Duel" };

/** The dealers that this page can play with, and what people have to know of them. */
export const DEALERS: readonly { id: string; name: string; about: string }[] = [
  { id: "house", name: "The house", about: "The server deals and knows the cards; afterwards it proves that it dealt fairly." },
  { id: "mental", name: "Sealed: nobody", about: "Nobody knows the cards, not even the server: the players shuffle for each other, and every step is proved." },
];

/** A game's own view, or the plain one that serves every game. */
export const viewOf = (game: string): GameView => VIEWS[game] ?? plain;

/** A game's name for people. */
export const titleOf = (game: string): string => TITLES[game] ?? game.charAt(0).toUpperCase() + game.slice(1);
