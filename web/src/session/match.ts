// One match as this page sees it: the server's word first, our own mirror's as soon as it is ready.
//
// `state` is how it stands, our own unconfirmed move included. What has just happened waits in frames for the
// table to animate: it takes them with `take()` whenever `news` counts up. Where something else changed the state
// (coming back, an undo, a move taken back), it is `cut`: the table forgets what it was showing and goes there.
import { called } from "../parts/opponents";
import { batch, computed, signal } from "@preact/signals";
import { mirror as mirrors, type MatchMirror } from "../mirror/client";
import type { Fault, Picture, Proof, Told, Verdict } from "../mirror/protocol";
import { agree, hasAgreed, promise, settle } from "./agreed";
import { conceded, consent, ending, type Place } from "./claims";
import { deliver, playing } from "./endings";
import { lasting, type LastingKey } from "./key";
import { type Changed, introduced } from "./known";
import type { Asked } from "./opening";
import { isSealed, Sealing } from "./sealed";
import { line } from "./socket";
import type { Face, FromClient, FromServer, Offering, Outcome, Ref, Seat, Snapshot, Standing, Tagged, Update } from "./wire";

export interface Frame {
  event: Tagged;
  /** The state after the event; undefined if nobody here can tell, for want of a mirror. */
  state?: unknown;
  sentence?: string;
}

export interface ChatLine {
  seat: Seat;
  text: string;
}

export class Match {
  readonly id: string;
  readonly game: string;
  readonly dealer: string;
  readonly names: string[];
  readonly options: Record<string, unknown>;
  readonly clock: Snapshot["clock"];
  readonly opening: Snapshot["opening"];
  /** Our part in the deal, where players deal to each other. */
  readonly sealing: Sealing | null;
  readonly seat = signal<Seat>(-1);
  readonly state = signal<unknown>(null);
  readonly faces = signal<ReadonlyMap<Ref, Face>>(new Map());
  readonly standing = signal<Standing>({ at: 0, head: "", active: [], left: [], undoable: false, outcome: null });
  /** When `standing` was heard, by performance.now(): clocks count down from there. */
  readonly heard = signal(performance.now());
  readonly present = signal<boolean[]>([]);
  readonly claimIn = signal<{ seat: Seat; at: number } | null>(null);
  readonly offer = signal<[Offering, Seat] | null>(null);
  readonly rematchWanted = signal<Seat[]>([]);
  readonly chat = signal<ChatLine[]>([]);
  /** Whether our own mirror has repeated every step: *checked here*. A fault says who broke which rule. */
  readonly checked = signal<"loading" | "checked" | "unchecked" | Fault>("loading");
  /** Whether a part of the log was not to be had: what was seen is kept, and we go on asking. */
  readonly missing = signal(false);
  /** How fair it was, when it is over: our own audit of what we have seen. */
  readonly audit = signal<Verdict | null>(null);
  /** Who has come with another key than the one we knew. */
  readonly changed: readonly Changed[];
  /** The log so far in sentences, once a mirror has read it. */
  readonly history = signal<Told[]>([]);
  /** An action of ours that is shown but not yet confirmed. */
  readonly pending = signal<Tagged | null>(null);
  /** Counts up whenever there is something for the table to show. */
  readonly news = signal(0);
  /** What went wrong with our last action, in words. */
  readonly refusal = signal<{ message: string; when: number } | null>(null);

  /** What the server refused besides actions, in words: an offer, a line of chat. */
  readonly objection = signal<{ message: string; when: number } | null>(null);

  readonly outcome = computed<Outcome | null>(() => this.standing.value.outcome);
  readonly myMove = computed(() => this.standing.value.active.includes(this.seat.value) && this.pending.value === null);
  readonly legal = computed<Tagged[]>(() => (!this.myMove.value ? [] : this.sealing ? this.sealing.legal.value : (this.standing.value.legal ?? [])));
  /** A command in words for each legal action, if a mirror has them. */
  readonly labels = signal<readonly string[]>([]);

