// Hero Duel in plain JavaScript: the same rules as src/facedown/games/duel, with the default options.
// The functions change the state they are given, so they work on an immer draft (boardgame.io), on a
// schema (Colyseus) and on plain objects. A move that is not legal changes nothing and returns false.
import { readFileSync } from "node:fs";

const data = JSON.parse(readFileSync(new URL("duel.json", import.meta.url)));
export const OPTIONS = data.options;
export const CARDS = data.cards;
export const DECKS = Object.values(data.decks);

/** A hero as a target: -1 for seat 0, -2 for seat 1. Never the ref of a card. */
export const hero = (seat) => -1 - seat;

const plain = { card: (fields) => fields, creature: (fields) => fields };

/** The rules on states whose cards and creatures are made by `make`. */
export function duel(make = plain) {
  /** Put a shuffled deck on an empty side and draw its opening hand. The deck is drawn from its end. */
  function deal(side, cards, second) {
    side.deck = cards.map(make.card);
    for (let n = OPTIONS.initial_draw + (second ? OPTIONS.second_draws : 0); n; n--) {
      side.hand.push(side.deck.pop());
    }
  }

  function beginTurn(state, seat, turn) {
    state.mana = OPTIONS.mana;
    for (const creature of state.sides[seat].board) creature.tired = false;
    if (turn > 1 && turn <= OPTIONS.turn_limit) draw(state.sides[seat]);
  }

  function play_creature(state, seat, ref) {
    const side = state.sides[seat];
    const at = inHand(state, side, ref, "creature");
    if (at < 0 || side.board.length >= OPTIONS.max_board) return false;
    const card = pay(state, side, at);
    const { attack, health } = card;
    side.board.push(make.creature({ ref, card: card.id, attack, health, tired: !card.swift }));
    resolve(state, seat, "arrival", card);
    return true;
  }

  function play_spell(state, seat, ref, target) {
    const side = state.sides[seat];
    const at = inHand(state, side, ref, "spell");
    const owner = at < 0 ? -1 : ownerOf(state, target);
    if (owner < 0) return false;
    const card = pay(state, side, at);
    side.grave.push(make.card({ ref, card: card.id }));
    if (target < 0) hurtHero(state.sides[owner], card.power);
    else hurt(state, owner, [find(state.sides[owner], target)], card.power);
    resolve(state, seat, "then", card);
    return true;
  }

  function attack(state, seat, ref, target) {
    const side = state.sides[seat];
    const foe = state.sides[1 - seat];
    const attacker = find(side, ref);
    if (!attacker || attacker.tired || !attacker.attack) return false;
    const atHero = target === hero(1 - seat);
    const struck = atHero ? foe.board.find((c) => CARDS[c.card].guard) : find(foe, target);
    if (!struck && !atHero) return false;
    const power = attacker.attack;
    const back = struck ? struck.attack : 0;
    attacker.tired = true;
    if (struck) struck.health -= power;
    else hurtHero(foe, power);
    attacker.health -= back;
    if (CARDS[attacker.card].drain) heal(side, power);
    if (back && CARDS[struck.card].drain) heal(foe, back);
    const dies = attacker.health <= 0;
    if (struck && struck.health <= 0) die(state, 1 - seat, struck);
    if (dies) die(state, seat, attacker);
    return true;
  }

  function inHand(state, side, ref, type) {
    const at = side.hand.findIndex((c) => c.ref === ref);
    const card = at < 0 ? undefined : CARDS[side.hand[at].card];
    return card && card.type === type && card.cost <= state.mana ? at : -1;
  }

  function pay(state, side, at) {
    const card = CARDS[side.hand[at].card];
    side.hand.splice(at, 1);
    state.mana -= card.cost;
    return card;
  }

  function resolve(state, seat, when, card) {
    for (const effect of card.effects) {
      if (effect.when !== when) continue;
      const { op, amount } = effect;
      const other = state.sides[1 - seat];
      if (op === "hurt") hurtHero(other, amount);
      else if (op === "heal") heal(state.sides[seat], amount);
      else if (op === "scorch") for (const side of state.sides) hurtHero(side, amount);
      else if (op === "draw") for (let n = amount; n; n--) draw(state.sides[seat]);
      else hurt(state, 1 - seat, other.board.filter((c) => c.health > 0), amount);
    }
  }

  /** Damage to creatures, all of it before the first one dies. */
  function hurt(state, owner, creatures, amount) {
    for (const creature of creatures) creature.health -= amount;
    for (const creature of creatures) if (creature.health <= 0) die(state, owner, creature);
  }

  function die(state, owner, creature) {
    const side = state.sides[owner];
    const { ref, card } = creature;
    side.board.splice(side.board.findIndex((c) => c.ref === ref), 1);
    side.grave.push(make.card({ ref, card }));
    resolve(state, owner, "parting", CARDS[card]);
  }

  function draw(side) {
    if (!side.deck.length) hurtHero(side, ++side.fatigue);
    else if (side.hand.length < OPTIONS.max_hand) side.hand.push(side.deck.pop());
    else side.grave.push(side.deck.pop());
  }

  return { deal, beginTurn, moves: { play_creature, play_spell, attack } };
}

function hurtHero(side, amount) {
  side.health = Math.max(0, side.health - amount);
}

function heal(side, amount) {
  if (side.health) side.health = Math.min(OPTIONS.hero_health, side.health + amount);
}

const find = (side, ref) => side.board.find((c) => c.ref === ref);

function ownerOf(state, target) {
  if (target < 0) return target >= -2 ? -1 - target : -1;
  return state.sides.findIndex((side) => find(side, target));
}

/** How the duel ended: `{winner}`, `{draw}`, or undefined while it goes on. */
export function outcome(sides, turn) {
  const [first, second] = sides;
  if (first.health && second.health) return turn > OPTIONS.turn_limit ? { draw: true } : undefined;
  if (first.health || second.health) return { winner: first.health ? 0 : 1 };
  return { draw: true };
}

/** Every move of this seat, ending the turn first: `[name, ...arguments]`. Enough to know one's own view. */
export function legal(state, seat) {
  const side = state.sides[seat];
  const moves = [["end_turn"]];
  const own = [...side.board];
  const enemies = [...state.sides[1 - seat].board].map((c) => c.ref);
  enemies.push(hero(1 - seat));
  for (const { ref, card: id } of side.hand) {
    const card = CARDS[id];
    if (card.cost > state.mana) continue;
    if (card.type === "creature") {
      if (own.length < OPTIONS.max_board) moves.push(["play_creature", ref]);
    } else {
      for (const target of enemies) moves.push(["play_spell", ref, target]);
      for (const creature of own) moves.push(["play_spell", ref, creature.ref]);
      moves.push(["play_spell", ref, hero(seat)]);
    }
  }
  for (const creature of own) {
    if (creature.tired || !creature.attack) continue;
    for (const target of enemies) moves.push(["attack", creature.ref, target]);
  }
  return moves;
}

/** Two decks picked at random and shuffled: `[[{ref, card}, ...], [...]]`. */
export function randomDecks(random) {
  return [0, 1].map((seat) => {
    const faces = [...DECKS[Math.floor(random() * DECKS.length)]];
    for (let i = faces.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [faces[i], faces[j]] = [faces[j], faces[i]];
    }
    return faces.map((card, i) => ({ ref: seat * faces.length + i, card }));
  });
}

/** A small seeded generator (mulberry32), so that every run plays the same duels. */
export function seeded(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
