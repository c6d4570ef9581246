// The page's end of the mirror: a worker that is started once, and one mirror a match in it.
//
// `mirror.start()` begins to load it in the background; everything asked before it is ready waits for it.
// A rejected promise always carries a `Fault`.
import { signal } from "@preact/signals";
import type { Offering, Seat, Tagged } from "../session/wire";
import type { Answer, Ask, Asks, Fault, Happened, Opened, Picture, Proof, Replay, Reply, Request, ShuffleSeen, Verdict } from "./protocol";
import type { Where } from "./safe";
import { keepInTab, keptInTab } from "./tab";

/** The address of the worker's script: the build puts it here. */
declare const MIRROR_WORKER: string;

/** Milliseconds after which a worker that has said nothing, not even why it failed, is given up. */
const PATIENCE = 60_000;

type Waiting = { resolve: (json: string) => void; reject: (fault: Fault) => void };

class Mirrors {
  /** `asleep` until `start`; then `loading`, until it is `ready` or the `Fault` says why it never will be. */
  readonly ready = signal<"asleep" | "loading" | "ready" | Fault>("asleep");
  /** Where the keys of sealed matches are kept, once there are some. */
  readonly safe = signal<Where | null>(null);

  #worker: Worker | null = null;
  #waiting = new Map<number, Waiting>();
  #asked = 0;

  /** Begin to load. May be called more than once. */
  start(): void {
    if (this.#worker) return;
    this.ready.value = "loading";
    const worker = new Worker(MIRROR_WORKER, { type: "module", name: "mirror" });
    worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#hear(data);
    worker.onerror = (event) => this.#fail(`the worker stopped: ${event.message || "its script did not load"}`);
    this.#worker = worker;
    const tab = keptInTab();
    if (tab.length) worker.postMessage({ tab });
    setTimeout(() => {
      if (this.ready.value === "loading") this.#fail("it took too long");
    }, PATIENCE);
  }

  /** Begin to load when the page has nothing better to do, unless the line is dear. */
  startWhenIdle(): void {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData) return;
    // Safari has no such callback.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(() => this.start(), { timeout: 3000 });
    else setTimeout(() => this.start(), 1000);
  }

  /** A mirror of this match. `snapshot` is the message as it came, `log` the file from /matches/ID/log. */
  async open(match: string, snapshot: string, log: string | null, asked: Asks["open"]["ask"]["asked"] = null): Promise<[MatchMirror, Opened]> {
    const opened = await this.ask("open", { snapshot, log, asked });
    return [new MatchMirror(this, match), opened];
  }

  /** New keys for a sealed match with this deck; `key` is our lasting one, which will vouch for them. */
  bind(game: string, dealer: string, deck: Asks["bind"]["ask"]["deck"], options: Record<string, unknown>, key: string): Promise<Asks["bind"]["answer"]> {
    return this.ask("bind", { game, dealer, deck, options, key });
  }

  /** The audit of a log file. `head`: the hash that was kept, to tell whether it is the match that was played. */
  verify(log: string, head: string | null = null): Promise<Verdict> {
    return this.ask("verify", { log, head });
  }

  /** How every shuffle of a finished match came out. */
  shuffles(log: string): Promise<ShuffleSeen[]> {
    return this.ask("shuffles", { log });
  }

  /** A recorded match, step by step, from every perspective. */
  replay(log: string): Promise<Replay> {
    return this.ask("replay", { log });
  }

  /** What some steps of the replay that was opened last look like. */
  pictures(match: string, first: number, last: number): Promise<Asks["pictures"]["answer"]> {
    return this.ask("pictures", { match, first, last });
  }

