// Which view belongs to which game, and what games and dealers are called. A new game adds a line here.
import { signal } from "@preact/signals";
import { duel } from "./duel/view";
import { plain } from "./plain";
import type { GameView } from "./types";
import "./magic/magic.css";

const views = signal<Readonly<Record<string, GameView>>>({ duel });
/** Views that are fetched when their game is wanted. Their styles come with the page: a chunk cannot bring its own. */
const LATER: Record<string, () => Promise<GameView>> = { magic: () => import("./magic/view").then(({ magic }) => magic) };
const coming = new Map<string, Promise<GameView>>();
const TITLES: Record<string, string> = { duel: "Duel", magic: "Magic" };

/** The dealers that this page can play with, and what people have to know of them. */
export const DEALERS: readonly { id: string; name: string; about: string }[] = [
  { id: "house", name: "The house", about: "The server deals and knows the cards; afterwards it proves that it dealt fairly." },
  { id: "mental", name: "Sealed: nobody", about: "Nobody knows the cards, not even the server: the players shuffle for each other, and every step is proved." },
];

/** A game's own view, or the plain one that serves every game; undefined while it is being fetched. */
export function viewOf(game: string): GameView | undefined {
  if (!views.value[game] && game in LATER) void loadView(game).catch(() => undefined);
  return views.value[game] ?? (game in LATER ? undefined : plain);
}

/** The same, for those who can wait. */
export async function loadView(game: string): Promise<GameView> {
  const later = LATER[game];
  const known = views.peek()[game] ?? (later ? undefined : plain);
  if (known || !later) return known ?? plain;
  let view = coming.get(game);
  if (!view) {
    view = later();
    coming.set(game, view);
    view.then(
      (loaded) => (views.value = { ...views.peek(), [game]: loaded }),
      () => coming.delete(game),
    );
  }
  return view;
}

/** A game's name for people. */
export const titleOf = (game: string): string => TITLES[game] ?? game.charAt(0).toUpperCase() + game.slice(1);
