// The deck builder: all cards on the left, the deck on the right.
import { useComputed, useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { api, loadGames, type SavedDeck } from "../parts/api";
import { cards, chosen as chosenGame, deck as chosen, game } from "../parts/chosen";
import { CardFront, spoken } from "../parts/card";
import { loadOwn, own } from "../parts/deck-choice";
import { ListDialog } from "../parts/deck-list";
import { DeckStats } from "../parts/deck-stats";
import { byCost, change, contents, counts, draft, EMPTY, put, rules, without } from "../parts/draft";
import { Page } from "../parts/frame";
import { Icon } from "../parts/icons";
import { complain, toast } from "../parts/toast";
import type { Card } from "../session/catalog";
import { go } from "../session/router";
import { me } from "../session/session";
import "./decks.css";

const words = {
  title: "Decks",
  yours: "Your decks",
  ready: "Ready decks",
  fresh: "New deck",
  search: "Search",
  searchHint: "name, text, school, cost…",
  schools: "School",
  types: "Type",
  costs: "Cost",
  types2: { creature: "Creatures", spell: "Spells" } as Record<string, string>,
  found: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  nothing: "No card is like that. Take a filter away.",
  clear: "Show all",
  add: "Add one",
  remove: "Take one out",
  inDeck: (count: number, most: number) => `${count} of ${most} in the deck`,
  name: "Name of the deck",
  unnamed: "My deck",
  copyOf: (name: string) => `My ${name}`,
  save: "Save",
  saved: (name: string) => `“${name}” is saved.`,
  play: "Play with it",
  list: "List",
  duplicate: "Copy it",
  bin: "Delete",
  binned: (name: string) => `“${name}” is deleted.`,
  empty: "An empty deck. Press cards to put them in.",
  readyNote: "A ready deck. Change it, and it becomes a copy of your own.",
  legal: "Ready to play",
  missing: (count: number) => (count === 1 ? "One card is missing" : `${count} cards are missing`),
  tooMany: (count: number) => (count === 1 ? "One card too many" : `${count} cards too many`),
  tooOften: (names: string, most: number) => `More than ${most} of: ${names}`,
  unsaved: "not saved yet",
  keys: "Arrows move between cards, Enter or + adds, − takes out, / searches.",
  showCards: "Cards",
  showDeck: "Deck",
};

const SCHOOLS = ["hearth", "ember", "tide", "grave"];
const COSTS = [1, 2, 3, 4, 5, 6, 7];

interface Filter {
  text: string;
  school: string;
  type: string;
  cost: number;
}

const ALL: Filter = { text: "", school: "", type: "", cost: 0 };

/** What is wrong with the deck; empty if it can be played. */
function lacks(): string[] {
  const { size, copies } = rules.value;
  const total = draft.value.cards.length;
  const often = contents.value.filter(({ id }) => counts.value.get(id)! > copies).map(({ name }) => name);
  return [
    ...(total < size ? [words.missing(size - total)] : []),
    ...(total > size ? [words.tooMany(total - size)] : []),
    ...(often.length ? [words.tooOften(often.join(", "), copies)] : []),
  ];
}

const set = (faces: string[]) => change({ cards: faces }, words.copyOf);

function add(card: Card): void {
  if ((counts.value.get(card.id) ?? 0) < rules.value.copies) set([...draft.value.cards, card.id]);
}

function remove(card: Card): void {
  if (counts.value.has(card.id)) set(without(draft.value.cards, card.id));
}

export function DecksPage({ id }: { id: string }): ComponentChildren {
  const filter = useSignal<Filter>(ALL);
  const side = useSignal<"cards" | "deck">("cards");
  const player = me.value?.player;
  useEffect(() => void loadGames().catch(complain), []);
  useEffect(() => {
    if (!player) return;
    loadOwn().then(() => {
      const named = own.value.find((one) => one.id === id);
      if (named && draft.value.id !== id) open(named);
    }, complain);
  }, [player, id]);
  return (
    <Page title={words.title} class="decks">
      <Shelf />
      <div class="deck-tabs" role="group" aria-label={words.title}>
        {(["cards", "deck"] as const).map((one) => (
          <button key={one} class={`button ${side.value === one ? "gold" : ""}`} aria-pressed={side.value === one} onClick={() => (side.value = one)}>
            {one === "cards" ? words.showCards : `${words.showDeck} ${draft.value.cards.length}/${rules.value.size}`}
          </button>
        ))}
      </div>
      <div class={`workbench show-${side.value}`}>
        <section class="panel all-cards" aria-label={words.showCards}>
          <Filters filter={filter} />
          <AllCards filter={filter} />
        </section>
        <DeckOnDesk />
      </div>
    </Page>
  );
}

function open({ id, name, cards: faces }: SavedDeck): void {
  put({ id, ready: null, name, cards: faces, changed: false });
}

/** Every deck there is. What was not saved comes along as the one on the desk. */
function Shelf(): ComponentChildren {
  const ready = chosenGame.value?.decks ?? {};
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
        {!id && !looked && (changed || faces.length > 0) && chip("draft", name || words.unnamed, faces.length, true, () => undefined, words.unsaved)}
        <button class="choice shelf-deck" onClick={() => { put(EMPTY); go("/decks"); }}>
          <Icon name="plus" />
          {words.fresh}
        </button>
      </div>
      <div class="row">
        <span class="label">{words.ready}</span>
        {Object.entries(ready).map(([key, list]) => {
          const label = key.charAt(0).toUpperCase() + key.slice(1);
          return chip(key, label, list.length, looked === key, () => { put({ ...EMPTY, ready: key, name: label, cards: list }); go("/decks"); });
        })}
      </div>
    </div>
  );
}

