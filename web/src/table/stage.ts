// The stage: what is on the table as it is shown now, where it lies, and what can be done with it.
//
// It knows no match: a table page feeds it from one, a replay from a recording, a test from thin air.
import { batch, computed, signal } from "@preact/signals";
import type { GameView, Gesture, Key, Layout, Look, Piece, Told, Zone } from "../games/types";
import type { Cards } from "../session/catalog";
import type { Face, Ref, Seat, Tagged } from "../session/wire";
import { boxAround, contains, place, type Pose } from "./place";

/** What the pointer or the keyboard holds. */
export interface Held {
  source: Key;
  by: Gesture["by"];
  /** Dragged: it follows the pointer. Otherwise it was picked by a click or a key. */
  dragged: boolean;
}

export interface Line extends Told {
  id: number;
  /** How often the same thing has happened in a row. */
  times: number;
}

export interface Banner {
  title: string;
  line?: string | undefined;
  tone: "mine" | "theirs" | "plain";
  id: number;
}

const LINES = 400;

export class Stage {
  readonly size = signal({ w: innerWidth, h: innerHeight });
  readonly seat = signal<Seat>(-1);
  readonly near = signal<Seat>(0);
  readonly faces = signal<ReadonlyMap<Ref, Face>>(new Map());
  /** The state as it is shown; what really is may be some animations ahead. */
  readonly shown = signal<unknown>(null);
  /** What may be done, in the state that really is. */
  readonly real = signal<unknown>(null);
  readonly legal = signal<readonly Tagged[]>([]);
  readonly labels = signal<readonly string[]>([]);

  readonly held = signal<Held | null>(null);
  /** The piece that has the keyboard. */
  readonly focused = signal<Key | null>(null);
  /** The target under the pointer while something is held. */
  readonly over = signal<Key | null>(null);
  readonly pointer = signal<{ x: number; y: number } | null>(null);
  /** Pieces that an effect has hidden for a moment. */
  readonly hidden = signal<ReadonlySet<Key>>(new Set());
  readonly zoomed = signal<Key | null>(null);
  readonly spotlight = signal<{ face: Face; from: Pose | null; id: number } | null>(null);
  readonly banner = signal<Banner | null>(null);
  readonly chronicle = signal<readonly Line[]>([]);
  /** What a screen reader says next. */
  readonly spoken = signal("");
  /** Why something was not possible. */
  readonly notice = signal<{ text: string; id: number } | null>(null);
  /** Counts up when every piece should go back to where it belongs. */
  readonly arranged = signal(0);
  /** Whether events are being animated. */
  readonly busy = signal(false);

  readonly look = computed<Look>(() => ({
    seat: this.seat.value,
    near: this.near.value,
    names: this.names,
    faces: this.faces.value,
    cards: this.cards.value,
  }));
  readonly pieces = computed<readonly Piece[]>(() => (this.shown.value ? this.view.pieces(this.shown.value, this.look.value) : []));
  readonly byKey = computed<ReadonlyMap<Key, Piece>>(() => new Map(this.pieces.value.map((piece) => [piece.key, piece])));
  readonly layout = computed<Layout>(() => this.view.layout(this.size.value, this.look.value, this.shown.value));
  readonly poses = computed<ReadonlyMap<Key, Pose>>(() => place(this.pieces.value, this.layout.value));
  readonly resources = computed(() => (this.shown.value ? this.view.resources(this.shown.value, this.look.value) : []));
  readonly gestures = computed<readonly Gesture[]>(() =>
    this.real.value ? this.view.gestures(this.real.value, this.legal.value, this.labels.value, this.look.value) : [],
  );
  readonly buttons = computed(() => this.gestures.value.filter((gesture) => gesture.source === null));
  readonly sources = computed<ReadonlySet<Key>>(() => new Set(this.gestures.value.flatMap(({ source }) => source ?? [])));
  /** The sources that glow. */
  readonly glowing = computed<ReadonlySet<Key>>(() => new Set(this.gestures.value.flatMap(({ source, quiet }) => (quiet ? [] : (source ?? [])))));
  /** Where what is held may go. */
  readonly targets = computed<ReadonlyMap<Key, Gesture>>(() => {
    const held = this.held.value;
    const open = held ? this.gestures.value.filter(({ source }) => source === held.source) : [];
    return new Map(open.flatMap((gesture) => (gesture.target ? [[gesture.target, gesture] as const] : [])));
  });

