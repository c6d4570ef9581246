// Hero Duel as a boardgame.io game.
import { INVALID_MOVE } from "boardgame.io/dist/cjs/core.js";
import { OPTIONS, duel, outcome, randomDecks } from "./rules.mjs";

const rules = duel();

const empty = () => ({ health: OPTIONS.hero_health, fatigue: 0, deck: [], hand: [], board: [], grave: [] });

const move = (change) => ({ G, playerID }, ...args) => {
  if (!change(G, Number(playerID), ...args)) return INVALID_MOVE;
};

/** The game. `setupData` names the decks in order and who begins; without it they are drawn at random. */
export const game = {
  name: "duel",
  setup({ random }, setupData) {
    const { decks, first } = setupData ?? { decks: randomDecks(random.Number), first: random.Die(2) - 1 };
    const sides = decks.map((cards, seat) => {
      const side = empty();
      rules.deal(side, cards, seat !== first);
      return side;
    });
    return { first, mana: 0, sides };
  },
  turn: {
    order: { first: ({ G }) => G.first, next: ({ ctx }) => 1 - ctx.playOrderPos },
    onBegin: ({ G, ctx }) => rules.beginTurn(G, Number(ctx.currentPlayer), ctx.turn),
  },
  moves: Object.fromEntries(Object.entries(rules.moves).map(([name, change]) => [name, move(change)])),
  endIf: ({ G, ctx }) => outcome(G.sides, ctx.turn),
  playerView: ({ G, playerID }) => ({ ...G, sides: G.sides.map((side, seat) => seen(side, seat, playerID)) }),
};

/** A side as a player sees it: decks and the other hand as counts. */
const seen = (side, seat, playerID) => ({
  ...side,
  deck: side.deck.length,
  hand: seat === Number(playerID) ? side.hand : side.hand.length,
});

/** A move of `legal` as the action that boardgame.io's client would dispatch. */
export const action = ([name, ...args], seat) =>
  name === "end_turn"
    ? { type: "GAME_EVENT", payload: { type: "endTurn", args: [], playerID: String(seat) } }
    : { type: "MAKE_MOVE", payload: { type: name, args, playerID: String(seat) } };
