// The deck builder: all cards on the left, the deck on the right.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { loadGames } from "../parts/api";
import { CardShelf } from "../parts/card-shelf";
import { game, ready } from "../parts/chosen";
import { loadOwn, own } from "../parts/deck-choice";
import { DeckOnDesk, hand, open, words as desk } from "../parts/desk";
import { draft, EMPTY, put, wanted } from "../parts/draft";
import { Page } from "../parts/frame";
import { Icon } from "../parts/icons";
import { GameChoice } from "../parts/terms";
import { complain } from "../parts/toast";
import { go } from "../session/router";
import { me } from "../session/session";
import "./decks.css";

const words = {
  title: "Decks",
  yours: "Your decks",
  ready: "Ready decks",
  fresh: "New deck",
  unsaved: "not saved yet",
  showCards: "Cards",
};

export function DecksPage({ id }: { id: string }): ComponentChildren {
  const side = useSignal<"cards" | "deck">("cards");
  const player = me.value?.player;
  useEffect(() => void loadGames().catch(complain), []);
  useEffect(() => {
    if (!player) return;
    loadOwn().then(() => {
      const named = own.value.find((one) => one.id === id);
      if (named && draft.value.id !== id) open(named);
    }, complain);
  }, [player, id, game.value]);
  return (
    <Page title={words.title} class="decks">
      <div class="row deck-terms">
        <GameChoice />
      </div>
      <Shelf />
      <div class="deck-tabs" role="group" aria-label={words.title}>
        {(["cards", "deck"] as const).map((one) => (
          <button key={one} class={`button ${side.value === one ? "gold" : ""}`} aria-pressed={side.value === one} onClick={() => (side.value = one)}>
            {one === "cards" ? words.showCards : `${desk.deck} ${draft.value.cards.length}/${wanted.value}`}
          </button>
        ))}
      </div>
      <div class={`workbench show-${side.value}`}>
        <section class="panel all-cards" aria-label={words.showCards}>
          <CardShelf hand={hand} />
        </section>
        <DeckOnDesk />
      </div>
    </Page>
  );
}

/** Every deck there is. What was not saved comes along as the one on the desk. */
function Shelf(): ComponentChildren {
  const { id, ready: looked, changed, name, cards: faces } = draft.value;
  const chip = (key: string, label: string, count: number, current: boolean, onClick: () => void, note = "") => (
    <button key={key} class="choice shelf-deck" aria-pressed={current} onClick={onClick}>
      {label} <span class="muted small number">{note || count}</span>
    </button>
  );
  return (
    <div class="shelf">
      <div class="row">
        <span class="label">{words.yours}</span>
        {own.value.map((one) => chip(one.id, id === one.id ? name : one.name, one.cards.length, id === one.id, () => { open(one); go(`/decks/${one.id}`); }, id === one.id && changed ? words.unsaved : ""))}
        {!id && !looked && (changed || faces.length > 0) && chip("draft", name || desk.unnamed, faces.length, true, () => undefined, words.unsaved)}
        <button class="choice shelf-deck" onClick={() => { put(EMPTY); go("/decks"); }}>
          <Icon name="plus" />
          {words.fresh}
        </button>
      </div>
      <div class="row">
        <span class="label">{words.ready}</span>
        {Object.entries(ready.value).map(([key, list]) => {
          const label = key.charAt(0).toUpperCase() + key.slice(1);
          return chip(key, label, list.length, looked === key, () => { put({ ...EMPTY, ready: key, name: label, cards: list }); go("/decks"); });
        })}
      </div>
    </div>
  );
}