  /** Why something is what it is, in lines, by its number in the state; nobody may know. */
  why: (key: number) => Promise<string[]> = () => Promise.resolve([]);

  /** The elements of the pieces, for those who move them. */
  readonly elements = new Map<Key, HTMLElement>();
  #count = 0;
  /** The chronicle before our last action. */
  #written: readonly Line[] | null = null;

  constructor(
    readonly view: GameView,
    readonly names: readonly string[],
    readonly cards: { readonly value: Cards },
    /** What happens when somebody does something. */
    readonly act: (action: Tagged, wish?: readonly Ref[]) => void,
  ) {}

  zone(key: Key): Zone | undefined {
    return this.layout.value.zones.find((zone) => zone.key === key);
  }

  /** The centre of a piece or a zone, wherever it is now. */
  centre(key: Key): { x: number; y: number } | null {
    return this.poses.value.get(key) ?? this.zone(key)?.box ?? null;
  }

  // --- picking up and putting down ---

  /** Pick something up. Says why if it cannot be. */
  pick(key: Key, dragged: boolean): boolean {
    const gesture = this.gestures.value.find(({ source }) => source === key);
    if (!gesture) {
      this.explain(key, null);
      return false;
    }
    this.held.value = { source: key, by: gesture.by, dragged };
    return true;
  }

  /** Let go of what is held; it goes back. */
  drop(): void {
    if (!this.held.value) return;
    batch(() => {
      this.held.value = null;
      this.over.value = null;
      this.arranged.value++;
    });
  }

  /** Do it. What is held stays where it was put down until the table knows better. */
  commit(action: Tagged, wish?: readonly Ref[]): void {
    batch(() => {
      this.held.value = null;
      this.over.value = null;
    });
    this.#written = this.chronicle.value;
    this.act(action, wish);
  }

  /** It did not happen after all: everything goes back, and the chronicle does not tell of it. */
  takeBack(why: string): void {
    batch(() => {
      if (this.#written) this.chronicle.value = this.#written;
      this.#written = null;
      this.arranged.value++;
      this.tell(why);
    });
  }

  /** Put what is held on this piece or zone, if that is possible. */
  put(target: Key): boolean {
    const held = this.held.value;
    const gesture = this.targets.value.get(target);
    if (!held) return false;
    if (!gesture) {
      this.explain(held.source, target);
      return false;
    }
    this.commit(gesture.action);
    return true;
  }

  /** What the held piece may be put on at this point: a piece before a zone. */
  targetAt(x: number, y: number): Key | null {
    const targets = this.targets.value;
    const unit = this.layout.value.unit;
    let zoneKey: Key | null = null;
    for (const key of targets.keys()) {
      const piece = this.byKey.value.get(key);
      const pose = this.poses.value.get(key);
      if (piece && pose && contains(boxAround(piece, pose, unit), x, y, 6)) return key;
      const zone = this.zone(key);
      if (zone && contains(zone.box, x, y, 40)) zoneKey = key;
    }
    return zoneKey ?? this.#anywhereBut(x, y);
  }

  /** A card with one place to go needs no aim: anywhere outside its own zone will do. */
  #anywhereBut(x: number, y: number): Key | null {
    const held = this.held.value;
    const zones = [...this.targets.value.keys()].filter((key) => this.zone(key));
    const home = held && this.zone(this.byKey.value.get(held.source)?.zone ?? "");
    if (zones.length !== 1 || !home || this.targets.value.size !== 1) return null;
    return contains(home.box, x, y, 0) ? null : zones[0]!;
  }

