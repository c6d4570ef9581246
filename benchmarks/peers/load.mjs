// The load that every server gets: 50 matches, 500 moves a second in all, then as fast as it goes.
//
// The server runs in a process of its own (this file forks it) and says how much processor time it has used.
// Here live both players of every match, each on a socket of its own. A peer brings
//   open(port, notify) -> table    two connected players; notify(seat) says that this seat's view is new
//   table.view(seat)  -> {version, active, over, state}, or undefined; the version grows with every change
//   table.send(seat, move)         a move of `legal`
//   table.rematch()                a new duel for the same two players
import { fork } from "node:child_process";
import { legal, seeded } from "./rules.mjs";

const MATCHES = 50;
const RATE = 500;
const WARM_UP = 3;
const SATURATED = 5;
const STALLED = 5000;

class Match {
  constructor(seed) {
    this.random = seeded(seed);
    this.eager = false;
    this.sent = 0; // when the move under way was sent; 0 if there is none
    this.latencies = [];
  }

  async open(open, port) {
    this.table = await open(port, (seat) => this.receive(seat));
    this.receive(0);
  }

  receive(seat) {
    if (this.sent && seat === this.mover && this.table.view(seat).version > this.version) {
      this.latencies.push(performance.now() - this.sent);
      this.sent = 0;
    }
    if (!this.settled()) return;
    if (this.table.view(0).over) this.rematch();
    else if (this.eager) this.move();
  }

  /** Whether nothing is under way: both players have seen the last change. */
  settled() {
    const [first, second] = [this.table?.view(0), this.table?.view(1)];
    return !this.sent && first && second && first.version === second.version;
  }

  ready() {
    return this.settled() && !this.table.view(0).over;
  }

  rematch() {
    if (this.finished === this.table.view(0).version) return; // asked already
    this.finished = this.table.view(0).version;
    this.table.rematch();
  }

  move() {
    const { active, version } = this.table.view(0);
    const moves = legal(this.table.view(active).state, active);
    this.mover = active;
    this.version = version;
    this.sent = performance.now();
    this.table.send(active, moves[Math.floor(this.random() * moves.length)]);
  }
}

/** Fork `script serve [mode]`, which calls `answer`, and put the load on it; resolves to its figures. */
export async function measure(script, mode, open, seconds) {
  const server = fork(script, ["serve", mode ?? ""], { stdio: ["ignore", 2, 2, "ipc"] });
  const ask = (question) => new Promise((answer) => (server.once("message", answer), server.send(question)));
  try {
    const { port } = await new Promise((listening) => server.once("message", listening));
    const matches = Array.from({ length: MATCHES }, (_, i) => new Match(i));
    for (const match of matches) await match.open(open, port);
    await during(matches, ask, () => paced(matches, WARM_UP));
    const calm = await during(matches, ask, () => paced(matches, seconds));
    for (const match of matches) match.eager = true;
    for (const match of matches) match.receive(0);
    await during(matches, ask, () => asleep(1));
    const busy = await during(matches, ask, () => asleep(SATURATED));
    return {
      moves_per_second: Math.round(calm.latencies.length / calm.seconds),
      p50_ms: percentile(calm.latencies, 0.5),
      p99_ms: percentile(calm.latencies, 0.99),
      cpu_ms_per_move: round((1000 * calm.cpu) / calm.latencies.length),
      moves_per_cpu_second: Math.round(busy.latencies.length / busy.cpu),
      saturated_moves_per_second: Math.round(busy.latencies.length / busy.seconds),
    };
  } finally {
    server.kill();
  }
}

/** What a server does for `measure`: say where it listens, and how much processor time it has used. */
export function answer(port) {
  process.on("message", () => process.send(process.cpuUsage()));
  process.on("disconnect", () => process.exit());
  process.send({ port });
}

async function during(matches, ask, run) {
  const before = await ask("cpu");
  const start = performance.now();
  for (const match of matches) match.latencies = [];
  await run();
  const end = performance.now();
  const after = await ask("cpu");
  if (matches.some((match) => match.sent && end - match.sent > STALLED)) throw new Error("a match has stalled");
  return {
    seconds: (end - start) / 1000,
    cpu: (after.user + after.system - before.user - before.system) / 1e6,
    latencies: matches.flatMap((match) => match.latencies),
  };
}

/** Every match moves at its own even beat, the beats spread evenly over the matches. */
async function paced(matches, seconds) {
  const beat = (1000 * MATCHES) / RATE;
  const start = performance.now();
  const due = matches.map((_, i) => start + (i * beat) / MATCHES);
  while (performance.now() - start < 1000 * seconds) {
    matches.forEach((match, i) => {
      if (performance.now() < due[i] || !match.ready()) return;
      due[i] += beat;
      match.move();
    });
    await asleep(0.001);
  }
}

const asleep = (seconds) => new Promise((awake) => setTimeout(awake, 1000 * seconds));

const round = (number) => Math.round(number * 1000) / 1000;

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]);
}
