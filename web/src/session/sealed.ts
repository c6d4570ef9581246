// Sealed matches: nobody holds the cards. This page brings keys instead of a deck, and does our part of the deal.
import { batch, computed, signal } from "@preact/signals";
import { mirror, type MatchMirror } from "../mirror/client";
import type { Asks, Dealing, Fault, Picture } from "../mirror/protocol";
import { api, games, loadGames } from "../parts/api";
import { bonded } from "./claims";
import type { LastingKey } from "./key";
import type { Face, Seat, Tagged, Update } from "./wire";

/** Whether players deal to each other with this dealer. */
export const isSealed = (dealer: string): boolean => dealer === "mental";

const binding = signal(false);

/** What we are doing before we can ask for a sealed match: loading our own Python, then making keys. */
export const preparing = computed<"mirror" | "keys" | null>(() => (!binding.value ? null : mirror.ready.value === "ready" ? "keys" : "mirror"));

/** New keys, kept in this browser, for a match with this deck. Rejects with a `Fault` if that cannot be. */
export async function bind(game: string, dealer: string, deck: string | Face[], options: Record<string, unknown>, lasting: LastingKey | null): Promise<Asks["bind"]["answer"]> {
  binding.value = true;
  try {
    const { bond, commit } = await mirror.bind(game, dealer, await cardsOf(game, deck), options, lasting?.public ?? "");
    // Our lasting key vouches for those that were made for this match alone.
    return { commit, bond: lasting ? { ...bond, vouch: await lasting.sign(bonded(bond)) } : bond };
  } finally {
    binding.value = false;
  }
}

/** A deck for our own Python, which knows the ready ones by name. */
async function cardsOf(game: string, deck: string | Face[]): Promise<string | Face[]> {
  if (!deck || typeof deck !== "string") return deck;
  await loadGames().catch(() => undefined);
  if (games.value.find(({ name }) => name === game)?.decks[deck]) return deck;
  return (await api.decks(game)).find(({ id }) => id === deck)?.cards ?? "";
}

/** Clocks differ a little: so much of what we have to wait is enough. */
const NEARLY = 0.9;

/** What a sealed match adds to a match. */
export class Sealing {
  /** What the players are doing instead of playing. */
  readonly dealing = signal<Dealing | null>(null);
  /** Our keys: here, not on this device, or in another tab. `looking`: our own Python is not ready yet. */
  readonly keys = signal<"looking" | "here" | "missing" | "elsewhere">("looking");
  /** What we may do, by our own reckoning: nobody else knows our cards. */
  readonly legal = signal<Tagged[]>([]);
  /** Why nothing is signed here any more, or not yet. */
  readonly stopped = signal<Fault | null>(null);
  /** The server would not have our part of the deal; if nothing goes on, that is why. */
  readonly refused = signal("");

  /** Whether we have claimed the win from one who has left. */
  claimed = false;
  /** When something last happened that is no accusation. */
  #quiet = performance.now();

  constructor(private readonly pass: (text: string) => void) {}

  /** How it stands now; what we owe is sent at once. */
  take({ sealed, legal }: Picture): void {
    if (!sealed) return;
    batch(() => {
      this.dealing.value = sealed.dealing;
      this.keys.value = sealed.keys ? "here" : "missing";
      this.legal.value = sealed.keys ? legal : [];
      this.stopped.value = null;
      this.refused.value = "";
    });
    for (const text of sealed.say) this.pass(text);
  }

  hear({ steps }: Update): void {
    if (steps.some(({ entry }) => entry.body.type !== "accused")) this.#quiet = performance.now();
  }

  /** Give up. */
  async leave(mirror: MatchMirror): Promise<void> {
    try {
      this.pass(await mirror.concede());
    } catch (error) {
      // A move of ours is still on its way: it will be here soon, and then we leave.
      if ((error as Fault).code !== "illegal") throw error;
    }
  }

  /** The server says that a player is late. We sign that when we have waited for it ourselves. */
  async late(mirror: MatchMirror, seat: Seat, why: string): Promise<void> {
    const wait = why === "abandoned" && this.claimed ? 0 : await mirror.patience(seat, why);
    if (wait === null) return;
    const quiet = this.#quiet;
    await new Promise((resolve) => setTimeout(resolve, NEARLY * wait - (performance.now() - quiet)));
    if (quiet === this.#quiet && !this.stopped.value) this.pass(await mirror.accuse(seat, why));
  }

  /** Nothing more is signed. */
  stop(fault: Fault): void {
    batch(() => {
      if (fault.code === "elsewhere") this.keys.value = "elsewhere";
      this.stopped.value = fault;
      this.legal.value = [];
    });
  }
}
