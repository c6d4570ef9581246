// Any game that has no view of its own: its refs in rows, its actions as gestures or buttons, its own words.
//
// It finds zones by looking: whatever in the state is a list of numbers is a zone of refs, and if the name of the
// field speaks of a hand, a list per seat, the seat is its owner.
import type { Ref, Seat, Tagged } from "../session/wire";
import type { Gesture, GameView, Layout, Look, Piece, Size, Zone } from "./types";

interface Found {
  key: string;
  label: string;
  owner: Seat;
  refs: Ref[];
}

const isRefs = (value: unknown): value is Ref[] => Array.isArray(value) && value.every((item) => typeof item === "number");

function zonesOf(state: unknown): Found[] {
  const found: Found[] = [];
  for (const [field, value] of Object.entries((state ?? {}) as Record<string, unknown>)) {
    if (isRefs(value) && value.length && REFS.test(field)) found.push({ key: field, label: field, owner: -1, refs: value });
    else if (Array.isArray(value) && value.length && value.every(isRefs)) value.forEach((refs, seat) => found.push({ key: `${field}${seat}`, label: field, owner: seat, refs: refs as Ref[] }));
  }
  return found;
}

/** Fields whose numbers are cards; others are counts, such as points. */
const REFS = /^(deck|hand|board|grave|laid|played|table|pile|discard|bid|cards|row|stack)/;
const DECK = /^(deck|pile|stack|draw)/;

export const plain: GameView = {
  name: "",
  layout: (size, look, state) => arrange(size, look, zonesOf(state)),
  pieces: (state, look) => zonesOf(state).flatMap((zone) => (DECK.test(zone.label) ? [pile(zone, look)] : zone.refs.map((ref) => card(ref, zone, look)))),
  resources: () => [],
  gestures: (state, legal, labels, look) => gestures(state, legal, labels, look),
  explain: (_, look, piece) => (look.seat < 0 ? "You are watching this match." : piece.owner === look.seat ? `There is nothing to do with ${piece.name} now.` : ""),
  motions: (event) => (event.type === "Shuffled" ? [{ do: "commit" }] : [{ do: "commit" }, { do: "wait", ms: 450 }]),
  say: (event, _, __, sentence) => ({ seat: typeof event.seat === "number" ? event.seat : null, text: sentence || spelled(event) }),
  result: ({ winners, reason }, look) => ({
    title: !winners.length ? "Drawn" : winners.includes(look.seat) ? "Victory" : look.seat < 0 ? `${look.names[winners[0]!]} wins` : "Defeat",
    line: reason.charAt(0).toUpperCase() + reason.slice(1),
  }),
};

function arrange({ w, h }: Size, { near, names }: Look, found: Found[]): Layout {
  const unit = Math.min(h / 62, w / (w < h ? 42 : 96));
  const top = 5 * unit + 30;
  const room = h - top - 4 * unit;
  const others = found.filter(({ owner }) => owner !== near && owner >= 0);
  const middle = found.filter(({ owner }) => owner < 0);
  const mine = found.filter(({ owner }) => owner === near);
  const end = { x: w - 9 * unit, y: h / 2, w: 13 * unit, h: 6 * unit };
  const field = w < h ? w - unit : w - 36 * unit;
  const line = (zones: Found[], y: number, scale: number): Zone[] =>
    zones.map((zone, i) => ({
      key: zone.key,
      label: zone.owner < 0 ? zone.label : `${names[zone.owner]}: ${zone.label}`,
      owner: zone.owner,
      shape: DECK.test(zone.label) ? "pile" : "row",
      box: { x: w / 2 + (i - (zones.length - 1) / 2) * (field / zones.length), y, w: field / zones.length - unit, h: room / 3.2 },
      scale: DECK.test(zone.label) ? scale * 0.8 : scale,
      field: !DECK.test(zone.label),
    }));
  return {
    unit,
    compact: w < h,
    zones: [...line(others, top + room / 6, 0.8), ...line(middle, top + room / 2, 1), ...line(mine, top + (room * 5) / 6, 1.1)],
    end: w < h ? { ...end, x: w / 2, y: h - 4 * unit } : end,
    chronicle: w > 900 ? { x: 9 * unit, y: h / 2, w: 15 * unit, h: 22 * unit } : null,
    resources: [],
  };
}

function pile(zone: Found, look: Look): Piece {
  const name = zone.owner < 0 ? zone.label : `${look.names[zone.owner]}: ${zone.label}`;
  return { key: `pile-${zone.key}`, kind: "pile", zone: zone.key, owner: zone.owner, face: null, name, count: zone.refs.length, label: `${name}, ${zone.refs.length} cards` };
}

function card(ref: Ref, zone: Found, look: Look): Piece {
  const face = look.faces.get(ref) ?? null;
  const printed = face ? look.cards.get(face) : undefined;
  const name = printed?.name ?? face ?? "Card";
  return {
    key: `c${ref}`, kind: "card", zone: zone.key, owner: zone.owner, face, card: printed, name,
    label: face ? `${name}, ${zone.label}${printed?.text ? `. ${printed.text}` : ""}` : `Card, face down, ${zone.label}`,
  };
}

/** An action that names one card is a gesture with it, if it is the only one; everything else is a button. */
function gestures(state: unknown, legal: readonly Tagged[], labels: readonly string[], look: Look): Gesture[] {
  const onTable = new Set(zonesOf(state).flatMap(({ refs }) => refs));
  const cardOf = (action: Tagged): Ref | null => {
    const refs = Object.values(action).filter((value): value is Ref => typeof value === "number" && onTable.has(value));
    return refs.length === 1 ? refs[0]! : null;
  };
  return legal.map((action, i) => {
    const ref = cardOf(action);
    const alone = ref !== null && legal.filter((other) => cardOf(other) === ref).length === 1;
    return { source: alone ? `c${ref}` : null, target: null, action, by: "button", label: labels[i] || spelledWith(action, look) };
  });
}

function spelledWith(action: Tagged, look: Look): string {
  const fields = Object.entries(action).filter(([name]) => name !== "type");
  return [action.type.replaceAll("_", " "), ...fields.map(([name, value]) => (value === true ? name : value === false ? "" : (look.faces.get(value as Ref) ?? `${name} ${String(value)}`)))].filter(Boolean).join(" ");
}

function spelled(event: Tagged): string {
  return event.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().replace(/^./, (c) => c.toUpperCase()) + ".";
}
