// The deck that is being built: its name, whether it may be played, its curve and its cards.
import { useSignal } from "@preact/signals";
import { Fragment, type ComponentChildren } from "preact";
import type { Card } from "../session/catalog";
import { go } from "../session/router";
import { api, type SavedDeck } from "./api";
import type { Hand } from "./card-shelf";
import { deck as chosen, game } from "./chosen";
import { loadOwn } from "./deck-choice";
import { ListDialog } from "./deck-list";
import { DeckStats } from "./deck-stats";
import { building, change, contents, counts, draft, EMPTY, lacks, leader, most, put, shape, wanted, withOne, without } from "./draft";
import { Icon } from "./icons";
import { complain, toast } from "./toast";

export const words = {
  deck: "Deck",
  others: "others",
  add: "Add one",
  remove: "Take one out",
  lead: (title: string) => `Make it ${title}`,
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
};

const set = (faces: string[]) => change({ cards: faces }, words.copyOf);

function add(card: Card): void {
  if ((counts.value.get(card.id) ?? 0) < most(card)) set(withOne(draft.value.cards, card.id));
}

function remove(card: Card): void {
  if (counts.value.has(card.id)) set(without(draft.value.cards, card.id));
}

/** What a press on a card does. */
export const hand: Hand = { add, remove };

/** Whether it is worth offering as the leader; the server has the last word. */
const mayLead = ({ line = "" }: Card): boolean => line.startsWith("Legendary") && line.includes("Creature");

/** Lay a saved deck on the desk. */
export function open({ id, name, cards: faces }: SavedDeck): void {
  put({ id, ready: null, name, cards: faces, changed: false });
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

/** The deck on the desk, with everything that can be done with it. */
export function DeckOnDesk(): ComponentChildren {
  const listing = useSignal(false);
  const { id, ready, name, cards: faces, changed } = draft.value;
  const wrong = lacks.value;
  return (
    <section class="panel desk" aria-label={words.deck}>
      <label class="field">
        <span class="hidden-text">{words.name}</span>
        <input type="text" class="deck-name" maxLength={60} value={name} placeholder={words.unnamed} aria-label={words.name} onInput={(event) => change({ name: event.currentTarget.value }, words.copyOf)} />
      </label>
      <p class="deck-state" role="status">
        <b class="number">
          {faces.length} / {wanted.value}
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
      <Contents />
      {listing.value && <ListDialog onClose={() => (listing.value = false)} onTake={(list) => set(list)} />}
    </section>
  );
}

/** The cards of the deck: the one that leads it, then the others, by kind where the game has many. */
function Contents(): ComponentChildren {
  const { kind, kinds } = building.value;
  const groups = kinds.length ? [...kinds, words.others].map((name) => [name, contents.value.filter((card) => (kinds.includes(kind(card)) ? kind(card) : words.others) === name)] as const) : [["", contents.value] as const];
  const counted = (some: readonly Card[]) => some.reduce((sum, { id }) => sum + inDeck(id), 0);
  return (
    <ul class="deck-rows">
      {leader.value && (
        <>
          <li class="deck-kind">{capital(shape.value.leader)}</li>
          <Row card={leader.value} leads />
        </>
      )}
      {groups.map(([name, some]) => some.length > 0 && (
        <Fragment key={name}>
          {name && (
            <li class="deck-kind">
              {capital(name)} <span class="number">{counted(some)}</span>
            </li>
          )}
          {some.map((card) => (
            <Row key={card.id} card={card} />
          ))}
        </Fragment>
      ))}
    </ul>
  );
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** How many of a card are in the deck besides its leader. */
const inDeck = (id: string): number => (counts.value.get(id) ?? 0) - (leader.value?.id === id ? 1 : 0);

function Row({ card, leads = false }: { card: Card; leads?: boolean }): ComponentChildren {
  const count = leads ? 1 : inDeck(card.id);
  const of = most(card);
  const { leader: title } = shape.value;
  return (
    <li class={`deck-row ${card.school ?? ""} ${count > of ? "too-many" : ""}`}>
      <b class="row-cost number">{card.cost ?? "–"}</b>
      <span class="row-name" title={card.text}>
        {card.name}
      </span>
      {title && !leads && mayLead(card) && (
        <button class="button small plain row-lead" onClick={() => set([card.id, ...draft.value.cards.toSpliced(draft.value.cards.indexOf(card.id), 1)])} aria-label={`${words.lead(title)}: ${card.name}`}>
          {words.lead(title)}
        </button>
      )}
      <span class="number">× {count}</span>
      <button class="pip-button" aria-label={`${words.remove}: ${card.name}`} onClick={() => remove(card)}>
        <Icon name="minus" />
      </button>
      <button class="pip-button" aria-label={`${words.add}: ${card.name}`} disabled={(counts.value.get(card.id) ?? 0) >= of} onClick={() => add(card)}>
        <Icon name="plus" />
      </button>
    </li>
  );
}
