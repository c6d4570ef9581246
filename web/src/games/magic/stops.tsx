// Where a player is asked: a stop for each step of their own turn and of others'.
import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import type { Stage } from "../../table/stage";
import type { Look } from "../types";
import type { Scene } from "./state";

const words = {
  stops: "Stops", title: "Where you are asked", mine: "Your turn", theirs: "Others' turns", step: "Step", manual: "Tap for mana by hand",
  always: "You are always asked what the rules leave to you, and when somebody else has put something on the stack.", later: "This can be changed while you are asked.",
};
const MANUAL = "manual mana";
const STEPS = ["upkeep", "draw", "main", "begin combat", "attackers", "blockers", "damage", "end combat", "second main", "end"];

const open = signal(false);

/** A mouse leaves the keyboard where it was: for the table. */
function show(event: MouseEvent): void {
  if (event.detail > 0) (event.currentTarget as HTMLElement).blur();
  open.value = true;
}

/** Opens the dialog; nobody has stops where nothing is asked by itself. */
export function StopsButton({ scene, look }: { scene: Scene; look: Look }): ComponentChildren {
  return look.seat < 0 || scene.dial !== "enforced" ? null : (
    <button class="stops" onClick={show} data-stops>
      {words.stops}
    </button>
  );
}

export function Stops({ stage, look }: { stage: Stage; look: Look }): ComponentChildren {
  const scene = stage.real.value as Scene | null;
  useEffect(() => () => void (open.value = false), []);
  const own = scene?.sides[look.seat];
  if (!open.value || !scene || !own) return null;
  const { stops = [] } = own;
  const asked = scene.question?.seat === look.seat && stage.legal.value.length > 0;
  const toggle = (stop: string): void => {
    const now = stops.includes(stop) ? stops.filter((one) => one !== stop) : [...stops, stop];
    if (now.length) stage.commit({ type: "stops", stops: now });
  };
  const box = (stop: string, label: string): ComponentChildren => <input type="checkbox" aria-label={label} checked={stops.includes(stop)} disabled={!asked} onChange={() => toggle(stop)} data-stop={stop} />;
  return (
    <Dialog title={words.title} onClose={() => (open.value = false)}>
      <table class="mstops">
        <thead>
          <tr>
            <th>{words.step}</th>
            <th>{words.mine}</th>
            <th>{words.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {STEPS.map((step) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td>{box(`mine ${step}`, `${words.mine}, ${step}`)}</td>
              <td>{box(`theirs ${step}`, `${words.theirs}, ${step}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <label class="mstops-mana">
        {box(MANUAL, words.manual)} {words.manual}
      </label>
      <p class="small">{asked ? words.always : words.later}</p>
    </Dialog>
  );
}
