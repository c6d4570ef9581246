// The rules in a minute, played: a small table on which one thing at a time can be done.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { cards } from "./api";
import { CardFront, spoken } from "./card";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import "./lesson.css";

const words = {
  title: "The rules in a minute",
  enemy: "Enemy hero",
  you: "You",
  mana: "mana",
  hand: "Your hand",
  board: "Your side",
  far: "Their side",
  again: "Once more",
  done: "I am ready",
  end: "End turn",
  next: "Go on",
  more: "All rules, the protocol and how fairness is proved are in the docs folder that comes with Facedown.",
};

type Thing = "imp" | "bolt" | "warden" | "hero" | "end" | "next";

interface Scene {
  say: string;
  /** What has to be pressed to go on. */
  press: Thing;
  mana: number;
  enemy: number;
  hand: Thing[];
  mine: Thing[];
  theirs: Thing[];
}

const FACES: Partial<Record<Thing, string>> = { imp: "spark-imp", bolt: "firebolt", warden: "gate-warden" };

const SCENES: Scene[] = [
  { say: "You are a hero with 50 health, and so is the other. Bring theirs to 0. Each turn you have 10 mana. Press **Spark Imp** to play it for 1.", press: "imp", mana: 10, enemy: 50, hand: ["imp", "bolt"], mine: [], theirs: [] },
  { say: "Creatures stay on the table and strike once a turn, usually from the next turn on. The imp is **swift**: it may strike at once. Press **the enemy hero**.", press: "hero", mana: 9, enemy: 50, hand: ["bolt"], mine: ["imp"], theirs: [] },
  { say: "Two damage. That is all you can do with it now. **End your turn.**", press: "end", mana: 9, enemy: 48, hand: ["bolt"], mine: ["imp"], theirs: [] },
  { say: "They play a **Gate Warden**. It guards: strikes at its hero hit the warden instead. Spells do not care. Press **Firebolt** to throw it at the hero.", press: "bolt", mana: 10, enemy: 48, hand: ["bolt"], mine: ["imp"], theirs: ["warden"] },
  { say: "Three more. When creatures fight, both are hurt: your imp would die at the warden. Choose your fights well. **Go on.**", press: "next", mana: 9, enemy: 45, hand: [], mine: ["imp"], theirs: ["warden"] },
  { say: "You draw a card each turn. At the table everything you may do is lit: drag it, click it, or use the keyboard. And afterwards you can check that nobody has cheated.", press: "next", mana: 9, enemy: 45, hand: [], mine: ["imp"], theirs: ["warden"] },
];

export function Lesson({ onClose }: { onClose: () => void }): ComponentChildren {
  const at = useSignal(0);
  const scene = SCENES[at.value]!;
  const last = at.value === SCENES.length - 1;
  const go = () => at.value++;
  const table = useRef<HTMLDivElement>(null);
  // What was pressed is gone: the keyboard goes to what is to be pressed next.
  useLayoutEffect(() => void table.current?.querySelector<HTMLElement>(".lesson-lit, .lesson-next")?.focus(), [at.value]);
  const thing = (id: Thing) => <Piece key={id} id={id} lit={scene.press === id} onPress={go} />;
  return (
    <Dialog title={words.title} onClose={onClose} wide>
      <div ref={table} class="stack">
        <p class="lesson-say" role="status">
          {scene.say.split("**").map((part, odd) => (odd % 2 ? <b key={odd}>{part}</b> : part))}
        </p>
        <div class="lesson-table">
          <div class="lesson-side" aria-label={words.far}>
            <button class={`lesson-hero ${scene.press === "hero" ? "lesson-lit" : ""}`} disabled={scene.press !== "hero"} onClick={go}>
              <span>{words.enemy}</span>
              <b class="number" key={scene.enemy}>
                {scene.enemy}
              </b>
            </button>
            {scene.theirs.map(thing)}
          </div>
          <hr class="rule" />
          <div class="lesson-side" aria-label={words.board}>
            <span class="lesson-hero mine">
              <span>{words.you}</span>
              <b class="number">50</b>
            </span>
            {scene.mine.map(thing)}
          </div>
          <div class="lesson-side lesson-hand" aria-label={words.hand}>
            {scene.hand.map(thing)}
            <span class="lesson-mana number">
              {scene.mana}/10 {words.mana}
            </span>
          </div>
        </div>
        <div class="row spread">
          <span class="muted number">
            {at.value + 1} / {SCENES.length}
          </span>
          {last ? (
            <span class="row">
              <button class="button plain" onClick={() => (at.value = 0)}>
                {words.again}
              </button>
              <button class="button gold lesson-next" onClick={onClose}>
                <Icon name="check" />
                {words.done}
              </button>
            </span>
          ) : (
            <button class={`button ${scene.press === "end" || scene.press === "next" ? "gold lesson-next" : ""}`} disabled={scene.press !== "end" && scene.press !== "next"} onClick={go}>
              {scene.press === "next" ? words.next : words.end}
            </button>
          )}
        </div>
        {last && <p class="muted small">{words.more}</p>}
      </div>
    </Dialog>
  );
}

function Piece({ id, lit, onPress }: { id: Thing; lit: boolean; onPress: () => void }): ComponentChildren {
  const card = cards.value.get(FACES[id] ?? "");
  if (!card) return null;
  return (
    <button class={`lesson-card ${lit ? "lesson-lit" : ""}`} disabled={!lit} onClick={onPress} aria-label={spoken(card)}>
      <CardFront card={card} />
    </button>
  );
}
