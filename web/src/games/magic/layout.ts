// Where Magic's zones are: rows of creatures and of everything else for each player, piles at the side.
import type { Seat } from "../../session/wire";
import type { Box, Layout, Look, Size, Zone } from "../types";
import type { Scene } from "./state";

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

const between = (x: number, top: number, bottom: number, w: number): Box => box(x, (top + bottom) / 2, w, bottom - top);

export function layout(size: Size, look: Look, state: unknown): Layout {
  return size.w < 700 && size.h > size.w ? tall(size, look, state as Scene | null) : wide(size, look, state as Scene | null);
}

/** Creatures in front, lands and whatever else there is behind, side by side as they need the room. */
function rows(seat: Seat, scene: Scene | null, x: number, w: number, front: [y: number, h: number, scale: number], behind: [y: number, h: number, scale: number]): Zone[] {
  const own = (scene?.things ?? []).filter(({ zone, controller, on, types = [] }) => zone === "battlefield" && controller === seat && on === undefined && !types.includes("Creature"));
  const ground = own.filter(({ types = [] }) => types.includes("Land"));
  const kinds = new Set(ground.map(({ face, looks }) => looks?.name ?? face)).size;
  const lands = kinds + (ground.length - kinds) * 0.4; // those of a kind lie close together
  const led = (scene?.things ?? []).some(({ zone, owner }) => zone === "command" && owner === seat); // it lies there, too
  const others = own.length - ground.length + Number(led);
  const share = others ? Math.min(0.8, Math.max(0.3, (lands + 0.5) / (lands + others * 1.3 + 0.5))) : 1;
  const gap = others ? 0.008 * w : 0;
  const zone = (key: string, label: string, zx: number, zw: number, [y, h, scale]: [number, number, number], field = false): Zone => ({ key: `${key}${seat}`, label, owner: seat, shape: "row", box: box(zx, y, zw, h), scale, field });
  return [
    zone("creatures", "creatures", x, w, front, true),
    zone("lands", "lands", x - (w * (1 - share)) / 2 - gap / 2, w * share - gap, behind),
    zone("others", "other permanents", others ? x + (w * share) / 2 + gap / 2 : x, others ? w * (1 - share) - gap : w, behind),
  ];
}

const spot = (seat: Seat, key: string, label: string, where: Box, scale: number, shape: Zone["shape"] = "pile"): Zone => ({ key: `${key}${seat}`, label, owner: seat, shape, box: where, scale });

/** Library, graveyard, exile, side by side; who has a command zone has it beside them. */
function piles(seat: Seat, x: number, y: number, step: number, scale: number, unit: number): Zone[] {
  return ["library", "graveyard", "exile"].map((key, i) => spot(seat, key, key, box(x + (i - 1) * step, y, 9 * scale * unit, 13 * scale * unit), scale));
}

/** A monitor: players and the story on the left, the stack and the piles on the right. */
function wide({ w, h }: Size, { near, names }: Look, scene: Scene | null): Layout {
  const low = h < 520;
  const unit = Math.min(h / (low ? 52 : 62), w / 96);
  const v = h / 62;
  const side = Math.max(14.5 * unit, w * 0.13);
  const left = side / 2 + unit * 0.5;
  const right = w - left - unit * 0.2;
  const middle = w / 2;
  const rowW = w - 2 * side - 2 * unit;
  const far = names.map((_, seat) => seat).filter((seat) => seat !== near);
  const front = 11.6 * v;
  const behind = 8.2 * v;
  const scales = [front / (10 * unit) / 1.1, behind / (10 * unit) / 1.06] as const;
  const farW = rowW / far.length;
  return {
    unit,
    compact: low,
    zones: [
      ...far.flatMap((seat, i): Zone[] => {
        const x = middle - rowW / 2 + farW * (i + 0.5);
        return [
          ...rows(seat, scene, x, farW - (far.length > 1 ? unit : 0), [17.7 * v, front, scales[0]], [7.2 * v, behind, scales[1]]),
          { key: `hand${seat}`, label: "far hand", owner: seat, shape: "fan", far: true, box: box(x, 0.5 * unit, Math.min(farW, 34 * unit), 5 * unit), scale: 0.36 },
          spot(seat, "hero", names[seat] ?? "", box(left + (i - (far.length - 1) / 2) * 5 * unit, 8.6 * unit, 9 * unit, 10 * unit), far.length > 1 ? 0.7 : 1.1, "spot"),
          ...piles(seat, right + (i - (far.length - 1) / 2) * 0.6 * unit, 8 * v + i * 2 * unit, 4.7 * unit, 0.42, unit),
        ];
      }),
      ...rows(near, scene, middle, rowW, [32.2 * v, front, scales[0]], [42.7 * v, behind, scales[1]]),
      { key: `hand${near}`, label: "your hand", owner: near, shape: "fan", box: box(middle, h - 5.4 * unit, Math.min(rowW, 74 * unit), 14 * unit), scale: 1 },
      spot(near, "hero", names[near] ?? "", box(left, h - 8.4 * unit, 9 * unit, 10 * unit), 1.1, "spot"),
      ...piles(near, right, h - 9.2 * v, 4.7 * unit, 0.42, unit),
    ],
    end: box(right, 35.4 * v, 12.6 * unit, 5.4 * unit),
    chronicle: w > 1000 ? box(left, (h - unit) / 2, side - 1.6 * unit, h - 36 * unit) : null,
    resources: [],
    own: {
      phases: box(middle, 24.95 * v, Math.min(rowW, 70 * unit), 2.3 * v),
      question: box(middle, 47.9 * v, rowW, 2.4 * v),
      stack: low ? box(left, 33 * v, side - unit, 24 * v) : between(right, 14.4 * v, 35.4 * v - 3.4 * unit, side - 1.4 * unit),
      until: box(right, 41.4 * v, side - 1.6 * unit, 5.6 * v),
      ...Object.fromEntries([...far.map((seat, i) => [`pool${seat}`, box(left + (i - (far.length - 1) / 2) * 5 * unit, 15.6 * unit, side, 2 * unit)] as const), [`pool${near}`, box(left, h - 16 * unit, side, 2 * unit)] as const]),
    },
  };
}

