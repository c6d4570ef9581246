// Replays duels that our Python rules played (JSON lines on standard input) on both peers and compares the
// legal moves before and the whole state after every action.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { CreateGameReducer, InitializeGame } from "boardgame.io/dist/cjs/internal.js";
import { action, game } from "./boardgameio.mjs";
import { DuelState, deal, play } from "./colyseus.mjs";
import { legal, outcome } from "./rules.mjs";

const reducer = CreateGameReducer({ game });

function boardgameio({ decks, first }) {
  let state = InitializeGame({ game, numPlayers: 2, setupData: { decks, first } });
  return {
    legal: (seat) => legal(state.G, seat),
    play: (seat, move) => (state = reducer(state, action(move, seat))),
    seen: () => seen(state.G, Number(state.ctx.currentPlayer), state.ctx.turn, state.ctx.gameover),
  };
}

function colyseus({ decks, first }) {
  const state = new DuelState();
  deal(state, decks, first);
  return {
    legal: (seat) => legal(state, seat),
    play: (seat, move) => assert(play(state, seat, move)),
    seen: () => seen(state, state.active, state.turn, state.over ? outcome(state.sides, state.turn) : undefined),
  };
}

const refs = (cards) => [...cards].map((card) => card.ref);

function seen({ mana, sides }, active, turn, gameover) {
  return {
    active,
    turn,
    mana,
    over: gameover ? (gameover.draw ? [] : [gameover.winner]) : null,
    sides: [...sides].map((side) => ({
      health: side.health,
      fatigue: side.fatigue,
      deck: refs(side.deck),
      hand: refs(side.hand),
      board: [...side.board].map((c) => [c.ref, c.card, c.attack, c.health, c.tired]),
      grave: refs(side.grave).sort((a, b) => a - b),
    })),
  };
}

let duels = 0;
let actions = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const trace = JSON.parse(line);
  const peers = [boardgameio(trace), colyseus(trace)];
  for (const { seat, legal: moves, move, after } of trace.steps) {
    for (const peer of peers) {
      assert.deepEqual(peer.legal(seat), moves);
      peer.play(seat, move);
      assert.deepEqual(peer.seen(), after);
    }
    actions += 1;
  }
  duels += 1;
}
assert(duels > 0, "no duels on standard input: python benchmarks/peers/duel.py trace 200 | node test.mjs");
console.log(`${duels} duels, ${actions} actions: boardgame.io and Colyseus play as facedown does`);