  async ask<A extends Ask>(ask: A, fields: Asks[A]["ask"]): Promise<Asks[A]["answer"]> {
    this.start();
    const ready = this.ready.value;
    if (typeof ready === "object") throw ready;
    const id = ++this.#asked;
    const json = await new Promise<string>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      // The worker keeps what comes while it loads.
      this.#worker?.postMessage({ id, ask, with: fields } satisfies Request<A>);
    });
    const answer = JSON.parse(json) as Answer<A>;
    if ("fault" in answer) throw answer.fault;
    return answer.answer;
  }

  #hear(reply: Reply): void {
    switch (reply.type) {
      case "ready":
        performance.mark("mirror ready"); // for whoever measures
        this.ready.value = "ready";
        return;
      case "failed":
        this.#fail(reply.why);
        return;
      case "answer":
        this.#waiting.get(reply.id)?.resolve(reply.json);
        this.#waiting.delete(reply.id);
        return;
      case "safe":
        this.safe.value = reply.where;
        return;
      case "tab":
        keepInTab(reply.key, reply.kept);
        return;
    }
  }

  #fail(why: string): void {
    const fault: Fault = { code: "loading", who: "mirror", why, at: null };
    this.ready.value = fault;
    this.#worker?.terminate();
    for (const { reject } of this.#waiting.values()) reject(fault);
    this.#waiting.clear();
  }
}

/** The mirror of one match. */
export class MatchMirror {
  constructor(
    private readonly mirrors: Mirrors,
    readonly match: string,
  ) {}

  /** What the server says has happened: `update` is the message as it came. Rejects what could not have. */
  receive(update: string): Promise<Happened> {
    return this.mirrors.ask("receive", { match: this.match, update });
  }

  /** Back after a break. */
  catchUp(snapshot: string, log: string | null): Promise<Happened> {
    return this.mirrors.ask("catch_up", { match: this.match, snapshot, log });
  }

  /** The log, of which a part was missing: all that was seen here has to be in it. */
  mend(log: string): Promise<Picture> {
    return this.mirrors.ask("mend", { match: this.match, log });
  }

  /** What this action will do if the server agrees. Nothing has changed: `look` is the way back. */
  foresee(action: Tagged): Promise<Happened> {
    return this.mirrors.ask("foresee", { match: this.match, action });
  }

  /** How it stands, without what was only foreseen. */
  look(): Promise<Picture> {
    return this.mirrors.ask("look", { match: this.match });
  }

  /** Why something on the table is what it is, in lines. */
  why(key: number): Promise<string[]> {
    return this.mirrors.ask("why", { match: this.match, key });
  }

  /** In a sealed match: the message that takes this action, to be sent just as it is. */
  act(action: Tagged): Promise<string> {
    return this.mirrors.ask("act", { match: this.match, action });
  }

  /** In a sealed match: the message that gives it up. */
  concede(): Promise<string> {
    return this.mirrors.ask("concede", { match: this.match });
  }

  /** In a sealed match: the message that offers a draw, or asks for an undo; and the one that agrees to it. */
  offer(what: Offering): Promise<string> {
    return this.mirrors.ask("offer", { match: this.match, what });
  }

  accept(what: Offering): Promise<string> {
    return this.mirrors.ask("accept", { match: this.match, what });
  }

  /** Our signature under a sealed match that is over, made before its keys were erased; null if there is none. */
  ending(): Promise<Asks["ending"]["answer"]> {
    return this.mirrors.ask("ending", { match: this.match });
  }

  /** How many milliseconds of silence we wait before we say that a player is gone; null: we never do. */
  patience(seat: Seat, why: string): Promise<number | null> {
    return this.mirrors.ask("patience", { match: this.match, seat, why });
  }

  /** The message that says so. */
  accuse(seat: Seat, why: string): Promise<string> {
    return this.mirrors.ask("accuse", { match: this.match, seat, why });
  }

  /** What the players of a sealed match have signed and proved so far. */
  proofs(): Promise<Proof[]> {
    return this.mirrors.ask("proofs", { match: this.match });
  }

  /** The verdict on the finished match. `log`: the file, which has the signatures under it. */
  audit(log: string | null = null): Promise<Verdict> {
    return this.mirrors.ask("audit", { match: this.match, log });
  }

  /** Forget the match. */
  close(): void {
    this.mirrors.ask("close", { match: this.match }).catch(() => undefined);
  }
}

export const mirror = new Mirrors();
