// What flies, sparks and fades over the table: elements that live for less than a second.
import type { Key, Tone } from "../games/types";
import { calm } from "../session/settings";
import { EASE, run, wait } from "./motion";
import type { Stage } from "./stage";

const COLOURS: Record<Tone, [string, string]> = {
  fire: ["#fff2a8", "#ff7a1c"],
  ice: ["#f2fdff", "#4cc3f5"],
  soul: ["#f3e2ff", "#a35bff"],
  gold: ["#fff6cf", "#f2b93b"],
  blood: ["#ffd0c4", "#e0313b"],
  heal: ["#eaffdf", "#55d66b"],
};

export class Effects {
  constructor(
    private readonly stage: Stage,
    private readonly layer: HTMLElement,
  ) {}

  /** A number that rises from a piece. Its sign and shape tell what it is, not only its colour. */
  float(key: Key, text: string, kind: "damage" | "heal"): void {
    const at = this.stage.centre(key);
    if (!at) return;
    const it = this.#put(`fx-float ${kind}`, at.x, at.y);
    const number = document.createElement("b");
    number.textContent = text;
    it.append(number);
    const animation = number.animate(
      calm.value
        ? [{ opacity: 1 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }]
        : [
            { transform: "scale(.3)", opacity: 0 },
            { transform: "scale(1.35)", opacity: 1, offset: 0.12 },
            { transform: "scale(1)", opacity: 1, offset: 0.25 },
            { transform: "scale(1) translateY(-.5em)", opacity: 1, offset: 0.75 },
            { transform: "scale(.9) translateY(-1em)", opacity: 0 },
          ],
      { duration: 1150, easing: "ease-out" },
    );
    animation.onfinish = () => it.remove();
  }

  /** Sparks in all directions. */
  burst(key: Key, tone: Tone, count = 9, reach = 5): void {
    const at = this.stage.centre(key);
    if (!at || calm.value) return;
    const unit = this.stage.layout.value.unit;
    const ring = this.#put("fx-ring", at.x, at.y);
    ring.style.borderColor = COLOURS[tone][1];
    void run(ring, [{ transform: `${place(at)} scale(.2)`, opacity: 0.9 }, { transform: `${place(at)} scale(1)`, opacity: 0 }], { duration: 380, easing: EASE }).then(() => ring.remove());
    for (let i = 0; i < count; i++) {
      const angle = (i / count) * 2 * Math.PI + Math.random() * 0.5;
      const far = unit * reach * (0.6 + Math.random() * 0.7);
      const spark = this.#put("fx-spark", at.x, at.y);
      spark.style.backgroundColor = COLOURS[tone][i % 2]!;
      const end = { x: at.x + Math.cos(angle) * far, y: at.y + Math.sin(angle) * far + (tone === "heal" ? -unit * 2 : unit) };
      void run(
        spark,
        [
          { transform: `${place(at)} scale(${1 + Math.random()})`, opacity: 1 },
          { transform: `${place(end)} scale(0)`, opacity: 0.2 },
        ],
        { duration: 420 + Math.random() * 280, easing: "cubic-bezier(.1,.8,.4,1)" },
      ).then(() => spark.remove());
    }
  }

  /** Something thrown from one place to another; ends when it strikes. */
  async bolt(from: { x: number; y: number }, to: { x: number; y: number }, tone: Tone): Promise<void> {
    if (calm.value) return;
    const it = this.#put(`fx-bolt ${tone}`, from.x, from.y);
    it.style.background = `radial-gradient(circle, #fff 10%, ${COLOURS[tone][0]} 30%, ${COLOURS[tone][1]} 55%, transparent 72%)`;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 30 };
    await run(
      it,
      [
        { transform: `${place(from)} rotate(${angle}rad) scale(.4)` },
        { transform: `${place(middle)} rotate(${angle}rad) scale(1.7,1)`, offset: 0.5 },
        { transform: `${place(to)} rotate(${angle}rad) scale(1.2)` },
      ],
      { duration: 300, easing: "cubic-bezier(.5,0,.9,.6)" },
    );
    it.remove();
  }

  /** A piece throws itself at another and comes back; ends at the blow. */
  async lunge(who: Key, at: Key): Promise<void> {
    const element = this.stage.elements.get(who);
    const body = element?.firstElementChild;
    const a = this.stage.poses.value.get(who);
    const b = this.stage.centre(at);
    if (!element || !body || !a || !b || calm.value) return wait(calm.value ? 120 : 0);
    const dx = ((b.x - a.x) * 0.72) / a.scale;
    const dy = ((b.y - a.y) * 0.72) / a.scale;
    element.style.zIndex = "800";
    const animation = body.animate(
      [
        { transform: "none" },
        { transform: `translate(${-dx * 0.09}px,${-dy * 0.09}px) scale(1.08)`, offset: 0.28, easing: "cubic-bezier(.6,0,.9,.5)" },
        { transform: `translate(${dx}px,${dy}px) scale(1.05)`, offset: 0.52, easing: "cubic-bezier(.2,.8,.3,1)" },
        { transform: "none" },
      ],
      { duration: 620 },
    );
    animation.onfinish = () => (element.style.zIndex = String(this.stage.poses.value.get(who)?.z ?? a.z));
    await wait(310);
  }

  shake(key: Key, hard = 1): void {
    const body = this.stage.elements.get(key)?.firstElementChild;
    const d = 6 * hard;
    void run(body, [0, -d, d, -d * 0.7, d * 0.5, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 300 });
  }

  /** The whole table trembles: something heavy has landed. */
  tremble(): void {
    void run(this.layer.parentElement, [0, 5, -3, 2, 0].map((y) => ({ transform: `translateY(${y}px)` })), { duration: 240 });
  }

  async land(key: Key, heavy: boolean): Promise<void> {
    await wait(calm.value ? 0 : 300);
    this.burst(key, "gold", heavy ? 12 : 7, heavy ? 6 : 4);
    if (heavy) this.tremble();
  }

  async die(key: Key): Promise<void> {
    const body = this.stage.elements.get(key)?.firstElementChild;
    this.burst(key, "soul", 10, 5);
    await run(
      body,
      [
        { transform: "none", opacity: 1 },
        { transform: "scale(1.06) rotate(-3deg)", opacity: 1, offset: 0.25 },
        { transform: "scale(.6) rotate(8deg) translateY(1em)", opacity: 0 },
      ],
      { duration: 420, easing: "ease-in", fill: "forwards" },
    );
  }

  #put(name: string, x: number, y: number): HTMLElement {
    const it = document.createElement("div");
    it.className = name;
    it.style.transform = place({ x, y });
    this.layer.append(it);
    return it;
  }
}

const place = ({ x, y }: { x: number; y: number }): string => `translate(${x.toFixed(1)}px,${y.toFixed(1)}px)`;
