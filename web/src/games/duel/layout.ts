// Where the duel's zones are: wide, tall, or a phone on its side.
import type { Box, Layout, Look, Size, Zone } from "../types";

const box = (x: number, y: number, w: number, h: number): Box => ({ x, y, w, h });

export function layout({ w, h }: Size, { near }: Look): Layout {
  if (w < 700 && h > w) return tall(w, h, near);
  return h < 520 ? flat(w, h, near) : wide(w, h, near);
}

type Boxes = Record<"board" | "hand" | "hero" | "deck" | "grave", [box: Box, scale: number]>;

function zones(near: number, mine: Boxes, theirs: Boxes): Zone[] {
  const of = (seat: number, boxes: Boxes, own: boolean): Zone[] => {
    const zone = (name: keyof Boxes, label: string, shape: Zone["shape"], more: Partial<Zone> = {}): Zone => ({
      key: `${name}${seat}`,
      label: `${own ? "near" : "far"} ${label}`,
      owner: seat,
      shape,
      box: boxes[name][0],
      scale: boxes[name][1],
      ...more,
    });
    return [
      zone("hero", "hero", "spot"),
      zone("board", "creatures", "row", { field: true }),
      zone("hand", "hand", "fan", { far: !own }),
      zone("deck", "deck", "pile"),
      zone("grave", "graveyard", "pile"),
    ];
  };
  return [...of(1 - near, theirs, false), ...of(near, mine, true)];
}

/** A monitor: heroes and words on the left, decks and the end of the turn on the right. */
function wide(w: number, h: number, near: number): Layout {
  const unit = Math.min(h / 62, w / 96);
  const side = Math.max(14.5 * unit, w * 0.13);
  const rowW = Math.min(w - 2 * side - unit, 96 * unit);
  const middle = w / 2;
  const line = h * 0.415;
  const rowH = h * 0.272;
  const row = rowH / (10 * unit) / 1.2;
  const left = side / 2 + unit * 0.6;
  const right = w - left;
  return {
    unit,
    compact: false,
    zones: zones(
      near,
      {
        board: [box(middle, line + rowH / 2 + unit * 0.8, rowW, rowH), row],
        hand: [box(middle, h - 5.2 * unit, Math.min(rowW, 76 * unit), 15 * unit), 1.1],
        hero: [box(left, h - 9.2 * unit, 9 * unit, 11 * unit), 1.36],
        deck: [box(right - 3.1 * unit, h - 11.2 * unit, 6 * unit, 9 * unit), 0.5],
        grave: [box(right + 3.1 * unit, h - 11.2 * unit, 6 * unit, 9 * unit), 0.5],
      },
      {
        board: [box(middle, line - rowH / 2 - unit * 0.8, rowW, rowH), row],
        hand: [box(middle, 0.9 * unit, 40 * unit, 6 * unit), 0.54],
        hero: [box(left, 9 * unit, 9 * unit, 11 * unit), 1.36],
        deck: [box(right - 3.1 * unit, 11.6 * unit, 6 * unit, 9 * unit), 0.5],
        grave: [box(right + 3.1 * unit, 11.6 * unit, 6 * unit, 9 * unit), 0.5],
      },
    ),
    end: box(right, line, 12.8 * unit, 6 * unit),
    chronicle: w > 1000 ? box(left, (h - 0.4 * unit) / 2, side - 2 * unit, h - 35.5 * unit) : null,
    resources: [{ seat: near, box: box(right, h - 3.4 * unit, 12.8 * unit, 3.6 * unit) }],
  };
}

/** A phone upright. */
function tall(w: number, h: number, near: number): Layout {
  const unit = Math.min(w / 39, h / 84);
  const top = 46;
  const bottom = h - 17 * unit;
  const mid = (top + 9.5 * unit + bottom - 9.5 * unit) / 2;
  const rowH = (bottom - 9.5 * unit - (top + 9.5 * unit)) / 2 - unit * 1.2;
  return {
    unit,
    compact: true,
    zones: zones(
      near,
      {
        board: [box(w / 2, mid + rowH / 2 + unit * 0.8, w - unit * 3.4, rowH), 1.1],
        hand: [box(w / 2, h - 7.4 * unit, w - unit * 2.4, 15 * unit), 1.02],
        hero: [box(5.4 * unit, bottom - 4 * unit, 8 * unit, 9 * unit), 0.92],
        deck: [box(w - 3.6 * unit, bottom - 3.6 * unit, 4 * unit, 6 * unit), 0.4],
        grave: [box(w - 8.6 * unit, bottom - 3.6 * unit, 4 * unit, 6 * unit), 0.4],
      },
      {
        board: [box(w / 2, mid - rowH / 2 - unit * 0.8, w - unit * 3.4, rowH), 1.1],
        hand: [box(w / 2 - unit, top + 2.4 * unit, w - 26 * unit, 6 * unit), 0.36],
        hero: [box(5.4 * unit, top + 4.4 * unit, 8 * unit, 9 * unit), 0.92],
        deck: [box(w - 3.6 * unit, top + 4 * unit, 4 * unit, 6 * unit), 0.4],
        grave: [box(w - 8.6 * unit, top + 4 * unit, 4 * unit, 6 * unit), 0.4],
      },
    ),
    end: box(w / 2 - 0.2 * unit, bottom - 5.8 * unit, 14 * unit, 4.8 * unit),
    chronicle: null,
    resources: [{ seat: near, box: box(w / 2 - 0.2 * unit, bottom - 1.5 * unit, 14 * unit, 2.6 * unit) }],
  };
}

/** A phone on its side. */
function flat(w: number, h: number, near: number): Layout {
  const unit = h / 41;
  const side = 11 * unit;
  const rowW = w - 2 * side - 2 * unit;
  const middle = w / 2;
  const line = h * 0.385;
  const rowH = h * 0.3;
  return {
    unit,
    compact: true,
    zones: zones(
      near,
      {
        board: [box(middle, line + rowH / 2 + unit * 0.6, rowW, rowH), 1.12],
        hand: [box(middle, h - 2.6 * unit, Math.min(rowW, 70 * unit), 14 * unit), 0.94],
        hero: [box(side / 2, h - 6.4 * unit, 8 * unit, 9 * unit), 1.06],
        deck: [box(w - side / 2 - 2.5 * unit, h - 11.4 * unit, 4 * unit, 6 * unit), 0.38],
        grave: [box(w - side / 2 + 2.5 * unit, h - 11.4 * unit, 4 * unit, 6 * unit), 0.38],
      },
      {
        board: [box(middle, line - rowH / 2 - unit * 0.6, rowW, rowH), 1.12],
        hand: [box(middle, 0.2 * unit, 40 * unit, 5 * unit), 0.3],
        hero: [box(side / 2, 10.2 * unit, 8 * unit, 9 * unit), 1.06],
        deck: [box(w - side / 2 - 2.5 * unit, 9 * unit, 4 * unit, 6 * unit), 0.38],
        grave: [box(w - side / 2 + 2.5 * unit, 9 * unit, 4 * unit, 6 * unit), 0.38],
      },
    ),
    end: box(w - side / 2, line + 2.4 * unit, 10.4 * unit, 5 * unit),
    chronicle: null,
    resources: [{ seat: near, box: box(w - side / 2, h - 4.4 * unit, 10.4 * unit, 3.2 * unit) }],
  };
}
