// A Colyseus server (ws transport, schema state with views) under the load of load.mjs.
// `node server-colyseus.mjs [SECONDS [immediate]]`
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { Server } from "@colyseus/core";
import { Client } from "@colyseus/sdk";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { DuelRoom } from "./colyseus.mjs";
import { answer, measure } from "./load.mjs";
import { report } from "./report.mjs";

async function serve(immediate) {
  const http = createServer();
  const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
  server.define("duel", DuelRoom, { immediate });
  await server.listen(0);
  answer(http.address().port);
}

/** Two players in a room of their own. */
async function open(port, notify) {
  const client = new Client(`http://localhost:${port}`);
  const first = await client.create("duel");
  const rooms = [first, await client.joinById(first.roomId)];
  rooms.forEach((room, seat) => room.onStateChange(() => notify(seat)));
  const view = (seat) => {
    const { state } = rooms[seat];
    if (!state.turn) return undefined;
    const { hand, handSize } = state.sides[seat];
    if (hand.length !== handSize) throw new Error("a player does not see the whole hand");
    return { version: state.moves, active: state.active, over: state.over, state };
  };
  return {
    view,
    send: (seat, [name, ...args]) => rooms[seat].send(name, args),
    rematch: () => rooms[0].send("rematch"),
  };
}

const [first = "10", mode] = process.argv.slice(2);
if (first === "serve") await serve(mode === "immediate");
else {
  const figures = await measure(fileURLToPath(import.meta.url), mode, open, Number(first));
  report(mode ? `server-colyseus-${mode}` : "server-colyseus", "@colyseus/core", figures);
  process.exit();
}
