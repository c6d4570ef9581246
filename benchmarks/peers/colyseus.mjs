// Hero Duel as a Colyseus room: schema state, each hand in its owner's view only.
import { Room } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { OPTIONS, duel, outcome, randomDecks } from "./rules.mjs";

const Card = schema({ ref: t.uint8(), card: t.string() }, "Card");
const Creature = schema(
  { ref: t.uint8(), card: t.string(), attack: t.int16(), health: t.int16(), tired: t.boolean() },
  "Creature",
);
const Side = schema(
  {
    health: t.uint8(),
    fatigue: t.uint8(),
    deck: t.array(Card).noSync(),
    deckSize: t.uint8(),
    hand: t.array(Card).view(),
    handSize: t.uint8(),
    board: t.array(Creature),
    grave: t.array(Card),
  },
  "Side",
);
export const DuelState = schema(
  {
    moves: t.uint32().default(0),
    active: t.uint8(),
    turn: t.uint16(),
    mana: t.uint8(),
    over: t.boolean().default(false),
    sides: t.array(Side).default(() => [new Side(), new Side()]),
  },
  "DuelState",
);

const rules = duel({ card: (fields) => new Card(fields), creature: (fields) => new Creature(fields) });

/** Deal a new duel into the state. */
export function deal(state, decks, first) {
  state.sides.forEach((side, seat) => {
    for (const zone of [side.hand, side.board, side.grave]) zone.clear();
    side.health = OPTIONS.hero_health;
    side.fatigue = 0;
    rules.deal(side, decks[seat], seat !== first);
  });
  state.turn = 0;
  beginTurn(state, first);
  settle(state);
}

/** A move of `legal`; false, and nothing changed, if it is none. */
export function play(state, seat, [name, ...args]) {
  if (state.over || state.active !== seat) return false;
  if (name === "end_turn") beginTurn(state, 1 - seat);
  else if (!rules.moves[name](state, seat, ...args)) return false;
  settle(state);
  return true;
}

function beginTurn(state, seat) {
  state.active = seat;
  state.turn += 1;
  rules.beginTurn(state, seat, state.turn);
}

function settle(state) {
  for (const side of state.sides) {
    side.deckSize = side.deck.length;
    side.handSize = side.hand.length;
  }
  state.over = outcome(state.sides, state.turn) !== undefined;
  state.moves += 1;
}

/**
 * A room for two. Colyseus sends what has changed every 50 ms, as it comes; an `immediate` room sends it right
 * after each move instead.
 */
export class DuelRoom extends Room {
  maxClients = 2;
  state = new DuelState();
  messages = {
    play_creature: (client, args) => this.play(client, ["play_creature", ...args]),
    play_spell: (client, args) => this.play(client, ["play_spell", ...args]),
    attack: (client, args) => this.play(client, ["attack", ...args]),
    end_turn: (client) => this.play(client, ["end_turn"]),
    rematch: () => this.begin(),
  };

  onCreate({ immediate }) {
    this.immediate = immediate;
    if (immediate) this.patchRate = null;
  }

  onJoin(client) {
    const seat = this.clients.length - 1;
    const side = this.state.sides[seat];
    client.userData = { seat };
    client.view = new StateView();
    client.view.add(side);
    client.view.subscribe(side.hand); // and every card that comes to it
    if (this.clients.length === 2) this.begin();
  }

  begin() {
    if (this.state.turn && !this.state.over) return;
    deal(this.state, randomDecks(Math.random), Math.floor(Math.random() * 2));
    this.sync();
  }

  play(client, move) {
    if (play(this.state, client.userData.seat, move)) this.sync();
    else client.send("illegal", move);
  }

  sync() {
    if (this.immediate) this.broadcastPatch();
  }
}