  #frames: Frame[] = [];
  #cut = false;
  /** Frames that wait for the state that the server was asked for. */
  #unsettled: Frame[] = [];
  #mirror: MatchMirror | null = null;
  /** The mirror, while it may have missed something: it goes on with the next snapshot, and forgets nothing till then. */
  #resting: MatchMirror | null = null;
  #mirroring = false;
  /** What came while the mirror was loading: updates, and snapshots after a break. */
  #missed: (Update | Snapshot)[] | null = null;
  /** The text of each of them, as it came. */
  readonly #texts = new WeakMap<Update | Snapshot, string>();
  /** How the match stood when our own Python had last repeated all of it; null if it has not. */
  #proved: Standing | null = null;
  #wireNames: readonly string[] = [];
  #pictured = false;
  #foreseen: { at: number; count: number } | null = null;
  /** The place in the log that `state` belongs to. */
  #settled = -1;
  /** Where we asked for the whole picture because our move was refused: once a place is enough. */
  #synced = -1;
  #order: Promise<void> = Promise.resolve();
  /** Whether we have given the match up, and are not rid of it yet. */
  #leaving = false;
  #closed = false;
  #concluding = false;

  constructor(
    snapshot: Snapshot,
    text: string,
    private readonly send: (message: FromClient) => void,
    /** Sends a message that our own Python has made, just as it is, if there is a line. */
    private readonly pass: (text: string) => void,
    /** What we asked for, if it is a new match: it has to be that. */
    private readonly asked: (Omit<Asked, "bond"> & { server: string }) | null = null,
  ) {
    this.id = snapshot.match;
    this.game = snapshot.game;
    this.dealer = snapshot.dealer;
    this.names = snapshot.names.map(called);
    this.#wireNames = snapshot.names;
    this.options = snapshot.options;
    this.clock = snapshot.clock;
    this.opening = snapshot.opening;
    this.sealing = isSealed(snapshot.dealer) ? new Sealing(pass) : null;
    this.changed = snapshot.seat < 0 ? [] : introduced(snapshot.opening.body, snapshot.seat);
    this.#take(snapshot);
    void this.#reflect(snapshot, text);
  }

