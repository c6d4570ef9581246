// What we are asked: in words, with a button for everything that cannot be pointed at.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Stage } from "../../table/stage";
import type { Gesture, Look } from "../types";
import { cap, everybody } from "./gestures";
import { nameOf, type Question, type Scene } from "./state";
import { Inline } from "./symbols";

const words = { all: "All attack", filter: "Type to find one" };
/** So many buttons can be taken in at a glance. */
const MANY = 24;

/** As wide as its words; it grows upwards from its place. */
export const above = (stage: Stage): Record<string, string> => {
  const box = stage.layout.value.own?.question;
  return box ? { left: `${box.x}px`, top: `${box.y + box.h / 2}px` } : {};
};

export function Asked({ stage, look }: { stage: Stage; look: Look }): ComponentChildren {
  const scene = stage.real.value as Scene | null;
  const question = scene?.question;
  const sought = useSignal("");
  const charge = useCharge(stage);
  useEffect(() => void (sought.value = ""), [question?.kind, question?.source]);
  if (!scene || !question || !stage.gestures.value.length || question.seat !== look.seat) return null;
  const held = stage.held.value?.source;
  const all = held ? stage.gestures.value.filter(({ source, target }) => source === held && target === null) : stage.buttons.value.filter(({ ends, action }) => !ends && !(action as { until?: string }).until);
  const whole = question.kind === "attack" && !held ? everybody(scene, question) : [];
  if (question.kind === "priority" && !all.length) return null;
  const shown = all.length > MANY ? all.filter(({ label }) => label.toLowerCase().includes(sought.value.trim().toLowerCase())) : all;
  return (
    <div class={`mask panel ${question.kind.replaceAll(" ", "-")} ${all.length > MANY ? "many" : ""}`} style={above(stage)} role="group" aria-label={sentence(scene, question, look)} data-asked={question.kind}>
      {!held && (
        <p>
          <Inline text={sentence(scene, question, look)} />
          {question.hint && <small>{question.hint}</small>}
        </p>
      )}
      {all.length > MANY && <input type="search" value={sought.value} placeholder={words.filter} aria-label={words.filter} onInput={(event) => (sought.value = event.currentTarget.value)} />}
      {(shown.length > 0 || whole.length > 1) && (
        <div class="mask-options">
          {whole.length > 1 && (
            <button class="button small" onClick={() => charge(whole)} data-all>
              {words.all}
            </button>
          )}
          {shown.map((gesture) => (
            <OptionButton key={`${gesture.label}${JSON.stringify(gesture.action)}`} stage={stage} gesture={gesture} />
          ))}
        </div>
      )}
    </div>
  );
}

function OptionButton({ stage, gesture: { label, action, key } }: { stage: Stage; gesture: Gesture }): ComponentChildren {
  return (
    <button class="button small" onClick={() => stage.commit(action)} aria-keyshortcuts={key} data-option>
      <Inline text={label.replace(/tap for ((?:[WUBRGC] ?)+)$/, (_, mana: string) => `tap for ${[...mana.replaceAll(" ", "")].map((one) => `{${one}}`).join("")}`)} />
      {key && key !== label && <kbd aria-hidden="true">{key}</kbd>}
    </button>
  );
}

/** Attackers are chosen one by one: each as soon as the table has taken the one before. */
function useCharge(stage: Stage): (options: readonly number[]) => void {
  const waiting = useSignal<readonly number[]>([]);
  const answered = useRef<readonly unknown[]>([]);
  const legal = stage.legal.value;
  useEffect(() => {
    const [next, ...rest] = waiting.value;
    if (next === undefined || !legal.length || legal === answered.current) return;
    answered.current = legal;
    const picked = (stage.real.value as Scene).question;
    const still = picked?.kind === "attack" && !picked.picked?.includes(next) && legal.some(({ type, option }) => type === "choose" && option === next);
    waiting.value = still ? rest : [];
    if (still) stage.commit({ type: "choose", option: next });
  }, [legal, waiting.value]);
  return (options) => (waiting.value = options);
}

export function sentence(scene: Scene, { kind, text, source, picked = [], max = 1, min = 1 }: Question, look: Look): string {
  const about = source !== undefined && kind !== "priority" && kind !== "trigger" ? `${cap(nameOf(scene, source, look))}: ` : "";
  const many = max > 1 && kind !== "attack" && kind !== "block" ? ` (${picked.length} of ${min === max ? max : `${min} to ${max}`})` : "";
  return `${about}${about ? text.charAt(0).toLowerCase() + text.slice(1) : text}${many}`;
}