  /** The topmost piece at this point, target or not. */
  pieceAt(x: number, y: number): Piece | null {
    const unit = this.layout.value.unit;
    const found = this.pieces.value.filter((piece) => {
      const pose = this.poses.value.get(piece.key);
      return pose && contains(boxAround(piece, pose, unit), x, y);
    });
    return found.sort((a, b) => this.poses.value.get(b.key)!.z - this.poses.value.get(a.key)!.z)[0] ?? null;
  }

  /** Choose a piece by click or key: pick it up, or put what is held on it. */
  choose(key: Key, byKey: boolean): void {
    const held = this.held.value;
    if (held) {
      if (this.targets.value.has(key)) {
        this.put(key);
        return;
      }
      const field = [...this.targets.value.keys()].find((target) => this.zone(target));
      const here = this.byKey.value.get(key)?.zone;
      if (field && (here === field || (key === held.source && byKey))) {
        this.put(field);
        return;
      }
      if (key === held.source) {
        const only = this.#only(key);
        if (only && !only.quiet) this.commit(only.action);
        else this.drop();
        return;
      }
      if (!this.sources.value.has(key)) {
        this.explain(held.source, key);
        return;
      }
    }
    const only = this.#only(key);
    const piece = this.byKey.value.get(key);
    // On a small screen a card is lifted first, to be read, and played by another tap.
    const small = this.layout.value.compact && !byKey && this.zone(piece?.zone ?? "")?.shape === "fan";
    if (only && !only.quiet && !small) {
      this.commit(only.action);
    } else if (piece?.opens && !this.sources.value.has(key)) {
      piece.opens();
    } else if (piece?.details && this.layout.value.compact && !byKey && !this.sources.value.has(key)) {
      piece.details(); // a finger has no other way
    } else if (this.pick(key, false) && byKey) this.#aim();
  }

  /** The one thing that can be done with a piece, if it needs no aim. */
  #only(key: Key): Gesture | undefined {
    const alone = this.gestures.value.filter(({ source }) => source === key);
    const direct = alone.find(({ target }) => target === null);
    return alone.every(({ action }) => action === direct?.action) ? direct : undefined;
  }

  /** The keyboard goes to the first thing that can be aimed at. */
  #aim(): void {
    const first = [...this.targets.value.keys()].find((key) => this.byKey.value.has(key));
    if (first) this.focus(first);
    const held = this.byKey.value.get(this.held.value?.source ?? "");
    const count = this.targets.value.size;
    if (held) this.speak(first ? `${held.name}: ${count} ${count === 1 ? "target" : "targets"}. Arrows to aim, Enter to choose, Escape to cancel.` : `${held.name} picked up. Enter to play it, Escape to cancel.`);
  }

  focus(key: Key): void {
    this.focused.value = key;
    this.elements.get(key)?.focus({ preventScroll: true });
  }

  explain(source: Key, target: Key | null): void {
    const piece = this.byKey.value.get(source);
    if (!piece || !this.real.value) return;
    const why = this.view.explain(this.real.value, this.look.value, piece, target);
    if (why) this.tell(why);
  }

  // --- words ---

  /** A short message on the table. */
  tell(text: string): void {
    this.notice.value = { text, id: ++this.#count };
    this.speak(text);
  }

  speak(text: string): void {
    // The same words twice are said twice only if the text differs.
    this.spoken.value = this.spoken.value === text ? `${text}\u00a0` : text;
  }

  write(told: Told): void {
    const lines = this.chronicle.value;
    const last = lines[lines.length - 1];
    const again = last?.text === told.text ? last : null;
    this.chronicle.value = again ? [...lines.slice(0, -1), { ...again, times: again.times + 1 }] : [...lines.slice(-LINES), { ...told, id: ++this.#count, times: 1 }];
  }

  next(): number {
    return ++this.#count;
  }
}
