// Our signatures under finished matches, on their way to the server: kept until it has them.
import { effect } from "@preact/signals";
import { line } from "./socket";
import type { Seat } from "./wire";

interface Ending {
  match: string;
  seat: Seat;
  sign: string;
}

const KEY = "facedown.endings";
const MOST = 50;

function read(): Ending[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Ending[];
  } catch {
    return [];
  }
}

function write(endings: Ending[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(endings.slice(-MOST)));
  } catch {
    // Storage is full or forbidden: then it is sent once.
  }
}

/** Send it, now or when there is a line again. Resolves when the server has it, or cannot be reached. */
export async function deliver(ending: Ending): Promise<void> {
  write([...read().filter(({ match }) => match !== ending.match), ending]);
  await send(ending);
}

async function send({ match, seat, sign }: Ending): Promise<void> {
  try {
    // It goes its way though the page be closed.
    const answer = await fetch(`/matches/${match}/signatures`, { method: "POST", keepalive: true, headers: { "Content-Type": "application/json" }, body: JSON.stringify({ seat, sign }) });
    // What the server will not have now it will not have later either, unless it is only busy.
    if (answer.ok || (answer.status < 500 && answer.status !== 429)) write(read().filter((one) => one.match !== match));
  } catch {
    // The line is down: it is sent when that is back.
  }
}

effect(() => {
  if (line.value === "open") read().forEach((ending) => void send(ending));
});