/** A phone upright. */
function tall({ w, h }: Size, { near, names }: Look, scene: Scene | null): Layout {
  const unit = Math.min(w / 39, h / 84);
  const top = 44;
  const far = names.map((_, seat) => seat).filter((seat) => seat !== near);
  const hand = h - 7 * unit;
  const strip = hand - 11.6 * unit;
  const free = strip - 3.6 * unit - (top + 8.4 * unit);
  const behind = free * 0.19;
  const front = free * 0.265;
  const bar = free * 0.05;
  const wideRow = w - unit * 1.6;
  let y = top + 8.4 * unit;
  const next = (height: number): number => (y += height) - height / 2;
  const farBehind: [number, number, number] = [next(behind), behind * 0.94, 0.66];
  const farFront: [number, number, number] = [next(front), front * 0.95, 1.05];
  const phases = next(bar);
  const nearFront: [number, number, number] = [next(front), front * 0.95, 1.05];
  const nearBehind: [number, number, number] = [next(behind), behind * 0.94, 0.66];
  const farW = wideRow / far.length;
  return {
    unit,
    compact: true,
    zones: [
      ...far.flatMap((seat, i): Zone[] => {
        const x = w / 2 - wideRow / 2 + farW * (i + 0.5);
        return [
          ...rows(seat, scene, x, farW, farFront, farBehind),
          { key: `hand${seat}`, label: "far hand", owner: seat, shape: "fan", far: true, box: box(x - (far.length > 1 ? 0 : 1.5 * unit), top + 1.6 * unit, 11 * unit, 4 * unit), scale: 0.3 },
          spot(seat, "hero", names[seat] ?? "", box(5 * unit + i * 8 * unit, top + 3.8 * unit, 8 * unit, 9 * unit), 0.78, "spot"),
          ...piles(seat, w - 7 * unit, top + 3.6 * unit + i * unit, 4.2 * unit, 0.36, unit),
        ];
      }),
      ...rows(near, scene, w / 2, wideRow, nearFront, nearBehind),
      { key: `hand${near}`, label: "your hand", owner: near, shape: "fan", box: box(w / 2, hand, w - unit, 14 * unit), scale: 0.98 },
      spot(near, "hero", names[near] ?? "", box(5 * unit, strip - 0.4 * unit, 8 * unit, 9 * unit), 0.78, "spot"),
      ...piles(near, w - 7 * unit, strip - 0.6 * unit, 4.2 * unit, 0.36, unit),
    ],
    end: box(w / 2 - 1.4 * unit, strip - 1.6 * unit, 13 * unit, 4.4 * unit),
    chronicle: null,
    resources: [],
    own: {
      phases: box(w / 2, phases, wideRow, bar),
      question: box(w / 2, strip - 6.4 * unit, wideRow, 3.4 * unit),
      stack: between(w / 2, top, farBehind[0] + behind / 2, wideRow),
      until: box(w / 2 - 1.9 * unit, strip + 2.5 * unit, 16.2 * unit, 3.4 * unit),
      ...Object.fromEntries([...far.map((seat) => [`pool${seat}`, box(w / 2 - 2 * unit, top + 6.8 * unit, 16 * unit, 2 * unit)] as const), [`pool${near}`, box(5.4 * unit, strip - 5.6 * unit, 10 * unit, 2 * unit)] as const]),
    },
  };
}