function Filters({ filter }: { filter: Signal<Filter> }): ComponentChildren {
  const now = filter.value;
  const toggle = (by: Partial<Filter>) => (filter.value = { ...now, ...by });
  const chip = <K extends "school" | "type" | "cost">(key: K, value: Filter[K], label: string, name = "") => (
    <button key={label} class={`choice filter ${name}`} aria-pressed={now[key] === value} onClick={() => toggle({ [key]: now[key] === value ? ALL[key] : value })}>
      {label}
    </button>
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target as HTMLElement).closest("input, textarea, select")) return;
      event.preventDefault();
      document.getElementById("card-search")?.focus();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  return (
    <div class="filters">
      <label class="search-field">
        <span class="hidden-text">{words.search}</span>
        <Icon name="search" />
        <input id="card-search" type="search" placeholder={words.searchHint} value={now.text} onInput={(event) => toggle({ text: event.currentTarget.value })} />
      </label>
      <div class="row" role="group" aria-label={words.schools}>
        {SCHOOLS.map((school) => chip("school", school, school.charAt(0).toUpperCase() + school.slice(1), school))}
      </div>
      <div class="row" role="group" aria-label={words.types}>
        {Object.entries(words.types2).map(([type, label]) => chip("type", type, label))}
      </div>
      <div class="row" role="group" aria-label={words.costs}>
        {COSTS.map((cost) => chip("cost", cost, cost === COSTS.at(-1) ? `${cost}+` : String(cost), "cost-filter"))}
      </div>
    </div>
  );
}

function matches(card: Card, { text, school, type, cost }: Filter): boolean {
  if (school && card.school !== school) return false;
  if (type && card.type !== type) return false;
  if (cost && !(card.cost === cost || (cost === COSTS.at(-1) && (card.cost ?? 0) > cost))) return false;
  const printed = `${card.name} ${card.text} ${card.school} ${card.type} ${card.keywords?.join(" ")}`.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => (/^\d+$/.test(word) ? card.cost === Number(word) : printed.includes(word)));
}