  /** The whole picture again: we came back, or asked for it. */
  catchUp(snapshot: Snapshot, text: string): void {
    this.#take(snapshot);
    // In its turn: what came before it is older.
    this.#then(async () => {
      const mirror = this.#mirror ?? this.#resting;
      if (this.#missed) this.#miss(snapshot, text);
      if (!mirror && !this.#mirroring && typeof this.checked.value !== "object") void this.#reflect(snapshot, text); // a lie stays one
      if (!mirror) return;
      try {
        const happened = await mirror.catchUp(text, await this.#log());
        const forged = this.#unagreed(happened.steps);
        if (forged) throw forged;
        this.#mirror = mirror;
        this.#resting = null;
        for (const what of ["draw", "undo"] as const) if (!snapshot.offer) settle(this.id, what);
        this.#look(happened);
        await this.#followed(happened, snapshot.standing);
      } catch (error) {
        this.#disbelieve(error as Fault);
      }
    });
  }

  /** Act: shown at once if a mirror can foresee it, sent in any case. */
  act(action: Tagged, wish: readonly Ref[] = []): void {
    const at = this.standing.value.at;
    this.pending.value = action;
    this.refusal.value = null;
    if (!this.sealing) this.send({ type: "act", at, action, ...(wish.length ? { wish } : {}) });
    const mirror = this.#mirror;
    if (!mirror) return;
    this.#then(async () => {
      if (this.standing.value.at !== at || this.pending.value !== action) return; // the server was faster
      const { steps, state } = await mirror.foresee(action);
      if (this.standing.value.at !== at || this.pending.value !== action) return;
      const frames = steps.flatMap((step) => step.frames.map((frame) => ({ ...frame, sentence: this.#named(frame.sentence) })));
      this.#foreseen = { at, count: frames.length };
      this.#show(frames, state);
      if (this.sealing) await this.#say(mirror.act(action));
    });
  }

  /** Give it up: signed, if our key is here. Else the log says only that we have gone. */
  concede(): void {
    this.#leaving = true;
    if (this.checked.value === "loading" && !this.sealing) setTimeout(() => this.#then(() => this.#leave()), HURRY);
    else this.#then(() => this.#leave());
  }

  /** Ask the others for a draw or an undo. */
  ask(what: Offering): void {
    this.#then(async () => {
      const signed = await this.#consent(what);
      agree(this.id, what);
      if (this.sealing && this.#mirror) await this.#say(this.#mirror.offer(what));
      else this.send({ type: "offer", what, ...signed });
    });
  }

  answer(what: Offering, accept: boolean): void {
    if (!accept) return this.send({ type: "reply", what, accept });
    this.#then(async () => {
      const signed = await this.#consent(what);
      agree(this.id, what);
      if (this.sealing && this.#mirror) await this.#say(this.#mirror.accept(what));
      else this.send({ type: "reply", what, accept, ...signed });
    });
  }

  /** Claim the win from one who has left. Where all others have to say so, we do. */
  claim(): void {
    if (this.sealing) this.sealing.claimed = true;
    this.send({ type: "claim" });
  }

  /** What the players of a sealed match have signed and proved so far; none if nothing was checked here. */
  async proofs(): Promise<Proof[]> {
    return this.#mirror ? this.#mirror.proofs() : [];
  }

  /** Why something on the table is what it is, in lines; none without a mirror. */
  async why(key: number): Promise<string[]> {
    return this.#mirror ? (await this.#mirror.why(key)).map((line) => this.#named(line)) : [];
  }

  /** Frames that wait to be animated; they are the caller's now. */
  take(): { frames: Frame[]; cut: boolean } {
    const cut = this.#cut;
    this.#cut = false;
    return { frames: this.#frames.splice(0), cut };
  }

  hear(message: FromServer, text: string): void {
    switch (message.type) {
      case "update": {
        this.sealing?.hear(message);
        const forged = this.#unagreed(message.steps.map(({ entry }) => ({ kind: entry.body.type, at: entry.at })));
        this.#then(async () => (forged ? this.#disbelieve(forged) : this.#update(message, text)));
        return;
      }
      case "overdue":
        if (this.sealing && this.#mirror) void this.sealing.late(this.#mirror, message.seat, message.why).catch(() => undefined);
        return;
      case "presence": {
        const present = [...this.present.value];
        present[message.seat] = message.present;
        this.present.value = present;
        this.claimIn.value = message.present || message.claim_in === null ? null : { seat: message.seat, at: performance.now() + message.claim_in };
        return;
      }
      case "offered":
        this.offer.value = message.seat === null ? null : [message.what, message.seat];
        if (message.seat === null) settle(this.id, message.what);
        return;
      case "chatted":
        this.chat.value = [...this.chat.value.slice(-99), { seat: message.seat, text: message.text }];
        return;
      case "rematch_wanted":
        this.rematchWanted.value = message.seats;
        return;
    }
  }

  /** The server would not have something. If it was our action, what was foreseen is taken back. */
  refused(message: { code: string; message: string; refuses: string | null }): void {
    if (this.#leaving && message.refuses === "concede") return; // it came too late for its place, and is said again
    if (this.sealing && (message.refuses === "part" || message.refuses === "contribute")) {
      // Mostly it was said before, by a tab that is gone.
      this.sealing.refused.value = message.message;
      return;
    }
    if (this.pending.value === null || (message.refuses ?? "act") !== "act") {
      this.objection.value = { message: message.message, when: Date.now() };
      return;
    }
    this.refusal.value = { message: message.message, when: Date.now() };
    this.pending.value = null;
    this.#then(async () => {
      const shown = this.#foreseen;
      this.#foreseen = null;
      const again = this.sealing !== null && this.#synced === this.standing.value.at;
      // Where nobody says what was refused, only the whole picture tells.
      if (!again && (message.code === "stale" || message.refuses === null || (shown && !this.#mirror))) {
        this.#synced = this.standing.value.at;
        if (shown) this.#settled = -1; // what is shown is not what is known
        this.send({ type: "sync" });
      } else if (shown && this.#mirror) {
        const { state } = await this.#mirror.look();
        this.#jump(state);
      }
    });
  }

  close(): void {
    this.#closed = true;
    (this.#mirror ?? this.#resting)?.close();
    this.#mirror = this.#resting = null;
  }

  #take(snapshot: Snapshot): void {
    const state = snapshot.picture ?? snapshot.state;
    this.#pictured = snapshot.picture !== undefined;
    const waiting = this.#unsettled.splice(0);
    if (waiting.length) waiting[waiting.length - 1]!.state = state;
    batch(() => {
      this.seat.value = snapshot.seat;
      this.faces.value = new Map([...this.faces.value, ...snapshot.faces]);
      this.present.value = snapshot.present;
      this.offer.value = snapshot.offer;
      this.pending.value = null;
      const known = this.#settled === snapshot.standing.at && !this.#foreseen;
      this.#stand(snapshot.standing);
      this.#settled = snapshot.standing.at;
      // Asked twice, told twice: what is known already must not cut short what is being shown.
      if (waiting.length) this.#show(waiting, state);
      else if (!known) this.#jump(state);
    });
    this.#foreseen = null;
  }

  /** A draw or an undo among these that we have not agreed to. */
  #unagreed(steps: { kind: string; at: number }[]): Fault | null {
    if (this.seat.value < 0) return null;
    for (const { kind, at } of steps) {
      const what = kind === "agreed" ? "draw" : kind === "undone" ? "undo" : null;
      if (what && !hasAgreed(this.id, what)) return { code: "proof", who: "server", why: `says that you agreed to a ${what}; you did not`, at };
    }
    return null;
  }

  /** Give up. That is signed for one place of the log: if it has gone on meanwhile, it is signed again. */
  async #leave(): Promise<void> {
    if (!this.#leaving || this.outcome.value) return;
    const { sealing } = this;
    if (sealing?.keys.value === "here" && this.#mirror) return sealing.leave(this.#mirror);
    const signed = await this.#signed(conceded);
    this.send({ type: "concede", ...(signed ? { sign: signed.sign } : {}) });
  }

  /** Our lasting key, if it is the one on our chair where the house deals. */
  async #signer(): Promise<LastingKey | null> {
    const key = this.sealing ? null : await lasting;
    return key && this.opening.body.chairs[this.seat.value]?.key === key.public ? key : null;
  }

  /** Our signature for here and now: it stands for all that was before, so that has to be checked. Null if it is not. */
  async #signed(words: (place: Place) => Uint8Array<ArrayBuffer>): Promise<{ at: number; sign: string } | null> {
    const key = await this.#signer();
    if (!key || !this.#proved) return null;
    const { at, head } = this.#proved;
    return { at, sign: await key.sign(words({ match: this.id, at, prev: head, seat: this.seat.value })) };
  }

  /** What goes with an offer, or with agreeing to it, where the house deals. Rejects with what to say if we may not sign it. */
  async #consent(what: Offering): Promise<{ at?: number; sign?: string }> {
    if (!(await this.#signer())) return {};
    const head = this.#proved?.head;
    if (!head) throw unsigned("This page has not checked the match yet, and signs nothing before");
    // With two signatures for one place, others could choose.
    const before = promise(this.id, head, what);
    if (before !== what) throw unsigned(`You have signed for ${before === "draw" ? "a draw" : "an undo"} here. Play on a little first`);
    return (await this.#signed((place) => consent(place, what))) ?? {};
  }

  /** Says what our own Python has signed. If it does not sign, what was shown is taken back. */
  async #say(word: Promise<string>): Promise<void> {
    try {
      this.pass(await word);
    } catch (error) {
      const fault = error as Fault;
      this.#foreseen = null;
      this.pending.value = null;
      if (fault.code !== "illegal" && fault.code !== "invalid") this.#disbelieve(fault);
      this.refusal.value = { message: fault.why, when: Date.now() };
      if (this.#mirror) this.#jump((await this.#mirror.look()).state);
    }
  }

  /** A sealed match is as our own Python sees it: our cards, what we may do, and what we owe. */
  #look(picture: Picture): void {
    const { sealing } = this;
    if (!sealing) return;
    batch(() => {
      this.faces.value = new Map([...this.faces.value, ...picture.faces]);
      this.labels.value = picture.labels;
      sealing.take(picture);
    });
  }

  /** Our own Python has followed so far. */
  async #followed({ checked, at: place }: Picture, standing: Standing): Promise<void> {
    this.#proved = checked && place === standing.at ? standing : null;
    this.checked.value = checked ? "checked" : "unchecked";
    if (this.#leaving) this.#then(() => this.#leave());
    if (!checked && !this.missing.value) void this.#mend();
    this.missing.value = !checked;
    if (this.seat.value < 0) return;
    const { at, head, outcome } = standing;
    if (outcome && this.#mirror) await this.#conclude(this.#mirror, this.#proved);
    else if (this.#proved && (await this.#signer())) playing({ match: this.id, seat: this.seat.value, at, head });
  }

  /** A part of the log is missing: we go on asking for it, and then check all that we have seen against it. */
  async #mend(): Promise<void> {
    for (let tries = 0; this.#mirror && !this.#closed; tries++) {
      await new Promise((resolve) => setTimeout(resolve, MENDING[Math.min(tries, MENDING.length - 1)]));
      const log = line.value === "open" ? await this.#fetchLog() : null;
      if (log === null) continue;
      this.#then(async () => {
        if (!this.#mirror || !this.missing.value) return;
        const picture = await this.#mirror.mend(log);
        this.#look(picture);
        await this.#followed(picture, this.standing.value);
      });
      await this.#order;
      if (!this.missing.value) return;
    }
  }

  /** It is over: we sign what we have checked, and say how fair it was. */
  async #conclude(mirror: MatchMirror, proved: Standing | null): Promise<void> {
    if (proved && !this.#concluding) {
      this.#concluding = true;
      const seat = this.seat.value;
      const key = await this.#signer();
      const signed = this.sealing ? await mirror.ending() : key && { seat, sign: await key.sign(ending(this.id, proved.head, seat)) };
      void (signed ? deliver({ match: this.id, ...signed }) : Promise.resolve()).then(() => this.#judge(mirror));
    } else if (!this.#concluding) await this.#judge(mirror, 1);
  }

  /** Our own audit, and again when others have signed, who may be slower. */
  async #judge(mirror: MatchMirror, most = AUDITS.length): Promise<void> {
    let seal = "";
    for (const wait of AUDITS.slice(0, most)) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      if (this.#closed) return;
      const log = await this.#fetchLog();
      const found = log?.trimEnd().split("\n").at(-1) ?? "";
      if (this.audit.value && found === seal) continue;
      seal = found;
      const verdict = await mirror.audit(log).catch((fault: Fault): Verdict => ({ verdict: "unchecked", report: null, fault }));
      if (this.#closed) return;
      this.audit.value = verdict;
      if (verdict.verdict !== "unattested") return;
    }
  }

  /** Load a mirror in the background; from then on states come from it. */
  async #reflect(snapshot: Snapshot, text: string): Promise<void> {
    this.#mirroring = true;
    this.#missed = [];
    try {
      const log = snapshot.standing.at > 1 ? await this.#log() : null;
      // Without the log nothing can be checked, and in a sealed match nothing that is not checked is signed.
      if (this.sealing && !log && snapshot.standing.at > 1) throw { code: "loading", who: "server", why: "it does not give the log of this match", at: null } satisfies Fault;
      const [mirror, opened] = await mirrors.open(this.id, text, log, this.asked);
      this.#then(async () => {
        let picture: Picture = opened;
        let { standing } = snapshot;
        const missed = this.#missed ?? [];
        this.#missed = null;
        this.#resting = mirror;
        this.history.value = opened.history.map((told) => ({ ...told, sentence: this.#named(told.sentence) }));
        this.#look(opened);
        try {
          for (const one of missed) {
            const text = this.#texts.get(one)!;
            const happened = one.type === "update" ? await mirror.receive(text) : await mirror.catchUp(text, await this.#log());
            standing = one.standing;
            this.history.value = [...this.history.value, ...happened.steps.map((told) => ({ ...told, sentence: this.#named(told.sentence) }))];
            picture = happened;
            this.#look(happened);
          }
        } catch (error) {
          return this.#disbelieve(error as Fault);
        }
        this.#mirror = mirror;
        this.#resting = null;
        await this.#followed(picture, standing);
      });
    } catch (error) {
      this.#disbelieve(error as Fault);
    } finally {
      this.#mirroring = false;
    }
  }

  async #log(): Promise<string | null> {
    for (const wait of this.sealing ? PATIENCE : [0]) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const log = await this.#fetchLog();
      if (log !== null) return log;
    }
    return null;
  }

  async #fetchLog(): Promise<string | null> {
    try {
      const answer = await fetch(`/matches/${this.id}/log`);
      return answer.ok ? await answer.text() : null;
    } catch {
      return null; // the line is down: perhaps not for long
    }
  }

  #disbelieve(fault: Fault): void {
    // What was seen is forgotten only where nothing hangs on it: a lie stays one, and keys remember for themselves.
    const forget = fault.code === "proof" || fault.code === "elsewhere";
    this.#resting = forget ? null : (this.#mirror ?? this.#resting);
    this.#mirror = null;
    this.#missed = null;
    this.#proved = null;
    // A mirror that could not be loaded accuses nobody.
    this.checked.value = fault.code === "proof" ? fault : "unchecked";
    this.sealing?.stop(fault);
  }

  #miss(missed: Update | Snapshot, text: string): void {
    this.#texts.set(missed, text);
    this.#missed?.push(missed);
  }

  async #update(update: Update, text: string): Promise<void> {
    const foreseen = this.#foreseen;
    this.#foreseen = null;
    let frames: Frame[] = update.steps.flatMap((step) => step.events.map((event) => ({ event })));
    // Where a state is not what is shown, a picture of it has to be asked for.
    let state = this.#pictured ? undefined : update.state;
    let labels: readonly string[] = [];
    let picture: Picture | null = null;
    let failed = false;
    this.#miss(update, text);
    if (this.#mirror) {
      try {
        const happened = await this.#mirror.receive(text);
        frames = happened.steps.flatMap((step) => step.frames.map((frame) => ({ ...frame, sentence: this.#named(frame.sentence) })));
        state = happened.state;
        labels = happened.labels;
        picture = happened;
      } catch (error) {
        this.#disbelieve(error as Fault);
        failed = this.#resting !== null;
      }
    }
    batch(() => {
      this.faces.value = new Map([...this.faces.value, ...update.faces, ...turnedUp(update)]);
      // What we foresaw was shown already: only what came after it is news.
      const shown = foreseen && foreseen.at === update.steps[0]?.entry.at ? foreseen.count : 0;
      // Without a state nothing can be shown, so nothing can be done yet either.
      if (state === undefined) this.#unsettled.push(...frames);
      else {
        this.pending.value = null;
        this.labels.value = labels;
        this.#stand(update.standing);
        this.#settled = update.standing.at;
        if (picture) this.#look(picture);
        if (update.state === undefined) this.#show(frames.slice(shown), state);
        else this.#jump(state);
      }
    });
    if (state === undefined || failed) this.send({ type: "sync" });
    if (picture) await this.#followed(picture, update.standing);
    else if (this.#leaving && this.checked.value !== "loading") this.#then(() => this.#leave());
  }

  /** The computer's players by the names that they have on these pages. */
  #named(text: string): string {
    return this.#wireNames.reduce((told, name, seat) => {
      const shown = this.names[seat]!;
      return shown === name ? told : told.replaceAll(name, shown).replaceAll(name.charAt(0).toUpperCase() + name.slice(1), shown);
    }, text);
  }

  #stand(standing: Standing): void {
    this.standing.value = standing;
    this.heard.value = performance.now();
  }

  #show(frames: Frame[], state: unknown): void {
    this.#frames.push(...frames);
    this.state.value = state;
    this.news.value++;
  }

  #jump(state: unknown): void {
    this.#frames = [];
    this.#cut = true;
    this.#show([], state);
  }

  /** One after another: a mirror answers in its own time, and order is everything. */
  #then(work: () => Promise<void>): void {
    this.#order = this.#order.then(work).catch((error: unknown) => {
      const fault = error as Fault;
      if (typeof fault?.code !== "string") console.error(error);
      else if (fault.code === "illegal") this.objection.value = { message: fault.why, when: Date.now() };
      else if (fault.code === "proof" || fault.code === "broken") this.#disbelieve(fault);
    });
  }
}

/** Milliseconds to wait before each try to get the log of a sealed match. */
const PATIENCE = [0, 500, 1500, 4000];
/** The same where only a part of it is missing, and the match goes on meanwhile; the last for ever. */
const MENDING = [500, 1500, 4000, 10_000, 30_000];
/** Who gives up before our own Python is here waits so long for it: without it the log says only that it has gone. */
const HURRY = 3000;
/** Milliseconds between two looks at who has signed a match that is over. */
const AUDITS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

const unsigned = (why: string): Fault => ({ code: "illegal", who: "you", why, at: null });

/** Faces that an update turned up for all. */
function turnedUp(update: Update): [Ref, Face][] {
  return update.steps.flatMap((step) => (step.entry.body.faces as [Ref, Face][] | undefined) ?? []);
}
