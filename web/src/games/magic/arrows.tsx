// Lines on the table: who attacks whom, who blocks whom, what the top of the stack aims at.
import type { ComponentChildren } from "preact";
import type { Stage } from "../../table/stage";
import { keyOf, thingOf, type Scene } from "./state";

interface Line {
  from: string;
  to: string;
  kind: "attack" | "block" | "aim";
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
  const box = stage.layout.value.own?.stack;
  const at = (key: string): { x: number; y: number } | null => stage.poses.value.get(key) ?? (key === "stack" && box ? { x: box.x - box.w / 2, y: box.y - box.h / 4 } : null);
  return (
    <svg class="fights" aria-hidden="true">
      {found.map(({ from, to, kind }) => {
        const [a, b] = [at(from), at(to)];
        if (!a || !b) return null;
        const angle = Math.atan2(b.y - a.y, b.x - a.x);
        const gap = to.startsWith("hero") ? 74 : 34;
        const end = { x: b.x - Math.cos(angle) * gap, y: b.y - Math.sin(angle) * gap };
        const mid = { x: (a.x + end.x) / 2 + (b.y - a.y) * 0.06, y: (a.y + end.y) / 2 - (b.x - a.x) * 0.06 };
        return (
          <g key={`${from}${to}${kind}`} class={kind}>
            <path d={`M${a.x} ${a.y}Q${mid.x} ${mid.y} ${end.x} ${end.y}`} />
            <path class="head" d="M-14 -9L6 0L-14 9L-9 0Z" transform={`translate(${end.x} ${end.y}) rotate(${(Math.atan2(end.y - mid.y, end.x - mid.x) * 180) / Math.PI})`} />
          </g>
        );
      })}
    </svg>
  );
}
