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
  const stuck = stuckTo(pieces);
  for (const zone of layout.zones) {
    const inside = (found.get(zone.key) ?? []).filter(({ under }) => !under);
    const lie = zone.shape === "row" ? row(inside, zone, layout.unit, stuck) : inside.map((piece, i) => POSES[zone.shape as Single](piece, i, inside.length, zone, layout.unit));
    inside.forEach((piece, i) => poses.set(piece.key, { ...lie[i]!, turn: lie[i]!.turn + (piece.turned ?? 0) }));
  }
  for (const [under, keys] of stuck) {
    const host = poses.get(under);
    if (!host) continue;
    const shift = peek(keys.length) * layout.unit * host.scale;
    keys.forEach(({ key, turned }, i) => poses.set(key, { ...host, x: host.x + shift * (i + 1) * 0.35, y: host.y - shift * (i + 1), turn: turned ?? 0, z: host.z - 1 - i }));
  }
  return poses;
}

/** What sticks to each piece. */
function stuckTo(pieces: readonly Piece[]): Map<Key, Piece[]> {
  const stuck = new Map<Key, Piece[]>();
  for (const piece of pieces) if (piece.under) stuck.set(piece.under, [...(stuck.get(piece.under) ?? []), piece]);
  return stuck;
}

/** How many ems each of so many stuck pieces looks out: its name, if there are not too many of them. */
const peek = (count: number): number => Math.min(1.5, 6 / count);

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

type Single = Exclude<Zone["shape"], "row">;
type Placing = (piece: Piece, i: number, count: number, zone: Zone, unit: number) => Pose;

const POSES: Record<Single, Placing> = {
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

const GAP = 1.16;
/** How much of a piece is seen beside the next one that is like it, and what that is worth: rather whole than large. */
const SQUEEZES: readonly [seen: number, worth: number][] = [[1, 1], [0.6, 0.9], [0.4, 0.8], [0.28, 0.7]];

/** Side by side, in as many lines and with those that are alike as close together as makes them largest. */
function row(inside: readonly Piece[], { box, scale: most }: Zone, unit: number, stuck: ReadonlyMap<Key, readonly Piece[]>): Pose[] {
  if (!inside.length) return [];
  const height = Math.max(...inside.map(({ kind }) => SIZES[kind][1])) * unit * 1.08;
  const wide = inside.map(({ kind, turned }) => (turned ? Math.max(SIZES[kind][0], SIZES[kind][1] * 0.95) : SIZES[kind][0]) * unit * GAP);
  let best = { lines: [[0, inside.length]] as [number, number][], steps: wide, size: 0, score: 0 };
  for (const [seen, worth] of SQUEEZES) {
    const steps = wide.map((w, i) => (inside[i]!.alike && inside[i]!.alike === inside[i + 1]?.alike ? w * seen : w));
    for (let count = 1; count <= 3; count++) {
      const lines = broken(steps, count);
      const longest = Math.max(...lines.map(([from, to]) => length(steps, wide, from, to)));
      const size = Math.min(most, box.w / longest, box.h / lines.length / height);
      if (size * worth > best.score * 1.02) best = { lines, steps, size, score: size * worth };
    }
  }
  const { lines, steps, size } = best;
  const deep = Math.min(height * size, box.h / lines.length);
  return lines.flatMap(([from, to], at) => {
    let x = box.x - (length(steps, wide, from, to) * size) / 2;
    const y = box.y + (at - (lines.length - 1) / 2) * deep;
    return inside.slice(from, to).map((piece, i): Pose => {
      const middle = x + (wide[from + i]! * size) / 2;
      x += steps[from + i]! * size;
      // What is stuck to it looks out above it, and both stay within the row.
      const count = stuck.get(piece.key)?.length ?? 0;
      const own = Math.min(size, box.h / lines.length / (height + count * peek(count || 1) * unit));
      return { x: middle, y: y + (count * peek(count || 1) * unit * own) / 2, turn: 0, scale: own, z: 20 + 6 * (from + i) };
    });
  });
}

/** How long the pieces from here to there are: the last one is seen whole. */
const length = (steps: readonly number[], wide: readonly number[], from: number, to: number): number => steps.slice(from, to - 1).reduce((sum, step) => sum + step, 0) + wide[to - 1]!;

/** So many lines of about the same length. */
function broken(steps: readonly number[], count: number): [number, number][] {
  const each = steps.reduce((sum, step) => sum + step, 0) / count;
  const lines: [number, number][] = [];
  let [from, long] = [0, 0];
  steps.forEach((step, i) => {
    long += step;
    if (i === steps.length - 1 || long + steps[i + 1]! / 2 > each * (lines.length + 1)) {
      lines.push([from, i + 1]);
      from = i + 1;
    }
  });
  return lines;
}

/** The upright box around a piece, in pixels of the stage. */
export function boxAround(piece: Piece, pose: Pose, unit: number): Box {
  const [w, h] = SIZES[piece.kind];
  return { x: pose.x, y: pose.y, w: w * unit * pose.scale, h: h * unit * pose.scale };
}

export function contains(box: Box, x: number, y: number, margin = 0): boolean {
  return Math.abs(x - box.x) <= box.w / 2 + margin && Math.abs(y - box.y) <= box.h / 2 + margin;
}
