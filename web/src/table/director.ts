// Plays what has happened: one event after another, each as its game says.
import { batch } from "@preact/signals";
import type { Key, Motion } from "../games/types";
import { calm } from "../session/settings";
import { play as sound } from "../sound/sound";
import type { Tagged } from "../session/wire";
import type { Effects } from "./effects";
import { wait } from "./motion";
import type { Stage } from "./stage";

export interface Scene {
  event: Tagged;
  /** The state after the event, if known. */
  state?: unknown;
  sentence?: string | undefined;
}

/** With more scenes waiting than this, things go faster, and beyond twice as many nothing is animated. */
const HURRY = 24;

export class Director {
  effects: Effects | null = null;
  #waiting: Scene[] = [];
  #last: unknown = undefined;
  #playing: Promise<void> | null = null;
  /** The scene that is playing must not put back what a jump has passed. */
  #cut = false;

  constructor(private readonly stage: Stage) {}

  /** Show what has happened; `state` is how it stands after all of it. */
  play(scenes: readonly Scene[], state: unknown): void {
    this.#waiting.push(...scenes);
    this.#last = state;
    this.#playing ??= this.#run();
  }

  /** Forget what was to be shown: this is how it stands. */
  jump(state: unknown): void {
    this.#waiting = [];
    this.#last = state;
    if (!this.#playing) this.stage.shown.value = state;
    else this.#cut = true;
  }

  /** What was foreseen will not be: nothing more of it is shown or told, until a jump says how it stands. */
  forget(): void {
    this.#waiting = [];
    this.#cut = true;
  }

  async #run(): Promise<void> {
    const stage = this.stage;
    stage.busy.value = true;
    await Promise.resolve();
    while (this.#waiting.length) {
      const scene = this.#waiting.shift()!;
      this.#cut = false;
      try {
        await this.#scene(scene);
      } catch (error) {
        // A picture that fails must not stop the match.
        console.error(error);
      }
    }
    this.#playing = null;
    batch(() => {
      stage.busy.value = false;
      if (this.#last !== undefined) stage.shown.value = this.#last;
    });
  }

  async #scene({ event, state, sentence }: Scene): Promise<void> {
    const { stage } = this;
    const before = stage.shown.value;
    const after = state ?? before;
    const look = stage.look.value;
    const told = stage.view.say(event, before, look, sentence);
    if (told) {
      stage.write(told);
      if (!told.quiet) stage.speak(told.text.replaceAll("**", ""));
    }
    const motions = stage.view.motions(event, before, after, look);
    let shown = false;
    for (const motion of motions) {
      if (this.#cut) return;
      if (motion.do === "commit") {
        shown = true;
        stage.shown.value = after;
        await wait(0); // let the new pieces have their elements
      } else if (this.#waiting.length < 2 * HURRY) await this.#motion(motion);
    }
    if (!shown && !this.#cut) stage.shown.value = after;
  }

  async #motion(motion: Motion): Promise<void> {
    const { effects, stage } = this;
    if (!effects) return;
    const pace = calm.value ? 0.4 : this.#waiting.length > HURRY ? 0.3 : 1;
    switch (motion.do) {
      case "lunge":
        sound("swing");
        return effects.lunge(motion.who, motion.at);
      case "damage":
        sound(motion.amount > 5 ? "smash" : "hit");
        effects.float(motion.who, `−${motion.amount}`, "damage");
        effects.burst(motion.who, "blood", Math.min(14, 5 + motion.amount), 4);
        effects.shake(motion.who, Math.min(2, 0.6 + motion.amount / 6));
        return wait(120 * pace);
      case "heal":
        sound("heal");
        effects.float(motion.who, `+${motion.amount}`, "heal");
        effects.burst(motion.who, "heal", 8, 3.5);
        return wait(120 * pace);
      case "die":
        sound("die");
        return effects.die(motion.who);
      case "show":
        return this.#show(motion.who, motion.face, (motion.ms ?? 700) * pace);
      case "bolt": {
        const from = this.stage.spotlight.value ? spotlightAt(stage) : stage.centre(motion.from);
        const to = stage.centre(motion.to);
        if (!from || !to) return;
        sound("bolt");
        await effects.bolt(from, to, motion.tone);
        effects.burst(motion.to, motion.tone, 10, 5);
        return;
      }
      case "land":
        sound("land");
        return effects.land(motion.who, motion.heavy);
      case "burst":
        return effects.burst(motion.who, motion.tone);
      case "shake":
        return effects.shake(motion.who);
      case "sound":
        return sound(motion.name);
      case "banner":
        stage.banner.value = { ...motion, id: stage.next() };
        return wait(420 * pace);
      case "wait":
        return wait(motion.ms * pace);
      case "commit":
        return;
    }
  }

  /** A card is held up for all to see before it does something. */
  async #show(who: Key, face: string, ms: number): Promise<void> {
    const { stage } = this;
    const id = stage.next();
    stage.spotlight.value = { face, from: stage.poses.value.get(who) ?? null, id };
    stage.hidden.value = new Set([...stage.hidden.value, who]);
    await wait(ms);
    setTimeout(() => {
      const hidden = new Set(stage.hidden.value);
      hidden.delete(who);
      stage.hidden.value = hidden;
      if (stage.spotlight.value?.id === id) stage.spotlight.value = null;
    }, 450);
  }
}

/** Where a card is held up. */
export function spotlightAt(stage: Stage): { x: number; y: number } {
  const { w, h } = stage.size.value;
  return { x: w * (w > h ? 0.24 : 0.5), y: h * (w > h ? 0.46 : 0.42) };
}
