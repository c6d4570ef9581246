// What lies on the duel's table, and how it is called.
import type { Card } from "../../session/catalog";
import type { Face, Ref, Seat } from "../../session/wire";
import type { Badge, Look, Piece, Sign } from "../types";
import type { Creature, DuelState } from "./state";

export function pieces(state: DuelState, look: Look): Piece[] {
  return [1 - look.near, look.near].flatMap((seat) => [
    hero(state, seat, look),
    deck(state, seat, look),
    grave(state, seat, look),
    ...state.sides[seat]!.board.map((creature) => unit(state, seat, creature, look)),
    ...state.sides[seat]!.hand.map((ref, i) => held(state, seat, ref, i, look)),
    ...state.sides[seat]!.burning.map((ref) => burning(seat, ref, look)),
  ]);
}

export const whose = (seat: Seat, look: Look): string => (seat === look.seat ? "your" : `${look.names[seat]}'s`);

/** A card's picture in words: what it can do. */
export function words(card: Card): string {
  return card.text;
}

function hero(state: DuelState, seat: Seat, look: Look): Piece {
  const { health, hand } = state.sides[seat]!;
  const most = state.options.hero_health;
  const turn = state.turn > 0 && state.active === seat ? ", whose turn it is" : "";
  return {
    key: `hero${seat}`,
    kind: "hero",
    zone: `hero${seat}`,
    owner: seat,
    face: null,
    crest: seat,
    name: look.names[seat] ?? "",
    label: `${cap(whose(seat, look))} hero, ${health} of ${most} health, ${hand.length} cards in hand${turn}`,
    badges: [{ icon: "health", value: health, ...(health <= most * 0.3 ? { tone: "down" as const } : {}) }],
    ...(state.turn > 0 && state.active === seat ? { signs: ["marked" as Sign] } : {}),
  };
}

function deck(state: DuelState, seat: Seat, look: Look): Piece {
  const count = state.sides[seat]!.deck.length;
  return {
    key: `deck${seat}`, kind: "pile", zone: `deck${seat}`, owner: seat, face: null, name: "Deck", count,
    label: `${cap(whose(seat, look))} deck, ${count} cards`,
  };
}

function grave(state: DuelState, seat: Seat, look: Look): Piece {
  const dead = state.sides[seat]!.grave;
  const top = dead[dead.length - 1];
  const card = top && look.cards.get(top.card);
  return {
    key: `grave${seat}`, kind: "pile", zone: `grave${seat}`, owner: seat, face: top?.card ?? null, card, name: "Graveyard", count: dead.length,
    label: `${cap(whose(seat, look))} graveyard, ${dead.length} cards${card ? `, ${card.name} on top` : ""}`,
  };
}

function unit(state: DuelState, seat: Seat, creature: Creature, look: Look): Piece {
  const card = look.cards.get(creature.card);
  const signs = signsOf(card);
  const resting = creature.tired;
  if (resting) signs.push("tired");
  const ready = seat === look.seat && state.active === seat && !resting && creature.attack > 0;
  return {
    key: `c${creature.ref}`,
    kind: "unit",
    zone: `board${seat}`,
    owner: seat,
    face: creature.card,
    card,
    name: card?.name ?? creature.card,
    label: [`${cap(whose(seat, look))} ${card?.name ?? creature.card}`, `${creature.attack} attack`, `${creature.health} health`, ...keywords(card), ready ? "can attack" : resting ? "resting" : ""].filter(Boolean).join(", "),
    badges: [
      { icon: "attack", value: creature.attack, ...tone(creature.attack, card?.attack) },
      { icon: "health", value: creature.health, ...tone(creature.health, card?.health) },
    ],
    signs,
    faint: resting && state.active === seat,
  };
}

function held(state: DuelState, seat: Seat, ref: Ref, i: number, look: Look): Piece {
  const face = look.faces.get(ref) ?? null;
  const card = face ? look.cards.get(face) : undefined;
  // Whoever knows a face may see it: only a replay knows those of both hands.
  const open = face !== null;
  const dear = card?.cost !== undefined && state.active === seat && card.cost > state.mana;
  return {
    key: `c${ref}`,
    kind: "card",
    zone: `hand${seat}`,
    owner: seat,
    face: open ? face : null,
    card: open ? card : undefined,
    name: open ? (card?.name ?? face) : "Card",
    label: open && card ? `${cardLabel(card)}${dear ? ", too dear now" : ""}` : `Card ${i + 1} in ${whose(seat, look)} hand, face down`,
    badges: open && card ? printed(card) : [],
    signs: open ? signsOf(card) : [],
    from: `deck${seat}`,
    faint: open && dear && seat === look.seat,
  };
}

function burning(seat: Seat, ref: Ref, look: Look): Piece {
  return { key: `c${ref}`, kind: "card", zone: `grave${seat}`, owner: seat, face: null, name: "Card", label: `A card from ${whose(seat, look)} deck burns`, from: `deck${seat}` };
}

/** The numbers printed on a card. */
export function printed(card: Card): Badge[] {
  const badges: Badge[] = card.cost === undefined ? [] : [{ icon: "cost", value: card.cost }];
  if (card.type === "creature") badges.push({ icon: "attack", value: card.attack ?? 0 }, { icon: "health", value: card.health ?? 0 });
  if (card.type === "spell") badges.push({ icon: "power", value: card.spellPower ?? 0 });
  return badges;
}

export function cardLabel(card: Card): string {
  const body = card.type === "creature" ? `creature, ${card.attack} attack, ${card.health} health` : card.type;
  return `${card.name}, ${card.cost} mana, ${body}. ${card.text}`.trim().replace(/\.$/, "");
}

function signsOf(card: Card | undefined): Sign[] {
  const signs = (card?.keywords ?? []) as Sign[];
  const times = new Set((card?.effects ?? []).map(({ when }) => when));
  return [...signs, ...(times.has("parting") ? (["parting"] as Sign[]) : [])];
}

const keywords = (card: Card | undefined): string[] => card?.keywords ?? [];

const tone = (now: number, was: number | undefined): { tone?: "up" | "down" } =>
  was === undefined || now === was ? {} : { tone: now < was ? "down" : "up" };

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const nameOf = (face: Face, look: Look): string => look.cards.get(face)?.name ?? face;
