// Who fights whom, and what the spell on top of the stack is aimed at.
import type { ComponentChildren } from "preact";
import type { Stage } from "../../table/stage";
import { keyOf, thingOf, type Scene } from "./state";

interface Line {
  from: string;
  to: string;
  kind: "attack" | "block" | "aim";
}

interface Point {
  x: number;
  y: number;
}

function lines(scene: Scene): Line[] {
  const fights = scene.things.flatMap(({ id, attacks, blocks = [] }): Line[] => [
    ...(attacks === undefined ? [] : [{ from: keyOf(id), to: keyOf(attacks), kind: "attack" as const }]),
    ...blocks.map((other) => ({ from: keyOf(id), to: keyOf(other), kind: "block" as const })),
  ]);
  const { question } = scene;
  const picked = question && (question.kind === "attack" || question.kind === "block") ? (question.picked ?? []) : [];
  const chosen = picked.flatMap((place): Line[] => {
    const [from, to] = question?.options?.[place]?.ids ?? [];
    return from === undefined || to === undefined ? [] : [{ from: keyOf(from), to: keyOf(to), kind: question!.kind as "attack" | "block" }];
  });
  const top = thingOf(scene, scene.stack[scene.stack.length - 1] ?? -1);
  const source = top?.on !== undefined ? keyOf(top.on) : "stack";
  return [...fights, ...chosen, ...(top?.aims ?? []).map((id) => ({ from: source, to: keyOf(id), kind: "aim" as const }))];
}

export function Arrows({ stage, scene }: { stage: Stage; scene: Scene }): ComponentChildren {
  const found = lines(scene);
  if (!found.length) return null;
  return (
    <svg class="fights" aria-hidden="true">
      {found.map((line) => (
        <Arrow key={`${line.from}${line.to}${line.kind}`} stage={stage} line={line} alone={scene.sides.length === 2} />
      ))}
    </svg>
  );
}

/** `alone`: there is one opponent, and no question whom an attacker goes for. */
function Arrow({ stage, line: { from, to, kind }, alone }: { stage: Stage; line: Line; alone: boolean }): ComponentChildren {
  const [a, b] = [start(stage, from), stage.poses.value.get(to)];
  if (!a || !b) return null;
  if (kind === "attack" && alone && to.startsWith("hero")) return <Charge stage={stage} who={from} />;
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const gap = to.startsWith("hero") ? 7.4 * stage.layout.value.unit * b.scale * 0.62 : 34;
  const end = { x: b.x - Math.cos(angle) * gap, y: b.y - Math.sin(angle) * gap };
  const mid = { x: (a.x + end.x) / 2 + (b.y - a.y) * 0.06, y: (a.y + end.y) / 2 - (b.x - a.x) * 0.06 };
  return (
    <g class={kind}>
      <path d={`M${a.x} ${a.y}Q${mid.x} ${mid.y} ${end.x} ${end.y}`} />
      <path class="head" d="M-14 -9L6 0L-14 9L-9 0Z" transform={`translate(${end.x} ${end.y}) rotate(${(Math.atan2(end.y - mid.y, end.x - mid.x) * 180) / Math.PI})`} />
    </g>
  );
}

/** An attacker that needs no aim: a point at its front says where it goes. */
function Charge({ stage, who }: { stage: Stage; who: string }): ComponentChildren {
  const pose = stage.poses.value.get(who)!;
  const ahead = stage.byKey.value.get(who)?.owner === stage.near.value ? -1 : 1;
  const { unit } = stage.layout.value;
  const edge = pose.y + ahead * (pose.turn ? 4 : 5) * pose.scale * unit;
  const side = pose.x - (pose.turn ? 3.4 : 2.6) * pose.scale * unit; // seen where others lie over it, too
  return (
    <g class="attack">
      <path class="head" d="M-9 9L0 -9L9 9L0 4Z" transform={`translate(${side} ${edge + ahead * 4}) scale(${(Math.max(0.8, pose.scale) * unit) / 13} ${(-ahead * Math.max(0.8, pose.scale) * unit) / 13})`} />
    </g>
  );
}

/** Where a line begins: at a piece, or at the side of the stack that faces the table. */
function start(stage: Stage, key: string): Point | null {
  const box = stage.layout.value.own?.stack;
  if (key !== "stack" || !box) return stage.poses.value.get(key) ?? null;
  const across = box.w > stage.size.value.w / 2;
  const side = box.x > stage.size.value.w / 2 ? -1 : 1;
  return across ? { x: box.x, y: box.y + box.h / 2 } : { x: box.x + (side * box.w) / 2, y: box.y - box.h / 2 + 40 };
}