function AllCards({ filter }: { filter: Signal<Filter> }): ComponentChildren {
  const found = useComputed(() => [...cards.value.values()].filter((card) => matches(card, filter.value)).sort(byCost));
  const focused = useSignal("");
  const first = found.value.some(({ id }) => id === focused.value) ? focused.value : found.value[0]?.id;
  const move = (event: KeyboardEvent) => {
    const grid = event.currentTarget as HTMLElement;
    const all = [...grid.querySelectorAll<HTMLElement>(".pick")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const card = found.value[at];
    if (!card) return;
    const across = all.filter((one) => one.offsetParent && one.getBoundingClientRect().top === all[0]!.getBoundingClientRect().top).length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + across, ArrowUp: at - across, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[Math.min(Math.max(to, 0), all.length - 1)]?.focus();
    else if (event.key === "+") add(card);
    else if (event.key === "-" || event.key === "Delete" || event.key === "Backspace") remove(card);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <p class="row spread small muted" role="status">
        <span>{words.found(found.value.length)}</span>
        <span class="keys-hint">{words.keys}</span>
        {filter.value !== ALL && (
          <button class="button small plain" onClick={() => (filter.value = ALL)}>
            {words.clear}
          </button>
        )}
      </p>
      {found.value.length === 0 && cards.value.size > 0 && <p>{words.nothing}</p>}
      <ul class="card-grid" onKeyDown={move}>
        {found.value.map((card) => (
          <Pick key={card.id} card={card} tab={card.id === first} onFocus={() => (focused.value = card.id)} />
        ))}
      </ul>
    </>
  );
}

function Pick({ card, tab, onFocus }: { card: Card; tab: boolean; onFocus: () => void }): ComponentChildren {
  const most = rules.value.copies;
  const count = counts.value.get(card.id) ?? 0;
  return (
    <li class={count ? "in-deck" : ""}>
      <button
        class="pick"
        tabIndex={tab ? 0 : -1}
        onFocus={onFocus}
        onClick={(event) => (event.shiftKey ? remove(card) : add(card))}
        onContextMenu={(event) => {
          event.preventDefault();
          remove(card);
        }}
        aria-label={`${spoken(card)} ${words.inDeck(count, most)}`}
      >
        <CardFront card={card} />
      </button>
      <span class="pips">
        <button class="pip-button" tabIndex={-1} aria-label={`${words.remove}: ${card.name}`} disabled={!count} onClick={() => remove(card)}>
          <Icon name="minus" />
        </button>
        <span aria-hidden="true">
          {"●".repeat(Math.min(count, most))}
          {"○".repeat(Math.max(0, most - count))}
        </span>
        <button class="pip-button" tabIndex={-1} aria-label={`${words.add}: ${card.name}`} disabled={count >= most} onClick={() => add(card)}>
          <Icon name="plus" />
        </button>
      </span>
    </li>
  );
}

async function save(): Promise<SavedDeck | null> {
  const { id, name, cards: faces } = draft.value;
  try {
    const made = await api.saveDeck(id, { name: name.trim() || words.unnamed, cards: faces, game: game.value });
    open(made);
    go(`/decks/${made.id}`, true);
    toast(words.saved(made.name));
    await loadOwn();
    return made;
  } catch (error) {
    complain(error);
    return null;
  }
}

async function playIt(): Promise<void> {
  const { id, ready, changed } = draft.value;
  const choice = ready ?? (id && !changed ? id : (await save())?.id);
  if (!choice) return;
  chosen.value = choice;
  go("/");
}

async function bin(): Promise<void> {
  const { id, name, cards: faces } = draft.value;
  try {
    if (id) await api.deleteDeck(id);
  } catch (error) {
    complain(error);
    return;
  }
  put(EMPTY);
  go("/decks", true);
  await loadOwn().catch(complain);
  const undo = () => {
    put({ id: null, ready: null, name, cards: faces, changed: true });
    if (id) void save();
  };
  toast(words.binned(name || words.unnamed), { undo });
}

function DeckOnDesk(): ComponentChildren {
  const listing = useSignal(false);
  const { id, ready, name, cards: faces, changed } = draft.value;
  const wrong = lacks();
  return (
    <section class="panel desk" aria-label={words.showDeck}>
      <label class="field">
        <span class="hidden-text">{words.name}</span>
        <input type="text" class="deck-name" maxLength={60} value={name} placeholder={words.unnamed} aria-label={words.name} onInput={(event) => change({ name: event.currentTarget.value }, words.copyOf)} />
      </label>
      <p class="deck-state" role="status">
        <b class="number">
          {faces.length} / {rules.value.size}
        </b>
        {wrong.length ? (
          <span class="bad">
            <span aria-hidden="true">✗ </span>
            {wrong.join(". ")}
          </span>
        ) : (
          <span class="good">
            <span aria-hidden="true">✓ </span>
            {words.legal}
          </span>
        )}
      </p>
      <div class="row">
        <button class="button small gold" disabled={!!ready || (!changed && !!id) || !faces.length} onClick={() => void save()}>
          <Icon name="check" />
          {words.save}
        </button>
        <button class="button small" disabled={wrong.length > 0} onClick={() => void playIt()}>
          <Icon name="play" />
          {words.play}
        </button>
      </div>
      <div class="row">
        <button class="button small" onClick={() => (listing.value = true)}>
          <Icon name="copy" />
          {words.list}
        </button>
        <button class="button small" disabled={!faces.length} onClick={() => put({ ...draft.value, id: null, ready: null, name: words.copyOf(name), changed: true })}>
          <Icon name="cards" />
          {words.duplicate}
        </button>
        {!ready && (id || faces.length > 0) && (
          <button class="button small danger" onClick={() => void bin()}>
            <Icon name="bin" />
            {words.bin}
          </button>
        )}
      </div>
      <DeckStats />
      {ready && <p class="small muted">{words.readyNote}</p>}
      {!faces.length && <p class="muted">{words.empty}</p>}
      <ul class="deck-rows">
        {contents.value.map((card) => (
          <Row key={card.id} card={card} />
        ))}
      </ul>
      {listing.value && <ListDialog onClose={() => (listing.value = false)} onTake={(list) => set(list)} />}
    </section>
  );
}

function Row({ card }: { card: Card }): ComponentChildren {
  const count = counts.value.get(card.id) ?? 0;
  const most = rules.value.copies;
  return (
    <li class={`deck-row ${card.school ?? ""} ${count > most ? "too-many" : ""}`}>
      <b class="row-cost number">{card.cost ?? "–"}</b>
      <span class="row-name" title={card.text}>
        {card.name}
      </span>
      <span class="number">× {count}</span>
      <button class="pip-button" aria-label={`${words.remove}: ${card.name}`} onClick={() => remove(card)}>
        <Icon name="minus" />
      </button>
      <button class="pip-button" aria-label={`${words.add}: ${card.name}`} disabled={count >= most} onClick={() => add(card)}>
        <Icon name="plus" />
      </button>
    </li>
  );
}
