// boardgame.io's own server (socket.io, storage in memory: as it comes) under the load of load.mjs.
// `node server-boardgameio.mjs [SECONDS]`
import { fileURLToPath } from "node:url";
import { Server } from "boardgame.io/dist/cjs/server.js";
import { io } from "socket.io-client";
import { action, game } from "./boardgameio.mjs";
import { answer, measure } from "./load.mjs";
import { report } from "./report.mjs";

async function serve() {
  const server = Server({ games: [game], origins: ["http://localhost"] });
  const { appServer } = await server.run({ port: 0 });
  answer(appServer.address().port);
}

let matches = 0;

/** Two players, speaking the protocol of boardgame.io's client without its optimistic mirror. */
async function open(port, notify) {
  const sockets = [0, 1].map(() => io(`http://localhost:${port}/duel`, { transports: ["websocket"], forceNew: true }));
  const views = [];
  let match = 0;
  const receive = (seat, matchID, { G, ctx, _stateID }) => {
    if (matchID !== `match-${match}`) return;
    views[seat] = {
      version: match * 1e6 + _stateID,
      active: Number(ctx.currentPlayer),
      over: ctx.gameover !== undefined,
      state: G,
      stateID: _stateID,
    };
    notify(seat);
  };
  const table = {
    view: (seat) => views[seat],
    send(seat, move) {
      sockets[seat].emit("update", action(move, seat), views[seat].stateID, `match-${match}`, String(seat));
    },
    // The server makes a match when its first player asks for it; the second asks when it is there.
    rematch() {
      match = ++matches;
      sockets[0].emit("sync", `match-${match}`, "0", undefined, 2);
    },
  };
  sockets.forEach((socket, seat) => {
    socket.on("update", (matchID, state) => receive(seat, matchID, state));
    socket.on("sync", (matchID, { state }) => {
      if (seat === 0) sockets[1].emit("sync", matchID, "1", undefined, 2);
      receive(seat, matchID, state);
    });
  });
  await Promise.all(sockets.map((socket) => new Promise((connected) => socket.once("connect", connected))));
  table.rematch();
  return table;
}

const [first = "10"] = process.argv.slice(2);
if (first === "serve") await serve();
else {
  const figures = await measure(fileURLToPath(import.meta.url), "", open, Number(first));
  report("server-boardgameio", "boardgame.io", figures);
  process.exit();
}
