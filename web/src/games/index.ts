// Which view belongs to which game.
import { duel } from "./duel/view";
import { plain } from "./plain";
import type { GameView } from "./types";

const VIEWS: Record<string, GameView> = { duel };

/** A game's own view, or the plain one that serves every game. */
export const viewOf = (game: string): GameView => VIEWS[game] ?? plain;
