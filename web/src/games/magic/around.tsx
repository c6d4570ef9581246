// What Magic has around its table: the turn's steps, ways to pass, and what stands beside each player.
import type { ComponentChildren } from "preact";
import type { Stage } from "../../table/stage";
import { placed } from "../../table/turn";
import type { Look } from "../types";
import { Arrows } from "./arrows";
import { Asked } from "./asked";
import { Browse, Chooser } from "./chooser";
import { Detail } from "./detail";
import { Stacked } from "./stack";
import { nameOf, type Scene } from "./state";
import { Stops, StopsButton } from "./stops";
import { Symbol } from "./symbols";

const words = { turn: "Turn", you: "you", before: "Before the first turn", steps: "Steps of the turn", passing: "passes until", beside: "mana and counters", wounds: "combat damage by this commander; 21 are lost to" };

const STEPS: readonly [name: string, ...steps: string[]][] = [
  ["Upkeep", "untap", "upkeep"], ["Draw", "draw"], ["Main", "main"], ["Attack", "begin combat", "attackers"], ["Block", "blockers"],
  ["Damage", "first strike damage", "damage", "end combat"], ["Main 2", "second main"], ["End", "end", "cleanup"],
];

export function Around({ stage }: { stage: Stage }): ComponentChildren {
  const scene = stage.shown.value as Scene | null;
  if (!scene) return null;
  const look = stage.look.value;
  return (
    <>
      <Arrows stage={stage} scene={scene} />
      <Phases stage={stage} scene={scene} look={look} />
      <Stacked stage={stage} scene={scene} look={look} />
      <Asked stage={stage} look={look} />
      <Until stage={stage} />
      {scene.sides.map((_, seat) => (
        <Beside key={seat} stage={stage} scene={scene} look={look} seat={seat} />
      ))}
      <Browse stage={stage} scene={scene} look={look} />
      <Chooser stage={stage} />
      <Detail stage={stage} scene={scene} look={look} />
      <Stops stage={stage} look={look} />
    </>
  );
}

const place = (stage: Stage, name: string): Record<string, string> => {
  const box = stage.layout.value.own?.[name];
  return box ? placed(box) : { display: "none" };
};

/** Whose turn, and which step of it. */
function Phases({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  const mine = scene.active === look.near;
  const { stops = [] } = scene.sides[look.seat] ?? {};
  return (
    <div class={`phases ${mine ? "mine" : "theirs"}`} style={place(stage, "phases")} role="group" aria-label={`${words.steps}: ${look.names[scene.active]}, ${scene.step}`}>
      <b>{scene.turn ? `${words.turn} ${scene.turn} · ${scene.active === look.seat ? words.you : look.names[scene.active]}` : words.before}</b>
      <ol>
        {STEPS.map(([name, ...steps]) => (
          <li key={name} class={`${scene.turn && steps.includes(scene.step) ? "now" : ""} ${steps.some((step) => stops.includes(`${scene.active === look.seat ? "mine" : "theirs"} ${step}`)) ? "stop" : ""}`} aria-current={scene.turn && steps.includes(scene.step) ? "step" : undefined}>
            {name}
          </li>
        ))}
      </ol>
      <StopsButton scene={scene} look={look} />
    </div>
  );
}

/** Ways to pass for longer. */
function Until({ stage }: { stage: Stage }): ComponentChildren {
  const ways = stage.buttons.value.filter(({ action }) => (action as { until?: string }).until);
  if (!ways.length) return null;
  return (
    <div class="until" style={place(stage, "until")}>
      {ways.map(({ label, action, key }) => (
        <button key={label} class="button small" onClick={() => stage.commit(action)} aria-keyshortcuts={key} data-until={(action as { until?: string }).until}>
          {label}
          {key && <kbd aria-hidden="true">{key}</kbd>}
        </button>
      ))}
    </div>
  );
}

/** Beside a player: mana that waits to be spent, counters, what commanders have done to them, and how long they pass. */
function Beside({ stage, scene, look, seat }: { stage: Stage; scene: Scene; look: Look; seat: number }): ComponentChildren {
  const { pool = [], until, counters = [], wounds = [] } = scene.sides[seat]!;
  if (!pool.length && !until && !counters.length && !wounds.length) return null;
  const counts = new Map<string, number>();
  for (const mana of pool) counts.set(mana[0]!, (counts.get(mana[0]!) ?? 0) + 1);
  return (
    <div class="mpool" style={place(stage, `pool${seat}`)} role="group" aria-label={words.beside}>
      {[...counts].map(([mana, count]) => (
        <span key={mana}>
          <Symbol of={mana} />
          {count > 1 && count}
        </span>
      ))}
      {counters.map(([kind, count]) => (
        <small key={kind} class="chip">{`${count} ${kind}`}</small>
      ))}
      {wounds.map(([commander, harm]) => (
        <small key={commander} class="chip" title={words.wounds}>{`${nameOf(scene, commander, look)} ${harm}/21`}</small>
      ))}
      {until && <small class="chip">{`${words.passing} ${until}`}</small>}
    </div>
  );
}
