// The stage on the screen: zones, pieces, arrow, effects. Pieces are placed by transforms after every render.
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Piece } from "../games/types";
import type { Director } from "./director";
import { spotlightAt } from "./director";
import { Effects } from "./effects";
import { CardFace, Face } from "./face";
import { listen } from "./hands";
import { css, EASE, run, settle } from "./motion";
import { byZone } from "./place";
import type { Stage } from "./stage";
import "./felt.css";
import "./pieces.css";
import "./effects.css";

/** The table with everything that lies on it. `children` are laid over it. */
export function Board({ stage, director, still, children }: { stage: Stage; director?: Director; still?: boolean; children?: ComponentChildren }): ComponentChildren {
  const root = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width: w, height: h } = entry!.contentRect;
      if (w && h) stage.size.value = { w, h };
    });
    watch.observe(root.current!);
    if (director) director.effects = new Effects(stage, layer.current!);
    return () => watch.disconnect();
  }, [stage, director]);
  useEffect(() => (still ? undefined : listen(stage, root.current!)), [stage, still]);
  const { unit, compact } = stage.layout.value;
  return (
    <div ref={root} class={`stage ${compact ? "compact" : ""} ${stage.held.value ? "holding" : ""}`} data-busy={stage.busy.value} style={{ fontSize: `${unit}px` }}>
      <div class="felt" aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
      </div>
      <Zones stage={stage} />
      <Pieces stage={stage} />
      <div ref={layer} class="effects" aria-hidden="true" />
      <Arrow stage={stage} />
      <Spotlight stage={stage} />
      {stage.view.around && <stage.view.around stage={stage} />}
      {children}
    </div>
  );
}

function Zones({ stage }: { stage: Stage }): ComponentChildren {
  const { zones } = stage.layout.value;
  const lit = stage.targets.value;
  const inside = byZone(stage.pieces.value);
  return zones.map(({ key, label, box, field, owner }) => (
    <div
      key={key}
      class={`zone ${field ? "field" : ""} ${lit.has(key) ? "lit" : ""} ${owner === stage.near.value ? "near" : "far"} ${stage.over.value === key ? "over" : ""}`}
      role="group"
      aria-label={`${label}, ${inside.get(key)?.length ?? 0}`}
      aria-owns={inside.get(key)?.map((piece) => `piece-${piece.key}`).join(" ")}
      data-zone={key}
      style={{ transform: `translate(${box.x - box.w / 2}px,${box.y - box.h / 2}px)`, width: `${box.w}px`, height: `${box.h}px` }}
    />
  ));
}

function Pieces({ stage }: { stage: Stage }): ComponentChildren {
  const pieces = stage.pieces.value;
  const poses = stage.poses.value;
  const seen = useRef(new Map<string, string>());
  const size = stage.size.value;
  const measured = useRef(size);
  stage.arranged.value; // a piece that was let go has to be settled again
  useLayoutEffect(() => {
    // Nothing flies to its place when one comes in, or when the table is measured anew.
    const arriving = seen.current.size > 0 && measured.current === size;
    measured.current = size;
    for (const piece of pieces) {
      const element = stage.elements.get(piece.key);
      const pose = poses.get(piece.key);
      if (!element || !pose) continue;
      if (stage.held.value?.dragged && stage.held.value.by === "carry" && stage.held.value.source === piece.key) continue;
      const zone = seen.current.get(piece.key);
      settle(element, pose, arriving ? (piece.from && poses.get(piece.from)) || null : pose, zone !== undefined && zone !== piece.zone);
      seen.current.set(piece.key, piece.zone);
    }
    for (const key of seen.current.keys()) if (!poses.has(key)) seen.current.delete(key);
    keepFocus(stage);
  });
  // In the order of their keys: an element that does not move in the document keeps its focus and its animations.
  return [...pieces].sort((a, b) => (a.key < b.key ? -1 : 1)).map((piece) => <PieceOnTable key={piece.key} stage={stage} piece={piece} />);
}

/** The keyboard is never lost: if its piece is gone, the nearest one has it. */
function keepFocus(stage: Stage): void {
  const key = stage.focused.value;
  if (key === null || stage.byKey.value.has(key)) return;
  const lost = document.activeElement === document.body || document.activeElement === null;
  const near = stage.pieces.value.filter((piece) => piece.owner === stage.near.value && piece.kind !== "pile");
  const next = near.find((piece) => stage.sources.value.has(piece.key)) ?? near[0];
  if (next && lost) stage.focus(next.key);
  else stage.focused.value = null;
}

