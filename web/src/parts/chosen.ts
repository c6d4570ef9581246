// Which game is played and who deals: chosen in the lobby, remembered by this browser, asked for with every wish.
import { computed, effect } from "@preact/signals";
import { DEALERS, titleOf, viewOf } from "../games";
import { cardsOf, type Cards } from "../session/catalog";
import type { Terms } from "../session/session";
import { isSealed } from "../session/sealed";
import { setting } from "../session/settings";
import type { Face } from "../session/wire";
import { mirror } from "../mirror/client";
import { games, type Format, type Game } from "./api";

const wanted = setting<string>("game", "duel");
const agreed = setting<string>("format", "");
const dealing = setting<string>("dealer", "house");

/** A ready deck of the chosen game by its name or an own one by its id; empty for the first. */
export const deck = setting<string>("deck", "");
/** How many sit down in a lobby of one's own, where the game leaves it open. */
export const seats = setting<number>("seats", 0);

/** The chosen game, once the server has said which there are. */
export const chosen = computed<Game | undefined>(() => games.value.find(({ name }) => name === wanted.value) ?? games.value[0]);
export const game = computed<string>(() => chosen.value?.name ?? wanted.value);
/** How it is played: the name of a format, and what that is. */
export const format = computed<string>(() => (chosen.value?.formats[agreed.value] ? agreed.value : (Object.keys(chosen.value?.formats ?? {})[0] ?? "")));
export const rules = computed<Format | undefined>(() => chosen.value?.formats[format.value]);
/** The ready decks that go with it. */
export const ready = computed<Record<string, Face[]>>(() => Object.fromEntries((rules.value?.decks ?? []).map((name) => [name, chosen.value!.decks[name]!])));
/** The dealers that this page can sit down with. */
export const dealers = computed(() => DEALERS.filter(({ id }) => (chosen.value?.dealers ?? ["house"]).includes(id)));
export const dealer = computed<string>(() => dealers.value.find(({ id }) => id === dealing.value)?.id ?? "house");
export const cards = computed<Cards>(() => cardsOf(game.value).value);

// Cards of a game are drawn by its view.
effect(() => void viewOf(game.value));

/** Every game that is played here, by the name that people know; the one that was played last, until the server has said. */
export const offered = computed(() => (games.value.length ? games.value.map(({ name }) => name) : [wanted.value]).map((name) => ({ name, title: titleOf(name) })));

/** What goes with a wish to play. */
export const terms = (): Terms => ({ game: game.peek(), dealer: dealer.peek(), deck: deck.peek(), seats: seats.peek(), options: rules.peek()?.options ?? {} });

/** The deck that was chosen for this game. */
export const deckFor = (name: string): string => (name === game.peek() ? deck.peek() : "");

export function chooseGame(name: string): void {
  if (name === wanted.value) return;
  wanted.value = name;
  deck.value = "";
  seats.value = 0;
}

export function chooseFormat(name: string): void {
  if (name === format.value) return;
  agreed.value = name;
  deck.value = "";
}

/** The format of a table that somebody else has set up, if it is one that we know by name. */
export function followFormat(options: Record<string, unknown>): void {
  const same = (one: Format) => Object.entries(options).every(([name, value]) => one.options[name] === value);
  const found = Object.entries(chosen.value?.formats ?? {}).find(([, one]) => same(one));
  if (found) chooseFormat(found[0]);
}

export function chooseDealer(id: string): void {
  dealing.value = id;
  // Before a sealed match can be asked for, our own Python has to be here.
  if (isSealed(id)) mirror.start();
}
