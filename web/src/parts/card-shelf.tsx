// All cards of a game to build a deck from: search, sieves, and the cards themselves.
import { useComputed, useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Sieve } from "../games/building";
import type { Card } from "../session/catalog";
import { CardFront, spoken } from "./card";
import { cards, game } from "./chosen";
import { building, byCost, counts, most } from "./draft";
import { Icon } from "./icons";

const words = {
  search: "Search",
  found: (count: number) => (count === 1 ? "1 card" : `${count} cards`),
  nothing: "No card is like that. Take a filter away.",
  clear: "Show all",
  add: "Add one",
  remove: "Take one out",
  inDeck: (count: number, of: number) => (of > MANY ? `${count} in the deck` : `${count} of ${of} in the deck`),
  keys: "Arrows move between cards, Enter or + adds, − takes out, / searches.",
};

/** More copies than this are a number, not a row of dots. */
const MANY = 6;
/** So many cards are drawn at once; more when one comes near their end. */
const AT_ONCE = 60;

interface Filter {
  text: string;
  /** By sieve, the chips that are pressed. */
  picked: Readonly<Record<string, readonly string[]>>;
}

const ALL: Filter = { text: "", picked: {} };

export interface Hand {
  add(card: Card): void;
  remove(card: Card): void;
}

export function CardShelf({ hand }: { hand: Hand }): ComponentChildren {
  const filter = useSignal<Filter>(ALL);
  useEffect(() => void (filter.value = ALL), [game.value]);
  return (
    <>
      <Filters filter={filter} />
      <AllCards filter={filter} hand={hand} />
    </>
  );
}

function Filters({ filter }: { filter: Signal<Filter> }): ComponentChildren {
  const now = filter.value;
  const press = ({ id: sieve, many }: Sieve, id: string) => {
    const before = now.picked[sieve] ?? [];
    const after = before.includes(id) ? before.filter((one) => one !== id) : many ? [...before, id] : [id];
    filter.value = { ...now, picked: { ...now.picked, [sieve]: after } };
  };
  useEffect(() => {
    const type = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target as HTMLElement).closest("input, textarea, select")) return;
      event.preventDefault();
      document.getElementById("card-search")?.focus();
    };
    addEventListener("keydown", type);
    return () => removeEventListener("keydown", type);
  }, []);
  return (
    <div class="filters">
      <label class="search-field">
        <span class="hidden-text">{words.search}</span>
        <Icon name="search" />
        <input id="card-search" type="search" placeholder={building.value.hint} value={now.text} onInput={(event) => (filter.value = { ...now, text: event.currentTarget.value })} />
      </label>
      {building.value.sieves.map((sieve) => (
        <div key={sieve.id} class="row" role="group" aria-label={sieve.label}>
          {sieve.chips.map(({ id, label, school = "" }) => (
            <button key={id} class={`choice filter ${school} ${sieve.id}-filter`} aria-pressed={now.picked[sieve.id]?.includes(id) ?? false} onClick={() => press(sieve, id)}>
              {label}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}

function matches(card: Card, { text, picked }: Filter, sieves: readonly Sieve[]): boolean {
  for (const { id, chips } of sieves) {
    const pressed = picked[id] ?? [];
    if (pressed.length && !chips.some((chip) => pressed.includes(chip.id) && chip.takes(card))) return false;
  }
  const printed = [card.name, card.text, card.line ?? `${card.school} ${card.type}`, ...(card.keywords ?? [])].join(" ").toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => (/^\d+$/.test(word) ? card.cost === Number(word) : printed.includes(word)));
}

function AllCards({ filter, hand }: { filter: Signal<Filter>; hand: Hand }): ComponentChildren {
  const found = useComputed(() => [...cards.value.values()].filter((card) => matches(card, filter.value, building.value.sieves)).sort(byCost));
  const focused = useSignal("");
  const drawn = useSignal(AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => void (drawn.value = AT_ONCE), [filter.value, game.value]);
  useEffect(() => {
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && (drawn.value += AT_ONCE), { rootMargin: "600px" });
    if (end.current) watch.observe(end.current);
    return () => watch.disconnect();
  }, [drawn.value, found.value]);
  const shown = found.value.slice(0, drawn.value);
  const first = shown.some(({ id }) => id === focused.value) ? focused.value : shown[0]?.id;
  const move = (event: KeyboardEvent) => {
    const grid = event.currentTarget as HTMLElement;
    const all = [...grid.querySelectorAll<HTMLElement>(".pick")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const card = shown[at];
    if (!card) return;
    const across = all.filter((one) => one.offsetParent && one.getBoundingClientRect().top === all[0]!.getBoundingClientRect().top).length;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, ArrowDown: at + across, ArrowUp: at - across, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) all[Math.min(Math.max(to, 0), all.length - 1)]?.focus();
    else if (event.key === "+") hand.add(card);
    else if (event.key === "-" || event.key === "Delete" || event.key === "Backspace") hand.remove(card);
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
        {shown.map((card) => (
          <Pick key={card.id} card={card} hand={hand} tab={card.id === first} onFocus={() => (focused.value = card.id)} />
        ))}
      </ul>
      {shown.length < found.value.length && <div ref={end} />}
    </>
  );
}

function Pick({ card, hand, tab, onFocus }: { card: Card; hand: Hand; tab: boolean; onFocus: () => void }): ComponentChildren {
  const of = most(card);
  const count = counts.value.get(card.id) ?? 0;
  return (
    <li class={count ? "in-deck" : ""}>
      <button
        class="pick"
        tabIndex={tab ? 0 : -1}
        onFocus={onFocus}
        onClick={(event) => (event.shiftKey ? hand.remove(card) : hand.add(card))}
        onContextMenu={(event) => {
          event.preventDefault();
          hand.remove(card);
        }}
        aria-label={`${spoken(card)} ${words.inDeck(count, of)}`}
      >
        <CardFront card={card} />
      </button>
      <span class="pips">
        <button class="pip-button" tabIndex={-1} aria-label={`${words.remove}: ${card.name}`} disabled={!count} onClick={() => hand.remove(card)}>
          <Icon name="minus" />
        </button>
        <span aria-hidden="true">{of > MANY ? `× ${count}` : "●".repeat(Math.min(count, of)) + "○".repeat(Math.max(0, of - count))}</span>
        <button class="pip-button" tabIndex={-1} aria-label={`${words.add}: ${card.name}`} disabled={count >= of} onClick={() => hand.add(card)}>
          <Icon name="plus" />
        </button>
      </span>
    </li>
  );
}
