// Where a piece lies: from zones with boxes to a pose for every piece.
import type { Box, Key, Layout, Piece, Zone } from "../games/types";

export interface Pose {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  scale: number;
  z: number;
}

/** Width and height of a piece in ems of the stage. */
export const SIZES: Record<Piece["kind"], [number, number]> = {
  card: [10, 14],
  unit: [8, 10],
  hero: [8, 9],
  pile: [10, 14],
  token: [5, 5],
};

/** A pose for every piece that has a zone. */
export function place(pieces: readonly Piece[], layout: Layout): Map<Key, Pose> {
  const poses = new Map<Key, Pose>();
  const found = byZone(pieces);
  for (const zone of layout.zones) {
    const inside = found.get(zone.key)?.filter(({ under }) => !under);
    const sideways = inside?.some(({ turned }) => turned) ?? false;
    inside?.forEach((piece, i) => {
      const pose = POSES[zone.shape](piece, i, inside.length, zone, layout.unit, sideways);
      poses.set(piece.key, { ...pose, turn: pose.turn + (piece.turned ?? 0) });
    });
  }
  const stuck = new Map<Key, number>();
  for (const { key, under, turned } of pieces) {
    const host = under && poses.get(under);
    if (!host) continue;
    const place = (stuck.get(under) ?? 0) + 1;
    stuck.set(under, place);
    const shift = 1.5 * place * layout.unit * host.scale;
    poses.set(key, { ...host, x: host.x + shift * 0.35, y: host.y - shift, turn: turned ?? 0, z: host.z - place });
  }
  return poses;
}

/** The pieces of each zone, in order. */
export function byZone(pieces: readonly Piece[]): Map<Key, Piece[]> {
  const found = new Map<Key, Piece[]>();
  for (const piece of pieces) {
    const inside = found.get(piece.zone);
    if (inside) inside.push(piece);
    else found.set(piece.zone, [piece]);
  }
  return found;
}

/** `sideways`: some of them lie across, and need more room. */
type Placing = (piece: Piece, i: number, count: number, zone: Zone, unit: number, sideways: boolean) => Pose;

const POSES: Record<Zone["shape"], Placing> = {
  row: (piece, i, count, { box, scale }, unit, sideways) => {
    const [upright, h] = SIZES[piece.kind].map((size) => size * unit) as [number, number];
    const w = sideways ? Math.max(upright, h * 0.88) : upright;
    const { lines, size } = bestLines(count, box, w * 1.14, h * 1.08, scale);
    const inLine = Math.ceil(count / lines);
    const at = Math.floor(i / inLine);
    const here = at === lines - 1 ? count - inLine * (lines - 1) : inLine;
    const step = Math.min(w * size * 1.2, box.w / Math.max(here, 1));
    return {
      x: box.x + (i - at * inLine - (here - 1) / 2) * step,
      y: box.y + (at - (lines - 1) / 2) * Math.min(h * size * 1.12, box.h / lines),
      turn: 0,
      scale: size,
      z: 20 + 4 * i,
    };
  },
  fan: (piece, i, count, { box, scale, far }, unit) => {
    const w = SIZES[piece.kind][0] * unit * scale;
    const step = count > 1 ? Math.min(w * 0.8, (box.w - w * 1.12) / (count - 1)) : 0;
    const off = i - (count - 1) / 2;
    const bend = Math.min(4.5, 34 / Math.max(count, 1)) * (far ? -1 : 1);
    const drop = off * off * step * Math.abs(bend) * 0.0088 * (far ? -1 : 1);
    return { x: box.x + off * step, y: box.y + drop, turn: off * bend, scale, z: 100 + i };
  },
  pile: (_, i, __, { box, scale }) => ({ x: box.x, y: box.y, turn: 0, scale, z: 5 + i }),
  spot: (_, i, __, { box, scale }) => ({ x: box.x, y: box.y, turn: 0, scale, z: 8 + i }),
};

/** In how many lines things are largest. */
function bestLines(count: number, box: Box, w: number, h: number, most: number): { lines: number; size: number } {
  let best = { lines: 1, size: 0 };
  for (let lines = 1; lines <= 3; lines++) {
    const size = Math.min(most, box.w / Math.ceil(count / lines) / w, box.h / lines / h);
    if (size > best.size * 1.02) best = { lines, size };
  }
  return best;
}

/** The upright box around a piece, in pixels of the stage. */
export function boxAround(piece: Piece, pose: Pose, unit: number): Box {
  const [w, h] = SIZES[piece.kind];
  return { x: pose.x, y: pose.y, w: w * unit * pose.scale, h: h * unit * pose.scale };
}

export function contains(box: Box, x: number, y: number, margin = 0): boolean {
  return Math.abs(x - box.x) <= box.w / 2 + margin && Math.abs(y - box.y) <= box.h / 2 + margin;
}
