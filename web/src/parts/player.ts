// Plays a recorded match on a stage: where it is, whose eyes it is seen with, and how fast it goes.
import { batch, computed, effect, signal } from "@preact/signals";
import type { GameView } from "../games/types";
import { mirror } from "../mirror/client";
import type { Replay, ReplayStep } from "../mirror/protocol";
import { cardsOf } from "../session/catalog";
import type { Face, Ref } from "../session/wire";
import { Director } from "../table/director";
import { Stage } from "../table/stage";
import { called } from "./opponents";

/** Milliseconds between two steps at the usual speed. */
const PAUSE = 800;
/** From this speed on nothing is animated: there is no time. */
const FAST = 4;
/** Pictures that are asked for at once, and how many of them lie before the place that is wanted. */
const CHUNK = 32;
const BEFORE = 16;

export class Player {
  /** Steps in which something is to be seen or read. */
  readonly steps: readonly ReplayStep[];
  readonly names: readonly string[];
  /** Which of `steps` is shown. */
  readonly at = signal(0);
  /** A seat, or the number of seats for one who knows everything. */
  readonly as = signal(0);
  readonly running = signal(false);
  readonly speed = signal(1);
  readonly step = computed(() => this.steps[this.at.value]!);
  /** The first step of each turn. */
  readonly turns: readonly { turn: number; at: number }[];
  readonly stage: Stage;
  readonly director: Director;
  #close: () => void;
  #asking = false;
  /** Whether the place that is wanted has no picture yet. */
  #waits = false;

  constructor(
    readonly replay: Replay,
    view: GameView,
  ) {
    this.names = replay.names.map(called);
    const everything = replay.names.length;
    const last = replay.steps.length - 1;
    this.steps = replay.steps.filter((step, at) => at === 0 || at === last || step.frames.length > 0 || step.sentences[everything]);
    this.turns = this.steps.flatMap(({ turn }, at) => (turn > 0 && turn !== this.steps[at - 1]?.turn ? [{ turn, at }] : []));
    this.stage = new Stage(view, this.names, cardsOf(replay.game), () => undefined);
    this.director = new Director(this.stage);
    this.as.value = everything;
    this.#look();
    this.director.jump(this.step.value.state);
    this.#close = effect(() => {
      if (!this.running.value || this.stage.busy.value) return;
      const from = this.at.value;
      const timer = setTimeout(() => this.#go(from), PAUSE / this.speed.value);
      return () => clearTimeout(timer);
    });
  }

  get last(): number {
    return this.steps.length - 1;
  }

  /** A sentence with the computer's players by the names that they have on these pages. */
  tell(text: string): string {
    return this.replay.names.reduce((told, name, seat) => {
      const shown = this.names[seat]!;
      return shown === name ? told : told.replaceAll(name, shown).replaceAll(name.charAt(0).toUpperCase() + name.slice(1), shown);
    }, text);
  }

  /** The step that shows this entry of the log, or the one before it. */
  placeOf(entry: number): number {
    return Math.max(0, this.steps.findLastIndex(({ at }) => at <= entry));
  }

  /** Show another step: the next one as it happens, any other as it stood. */
  seek(at: number): void {
    const to = Math.min(Math.max(at, 0), this.last);
    if (to === this.at.value) return;
    // Whoever presses on while something still moves wants to be further on.
    const next = to === this.at.value + 1 && this.speed.value < FAST && !this.stage.busy.value;
    batch(() => {
      this.at.value = to;
      this.#look();
    });
    const { frames, state } = this.step.value;
    this.#bring();
    this.#waits = state === null;
    if (this.#waits) return;
    if (next) {
      const as = this.as.value;
      this.director.play(frames.map(({ event, sentences, state }) => ({ event, state, sentence: sentences[as] })), state);
    } else this.director.jump(state);
  }

  /** See it with other eyes. */
  see(as: number): void {
    this.as.value = Math.min(Math.max(as, 0), this.names.length);
    this.#look();
  }

  toggle(): void {
    if (!this.running.value && this.at.value === this.last) this.seek(0);
    this.running.value = !this.running.value;
  }

  /** To the next turn (1) or the one before (-1). */
  turn(by: 1 | -1): void {
    const now = this.at.value;
    const to = by > 0 ? this.turns.find(({ at }) => at > now)?.at : this.turns.findLast(({ at }) => at < now)?.at;
    this.seek(to ?? (by > 0 ? this.last : 0));
  }

  close(): void {
    this.running.value = false;
    this.#close();
  }

  #go(from: number): void {
    if (!this.running.value || this.at.value !== from) return;
    if (from >= this.last) this.running.value = false;
    else this.seek(from + 1);
  }

  /** Ask for the pictures from here on, if some are not here yet; one question at a time. */
  #bring(): void {
    const missing = this.steps.slice(this.at.value, this.at.value + CHUNK / 2).find(({ state }) => state === null);
    if (!missing || this.#asking) return;
    const all = this.replay.steps;
    const first = Math.max(0, all.indexOf(missing) - BEFORE);
    this.#asking = true;
    void mirror
      .pictures(this.replay.match, first, first + CHUNK)
      .then((found) => {
        found.forEach(({ frames, state }, at) => {
          const step = all[first + at]!;
          if (step.state !== null) return;
          step.state = state;
          step.frames.forEach((frame, place) => (frame.state = frames[place]));
        });
        this.#asking = false;
        const now = this.step.value;
        if (this.#waits && now.state !== null) {
          this.#waits = false;
          this.director.jump(now.state);
        }
        this.#bring();
      })
      .catch(() => (this.#asking = false)); // another replay is open now, and this one is gone
  }

  /** Tell the stage who looks and what they know by now. */
  #look(): void {
    const as = this.as.value;
    const seats = this.names.length;
    const known = new Map<Ref, Face>();
    for (const { faces } of this.steps.slice(0, this.at.value + 1)) {
      faces.forEach((shown, seat) => {
        if (as === seats || as === seat) for (const [ref, face] of shown) known.set(ref, face);
      });
    }
    batch(() => {
      this.stage.seat.value = as < seats ? as : -1;
      this.stage.near.value = as < seats ? as : 0;
      this.stage.faces.value = known;
    });
  }
}
