// The duel's state and events as they come over the wire.
import type { Face, Ref, Seat } from "../../session/wire";

export interface Creature {
  ref: Ref;
  card: Face;
  attack: number;
  health: number;
  tired: boolean;
}

export interface Side {
  health: number;
  deck: Ref[];
  hand: Ref[];
  board: Creature[];
  grave: { ref: Ref; card: Face }[];
  burning: Ref[];
  fatigue: number;
}

export interface DuelState {
  options: { hero_health: number; mana: number; max_board: number; max_hand: number; turn_limit: number; arrival: string };
  sides: [Side, Side];
  active: Seat;
  turn: number;
  mana: number;
}

export type DuelEvent =
  | { type: "DeckShuffled"; seat: Seat; refs: Ref[] }
  | { type: "FirstChosen"; seat: Seat }
  | { type: "TurnBegan"; seat: Seat; turn: number }
  | { type: "CardDrawn"; seat: Seat; ref: Ref }
  | { type: "CardOverdrawn"; seat: Seat; ref: Ref }
  | { type: "CardBurned"; seat: Seat; ref: Ref; card: Face }
  | { type: "HeroWearied"; seat: Seat; amount: number }
  | { type: "CreaturePlayed"; seat: Seat; ref: Ref; card: Face }
  | { type: "SpellCast"; seat: Seat; ref: Ref; card: Face; target: Ref }
  | { type: "Attacked"; seat: Seat; attacker: Ref; target: Ref; struck: Ref }
  | { type: "Damaged"; target: Ref; amount: number }
  | { type: "HeroHealed"; seat: Seat; amount: number }
  | { type: "CreatureDied"; seat: Seat; ref: Ref };

export type DuelAction =
  | { type: "play_creature"; card: Ref }
  | { type: "play_spell"; card: Ref; target: Ref }
  | { type: "attack"; attacker: Ref; target: Ref }
  | { type: "end_turn" };

/** The key of a target: heroes are -1 and -2 on the wire. */
export const keyOf = (target: Ref): string => (target < 0 ? `hero${-1 - target}` : `c${target}`);

export function creatureOf(state: DuelState, ref: Ref): [Seat, Creature] | null {
  for (const seat of [0, 1] as const) {
    const found = state.sides[seat].board.find((creature) => creature.ref === ref);
    if (found) return [seat, found];
  }
  return null;
}
