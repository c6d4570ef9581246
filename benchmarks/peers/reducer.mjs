// boardgame.io's bare reducer, no server, no client: random duels on one core.
// `node reducer.mjs [SECONDS]`
import { CreateGameReducer, InitializeGame } from "boardgame.io/dist/cjs/internal.js";
import { action, game } from "./boardgameio.mjs";
import { report } from "./report.mjs";
import { legal, randomDecks, seeded } from "./rules.mjs";

const seconds = Number(process.argv[2] ?? 4);
const reducer = CreateGameReducer({ game });
const random = seeded(1);

function playOne() {
  const setupData = { decks: randomDecks(random), first: Math.floor(random() * 2) };
  let state = InitializeGame({ game, numPlayers: 2, setupData });
  while (state.ctx.gameover === undefined) {
    const seat = Number(state.ctx.currentPlayer);
    const moves = legal(state.G, seat);
    const stateID = state._stateID;
    state = reducer(state, action(moves[Math.floor(random() * moves.length)], seat));
    if (state._stateID !== stateID + 1) throw new Error("boardgame.io refused a legal move");
  }
  return state._stateID;
}

function playFor(milliseconds) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let actions = 0;
  let games = 0;
  while (performance.now() - start < milliseconds) {
    actions += playOne();
    games += 1;
  }
  const { user, system } = process.cpuUsage(cpu);
  return {
    actions_per_second: Math.round((1000 * actions) / (performance.now() - start)),
    actions_per_cpu_second: Math.round((1e6 * actions) / (user + system)),
    actions_per_game: Math.round(actions / games),
  };
}

playFor(1500); // let the compiler warm up
report("reducer", "boardgame.io", playFor(1000 * seconds));
