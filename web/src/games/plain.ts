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
  pieces: (state, look) => [
    ...look.names.map((_, seat) => player(seat, state, look)),
    ...zonesOf(state).flatMap((zone) => (DECK.test(zone.label) ? [pile(zone, look)] : zone.refs.map((ref) => card(ref, zone, look)))),
    ...facts(state),
  ],
  resources: () => [],
  gestures: (state, legal, labels, look) => gestures(state, legal, labels, look),
  explain: (_, look, piece) => (look.seat < 0 ? "You are watching this match." : piece.owner === look.seat ? `There is nothing to do with ${piece.name} now.` : ""),
  motions: () => [{ do: "commit" }, { do: "wait", ms: 450 }],
  say: (event, _, __, sentence) => ({ seat: typeof event.seat === "number" ? event.seat : null, text: sentence || spelled(event) }),
  result: ({ winners, reason }, look) => ({
    title: !winners.length ? "Drawn" : winners.includes(look.seat) ? "Victory" : look.seat < 0 ? `${look.names[winners[0]!]} wins` : "Defeat",
    line: reason.charAt(0).toUpperCase() + reason.slice(1),
  }),
};

function arrange({ w, h }: Size, { near, names }: Look, found: Found[]): Layout {
  const upright = w < h;
  const unit = Math.min(h / 62, w / (upright ? 42 : 96));
  const [left, right] = upright ? [9 * unit, 0] : [18 * unit, 17 * unit];
  const top = upright ? 52 : 5 * unit;
  const room = h - top - (upright ? 9 : 3) * unit;
  const line = (zones: Found[], y: number, scale: number): Zone[] => {
    const piles = zones.filter(({ label }) => DECK.test(label)).length;
    const pile = 7 * unit;
    const wide = (w - left - right - piles * pile) / Math.max(1, zones.length - piles);
    let x = left;
    return zones.map((zone) => {
      const own = DECK.test(zone.label) ? pile : wide;
      x += own;
      return {
        key: zone.key,
        label: zone.owner < 0 ? zone.label : `${names[zone.owner]}: ${zone.label}`,
        owner: zone.owner,
        shape: DECK.test(zone.label) ? "pile" : "row",
        box: { x: x - own / 2, y, w: own - unit * 1.4, h: room / 3.3 },
        scale: DECK.test(zone.label) ? 0.5 : scale,
        field: !DECK.test(zone.label),
      };
    });
  };
  const rows = (owner: (seat: Seat) => boolean): Found[] => found.filter((zone) => owner(zone.owner));
  const others = names.map((_, seat) => seat).filter((seat) => seat !== near);
  const hero = (seat: Seat, y: number): Zone => ({ key: `seat${seat}`, label: names[seat] ?? "", owner: seat, shape: "spot", box: { x: upright ? 5 * unit : 9 * unit, y, w: 8 * unit, h: 9 * unit }, scale: upright ? 0.9 : 1.2 });
  const far = top + room / 6;
  return {
    unit,
    compact: upright,
    zones: [
      ...others.map((seat, i) => hero(seat, far + (i - (others.length - 1) / 2) * 10 * unit)),
      ...line(rows((owner) => owner >= 0 && owner !== near), far, 0.9),
      ...line([...rows((owner) => owner < 0), { key: "facts", label: "facts", owner: -1, refs: [] }], top + room / 2, 1),
      ...line(rows((owner) => owner === near), top + (room * 5) / 6, 1.15),
      hero(near, top + (room * 5) / 6),
    ],
    end: upright ? { x: w / 2, y: h - 4 * unit, w: 14 * unit, h: 5 * unit } : { x: w - 9 * unit, y: h / 2, w: 13 * unit, h: 6 * unit },
    chronicle: w > 900 ? { x: 9 * unit, y: h / 2, w: 15 * unit, h: 20 * unit } : null,
    resources: [],
  };
}

/** Each player, with what the state counts for them. */
function player(seat: Seat, state: unknown, look: Look): Piece {
  const counts = Object.entries((state ?? {}) as Record<string, unknown>).flatMap(([field, value]) =>
    isRefs(value) && value.length === look.names.length && !REFS.test(field) ? [[field, value[seat]!] as const] : [],
  );
  const name = look.names[seat] ?? "";
  return {
    key: `seat${seat}`, kind: "hero", zone: `seat${seat}`, owner: seat, face: null, crest: seat, name,
    label: [name, ...counts.map(([field, value]) => `${field} ${value}`)].join(", "),
    badges: counts.slice(0, 1).map(([, value]) => ({ icon: "count", value })),
  };
}

/** What else the state counts. */
function facts(state: unknown): Piece[] {
  return Object.entries((state ?? {}) as Record<string, unknown>).flatMap(([field, value]): Piece[] =>
    typeof value === "number" ? [{ key: `fact-${field}`, kind: "token", zone: "facts", owner: -1, face: null, name: `${value} ${field}`, label: `${field}: ${value}` }] : [],
  );
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

/** An action that names one card is done with it; everything else is a button. */
function gestures(state: unknown, legal: readonly Tagged[], labels: readonly string[], look: Look): Gesture[] {
  const onTable = new Set(zonesOf(state).flatMap(({ refs }) => refs));
  return legal.map((action, i) => {
    const refs = Object.values(action).filter((value): value is Ref => typeof value === "number" && onTable.has(value));
    return { source: refs.length === 1 ? `c${refs[0]}` : null, target: null, action, by: "button", label: labels[i] || spelledWith(action, look) };
  });
}

function spelledWith(action: Tagged, look: Look): string {
  const fields = Object.entries(action).filter(([name]) => name !== "type");
  return [action.type.replaceAll("_", " "), ...fields.map(([name, value]) => (value === true ? name : value === false ? "" : (look.faces.get(value as Ref) ?? `${name} ${String(value)}`)))].filter(Boolean).join(" ");
}

function spelled(event: Tagged): string {
  return event.type.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase().replace(/^./, (c) => c.toUpperCase()) + ".";
}
