// Our signatures under finished matches, on their way to the server: kept until it has them. And matches that ended
// when we were not there: they are signed when we have checked them.
import { effect } from "@preact/signals";
import { mirror } from "../mirror/client";
import { ending } from "./claims";
import { hex, sha256 } from "./digest";
import { lasting } from "./key";
import { line } from "./socket";
import type { Entry, Opening, Seat } from "./wire";

interface Ending {
  match: string;
  seat: Seat;
  sign: string;
}

/** How far we have seen a match of ours that was not over yet. */
interface Running {
  match: string;
  seat: Seat;
  at: number;
  head: string;
}

const MOST = 50;

/** Some records, one a match, in this browser. */
class Records<T extends { match: string }> {
  constructor(private readonly key: string) {}

  all(): T[] {
    try {
      return JSON.parse(localStorage.getItem(this.key) ?? "[]") as T[];
    } catch {
      return [];
    }
  }

  put(record: T): void {
    this.#write([...this.all().filter(({ match }) => match !== record.match), record]);
  }

  drop(match: string): void {
    this.#write(this.all().filter((one) => one.match !== match));
  }

  #write(records: T[]): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(records.slice(-MOST)));
    } catch {
      // Storage is full or forbidden: then it lasts as long as the page.
    }
  }
}

const unsent = new Records<Ending>("facedown.endings");
const unfinished = new Records<Running>("facedown.unfinished");

/** We are in the middle of this match. */
export const playing = (seen: Running): void => unfinished.put(seen);

/** Send a signature, now or when there is a line again. Resolves when the server has it, or cannot be reached. */
export async function deliver(made: Ending): Promise<void> {
  unsent.put(made);
  unfinished.drop(made.match);
  await send(made);
}

async function send({ match, seat, sign }: Ending): Promise<void> {
  try {
    // It goes its way though the page be closed.
    const answer = await fetch(`/matches/${match}/signatures`, { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seat, sign }) });
    // There is no such match, or it is no signature under it: all else may be otherwise later.
    if (answer.ok || answer.status === 404 || answer.status === 422) unsent.drop(match);
  } catch {
    // The line is down: it is sent when that is back.
  }
}

/** Sign a match that ended without us, if it is the one that we were in and its log holds. */
async function signLate({ match, seat, at, head }: Running): Promise<void> {
  const answer = await fetch(`/matches/${match}/log`).catch(() => null);
  if (!answer?.ok) return answer?.status === 404 ? unfinished.drop(match) : undefined;
  const log = await answer.text();
  const lines = log.split("\n");
  const bodies = lines.slice(0, -2).map((one) => (JSON.parse(one) as Entry).body);
  if (bodies.at(-1)?.type !== "ended") return; // it still goes on
  unfinished.drop(match);
  const { verdict, report } = await mirror.verify(log);
  const key = await lasting;
  const stirred = bodies.some((body) => body.type === "contributed" && body.seat === seat);
  const ours = (bodies[0] as Opening).chairs[seat]?.key === key?.public && stirred && hex(sha256(lines[at - 1] ?? "")) === head;
  if (key && ours && report && verdict !== "unfair") await deliver({ match, seat, sign: await key.sign(ending(match, report.head, seat)) });
}

effect(() => {
  if (line.value === "open") unsent.all().forEach((made) => void send(made));
});

// Those that were running when this page came, once our own Python is here.
const before = unfinished.all();
effect(() => {
  if (mirror.ready.value === "ready") before.splice(0).forEach((seen) => void signLate(seen).catch(() => undefined));
});