function PieceOnTable({ stage, piece }: { stage: Stage; piece: Piece }): ComponentChildren {
  const { key, kind } = piece;
  const source = stage.glowing.value.has(key) && !stage.held.value;
  const target = stage.targets.value.has(key);
  const held = stage.held.value?.source === key;
  const names = [
    "piece", kind, piece.owner === stage.near.value ? "near" : "far", piece.zone.replace(/\d+$/, ""),
    source && "source", target && "target", held && "held", held && stage.held.value?.dragged && "dragged",
    stage.over.value === key && "over", piece.faint && "faint", piece.turned && "turned", stage.hidden.value.has(key) && "gone", piece.face ? "up" : "down",
  ];
  const first = stage.focused.value ?? stage.pieces.value.find((one) => one.owner === stage.near.value)?.key;
  return (
    <div
      id={`piece-${key}`}
      ref={(element) => void (element ? stage.elements.set(key, element) : stage.elements.delete(key))}
      class={names.filter(Boolean).join(" ")}
      data-key={key}
      role="button"
      tabIndex={first === key ? 0 : -1}
      aria-label={piece.label + (target ? ", can be chosen" : "")}
      aria-pressed={held}
      aria-disabled={!source && !target && !held}
      onFocus={() => (stage.focused.value = key)}
    >
      <div class="body">
        <Face piece={piece} />
      </div>
    </div>
  );
}

/** From what is held to the pointer, or to the piece that has the keyboard. */
function Arrow({ stage }: { stage: Stage }): ComponentChildren {
  const held = stage.held.value;
  const from = held && held.by === "aim" ? stage.poses.value.get(held.source) : null;
  const over = stage.over.value ?? (stage.focused.value && stage.targets.value.has(stage.focused.value) ? stage.focused.value : null);
  const to = (over && stage.centre(over)) || stage.pointer.value;
  if (!from || !to || (Math.abs(to.x - from.x) < 12 && Math.abs(to.y - from.y) < 12)) return null;
  const bend = Math.min(90, Math.abs(to.x - from.x) * 0.25 + 30);
  const mid = { x: (from.x + to.x) / 2, y: Math.min(from.y, to.y) - bend + Math.abs(from.y - to.y) * 0.35 };
  const angle = (Math.atan2(to.y - mid.y, to.x - mid.x) * 180) / Math.PI;
  return (
    <svg class={`arrow ${over ? "sure" : ""}`} aria-hidden="true">
      <path class="arrow-shade" d={`M${from.x} ${from.y}Q${mid.x} ${mid.y} ${to.x} ${to.y}`} />
      <path class="arrow-line" d={`M${from.x} ${from.y}Q${mid.x} ${mid.y} ${to.x} ${to.y}`} />
      <path class="arrow-head" d="M-26 -19 L12 0 L-26 19 L-17 0Z" transform={`translate(${to.x} ${to.y}) rotate(${angle})`} />
    </svg>
  );
}

/** A card that is held up for all to see. */
function Spotlight({ stage }: { stage: Stage }): ComponentChildren {
  const element = useRef<HTMLDivElement>(null);
  const lit = stage.spotlight.value;
  useSignalEffect(() => {
    const now = stage.spotlight.value;
    if (!now) return;
    queueMicrotask(() => {
      const at = spotlightAt(stage);
      const to = css({ ...at, turn: 0, scale: 1.5, z: 0 });
      void run(element.current, [{ transform: now.from ? css(now.from) : `${to} scale(.5)`, opacity: now.from ? 1 : 0 }, { transform: to, opacity: 1 }], { duration: 300, easing: EASE });
    });
  });
  if (!lit) return null;
  const card = stage.cards.value.get(lit.face);
  return (
    <div ref={element} key={lit.id} class="spotlight piece card up" style={{ transform: css({ ...spotlightAt(stage), turn: 0, scale: 1.5, z: 0 }) }} aria-hidden="true">
      <div class="body">
        <CardFace card={card} face={lit.face} badges={card?.cost === undefined ? [] : [{ icon: "cost", value: card.cost }]} />
      </div>
    </div>
  );
}
