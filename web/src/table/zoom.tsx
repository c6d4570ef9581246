// A card seen from near: while the mouse rests on it, a finger stays on it, or Alt is held.
import type { ComponentChildren } from "preact";
import type { Badge } from "../games/types";
import { CardFace } from "./face";
import { css } from "./motion";
import type { Stage } from "./stage";

export function Zoom({ stage }: { stage: Stage }): ComponentChildren {
  const piece = stage.zoomed.value === null ? undefined : stage.byKey.value.get(stage.zoomed.value);
  if (!piece?.face) return null;
  const { w, h } = stage.size.value;
  const { unit } = stage.layout.value;
  const pose = stage.poses.value.get(piece.key);
  const scale = Math.min((h * 0.66) / (14 * unit), (w * 0.8) / (10 * unit), 2.5);
  const room = (5 * scale + 1.4) * unit;
  const left = w > h && pose && pose.x < w / 2;
  const x = w > h ? (left ? Math.min(w - room, (pose?.x ?? 0) + room + 5 * unit) : Math.max(room, (pose?.x ?? w) - room - 5 * unit)) : w / 2;
  const y = Math.min(h - 7.4 * unit * scale, Math.max(7.6 * unit * scale, pose?.y ?? h / 2));
  const { card } = piece;
  const badges: Badge[] = [...(card?.cost === undefined ? [] : [{ icon: "cost" as const, value: card.cost }]), ...(piece.badges ?? []).filter(({ icon }) => icon !== "cost")];
  return (
    <div class="zoom piece card up" style={{ transform: css({ x, y, turn: 0, scale, z: 0 }) }} aria-hidden="true">
      <div class="body">
        {piece.draw ? piece.draw(true) : <CardFace card={card} face={piece.face} badges={badges} large />}
      </div>
    </div>
  );
}
