// Whose turn, how long, and the button that ends it; and what there is to spend.
import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Box } from "../games/types";
import { settings } from "../session/settings";
import type { Stage } from "./stage";

const words = { sure: "Really end?", more: "You can still act" };

/** The clock that runs: what is left of a turn and of the reserve, when it was said. */
export interface Ticking {
  turn: number;
  reserve: number;
  since: number;
  /** A whole turn, for the ring. */
  of: number;
  mine: boolean;
}

export const placed = ({ x, y, w, h }: Box): Record<string, string> => ({ transform: `translate(${x - w / 2}px,${y - h / 2}px)`, width: `${w}px`, height: `${h}px` });

const clock = (ms: number): string => `${Math.floor(ms / 60000)}:${String(Math.floor((ms % 60000) / 1000)).padStart(2, "0")}`;

/** `waiting`: what the button says while there is nothing to end. */
export function EndTurn({ stage, ticking, waiting }: { stage: Stage; ticking: Ticking | null; waiting: string }): ComponentChildren {
  const now = useSignal(performance.now());
  const asked = useSignal(false);
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => (now.value = performance.now()), 250);
    return () => clearInterval(timer);
  }, [ticking]);
  const gesture = stage.buttons.value.find(({ ends }) => ends);
  const held = stage.held.value?.source;
  // What can be done with the thing in hand, if there is more than one thing to do with it.
  const others = stage.view.around ? [] : held ? stage.gestures.value.filter(({ source, target }) => source === held && target === null) : stage.buttons.value.filter(({ ends }) => !ends);
  const idle = useComputed(() => stage.glowing.value.size === 0);
  useEffect(() => void (asked.value = false), [gesture?.action]);
  const gone = ticking ? Math.max(0, now.value - ticking.since) : 0;
  const left = ticking ? Math.max(0, ticking.turn - gone) : 0;
  const reserve = ticking ? Math.max(0, ticking.reserve - Math.max(0, gone - ticking.turn)) : 0;
  const share = ticking && ticking.of ? left / ticking.of : 1;
  const urgent = ticking !== null && left < 10_000;
  const end = (): void => {
    if (!gesture) return;
    if (settings.confirmEnd.value && !idle.value && !asked.value) {
      asked.value = true;
      stage.tell(words.more);
    } else stage.commit(gesture.action);
  };
  const label = asked.value ? words.sure : gesture ? gesture.label : waiting;
  return (
    <div class="end-place" style={placed(stage.layout.value.end)}>
      <button class={`end-turn ${gesture ? "ready" : ""} ${gesture && idle.value ? "idle" : ""} ${urgent ? "urgent" : ""}`} onClick={end} disabled={!gesture} data-end>
        <span class="end-face">
          <b class={label.length > 11 ? "long" : ""}>{label}</b>
          {ticking && (
            <small class="number" role="timer">
              {left > 0 || !reserve ? clock(left) : `+${clock(reserve)}`}
            </small>
          )}
        </span>
        {ticking && (
          <svg class="end-ring" viewBox="0 0 120 56" preserveAspectRatio="none" aria-hidden="true">
            <rect x="2" y="2" width="116" height="52" rx="26" pathLength="100" stroke-dasharray={`${share * 100} 100`} />
          </svg>
        )}
      </button>
      {others.length > 0 && (
        <div class={`choices panel ${stage.layout.value.end.y > stage.size.value.h * 0.7 ? "above" : ""}`} role="group">
          {others.map(({ label: name, action }) => (
            <button key={name} class="button" onClick={() => stage.commit(action)}>
              {name}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

export function Resources({ stage }: { stage: Stage }): ComponentChildren {
  const spent = useComputed(() => {
    const held = stage.held.value && stage.byKey.value.get(stage.held.value.source);
    const cost = held?.kind === "card" ? held.card?.cost : undefined;
    return cost ?? 0;
  });
  return stage.layout.value.resources.map(({ seat, box }) => {
    const counted = stage.resources.value.filter((resource) => resource.seat === seat);
    return counted.map(({ icon, name, value, of }) => (
      <div key={`${seat}${icon}`} class={`resource ${icon}`} style={placed(box)} role="img" aria-label={`${value} of ${of} ${name}`}>
        <b class="number">
          {value}
          <small>/{of}</small>
        </b>
        <span class="gems">
          {Array.from({ length: of }, (_, i) => (
            <i key={i} class={i < value ? (i >= value - spent.value ? "full spent" : "full") : ""} />
          ))}
        </span>
      </div>
    ));
  });
}
