// Choosing a deck: the ready ones and one's own, as tiles.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { artOf } from "../art";
import { me } from "../session/session";
import type { Card } from "../session/catalog";
import type { Face } from "../session/wire";
import { api, type SavedDeck } from "./api";
import { cards, deck, format, game, ready } from "./chosen";
import { sentence } from "./toast";

const words = {
  title: "With which deck?",
  build: "Build your own",
  edit: "Your decks",
  yours: "yours",
};

const ABOUT: Record<string, string> = {
  starter: "sturdy, with guards",
  wildfire: "fast, and it burns",
  moonwell: "patient, sweeps the board",
  gravetide: "drains, gains from death",
  goblins: "fast and many, then everything burns",
  knights: "first strike, and banners for all",
  elves: "mana at once, then an army",
  control: "says no, draws, wins late",
  death: "removal, and the graveyard as a hand",
  enchantress: "Auras that draw cards",
  zoo: "the best small creatures there are",
  machines: "artifacts that build each other",
  sparks: "instants, sorceries and lightning",
  krenko: "a hundred cards, and goblins without end",
  tolsimir: "a hundred cards, elves and wolves",
};

/** One's own decks, once they are known. */
export const own = signal<SavedDeck[]>([]);

export async function loadOwn(): Promise<void> {
  own.value = await api.decks(game.value);
  // A deck that is gone or broken is no longer the choice.
  if (deck.value && !ready.value[deck.value] && !own.value.find((one) => !faultOf(one) && one.id === deck.value)) deck.value = "";
}

/** Why a deck may not be played in the chosen format; empty if it may. */
export const faultOf = ({ faults, why }: SavedDeck): string => faults[format.value] ?? why;

/** The cards of a deck by its choice. */
export function facesOf(choice: string): Face[] {
  return ready.value[choice] ?? own.value.find(({ id }) => id === choice)?.cards ?? Object.values(ready.value)[0] ?? [];
}

/** The card that a deck is known by: its dearest creature. */
function emblem(faces: Face[]): Face | undefined {
  return [...faces].sort((a, b) => (cards.value.get(b)?.cost ?? 0) - (cards.value.get(a)?.cost ?? 0)).find((face) => isCreature(cards.value.get(face)));
}

const isCreature = (card: Card | undefined): boolean => card?.type === "creature" || (card?.line?.includes("Creature") ?? false);

export function DeckChoice(): ComponentChildren {
  const player = me.value?.player;
  useEffect(() => {
    // Without a list of one's own decks the ready ones are still there.
    if (player) void loadOwn().catch(() => undefined);
  }, [player, game.value]);
  const usual = Object.keys(ready.value)[0] ?? "";
  const chosen = deck.value || usual;
  return (
    <section class="panel">
      <div class="row spread">
        <h2 id="deck-choice">{words.title}</h2>
        <a href="/decks">{own.value.length ? words.edit : words.build}</a>
      </div>
      <div class="deck-tiles" role="radiogroup" aria-labelledby="deck-choice">
        {Object.keys(ready.value).map((name) => (
          <Tile key={name} id={name} name={name.charAt(0).toUpperCase() + name.slice(1)} about={ABOUT[name] ?? ""} faces={ready.value[name]!} chosen={chosen === name} />
        ))}
        {own.value.map((one) => {
          const fault = faultOf(one);
          return <Tile key={one.id} id={one.id} name={one.name} about={fault ? sentence(fault) : words.yours} faces={one.cards} chosen={chosen === one.id} disabled={!!fault} />;
        })}
      </div>
    </section>
  );
}

function Tile({ id, name, about, faces, chosen, disabled }: { id: string; name: string; about: string; faces: Face[]; chosen: boolean; disabled?: boolean }): ComponentChildren {
  const front = cards.value.get(emblem(faces) ?? "");
  return (
    <label class={`choice deck-tile ${front?.school ?? ""} ${disabled ? "disabled" : ""}`}>
      <input type="radio" name="deck" checked={chosen} disabled={disabled} onChange={() => (deck.value = id)} />
      {front ? <img src={artOf(front.id, front.school, false, front.line)} alt="" /> : <span />}
      <span>
        <b>{name}</b>
        <span class="small muted">{about}</span>
      </span>
    </label>
  );
}
