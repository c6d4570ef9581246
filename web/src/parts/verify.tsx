// The audit of a match, run in this very page, and what it means.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { mirror } from "../mirror/client";
import type { Fault, Verdict } from "../mirror/protocol";
import { hash } from "../session/router";
import type { Opening } from "../session/wire";
import { headOf } from "./heads";
import { ShuffleHistogram } from "./histogram";
import { Icon } from "./icons";
import { Keys, keylessText } from "./keys";
import { Told } from "./name";
import { called, isBot } from "./opponents";
import { readSealed, SealedHow } from "./sealed-log";
import { sentence } from "./toast";
import "./verify.css";

const words = {
  title: "Was it fair?",
  lead: "Your browser replays the whole match by itself and checks everything in it again. It asks nobody, least of all us.",
  start: "Verify this match",
  again: "Verify again",
  busy: "Working it all out again…",
  fair: "Fair",
  fairText: "Every card, every roll and every move is what it had to be.",
  unfair: "Not fair",
  unfairText: (who: string, why: string) => `${who}: ${why}`,
  where: (at: number) => `It shows at entry ${at} of the log.`,
  unattested: "Unattested",
  unattestedText: "It follows the rules from the first entry to the last, but nobody answers for some of it. Whoever gave you this log could have written that itself:",
  unattestedKept: "To you it is fair: it ends in the hash that your browser kept when you played it.",
  unchecked: "Could not be checked",
  unproved: "Unfinished",
  unprovedText: "All is in order so far. The match has not ended, so the dealer's envelope is still sealed. Come back when it is over.",
  failedText: "That says nothing about the match. What stopped it:",
  kept: "It is the very match that you played: its last hash is the one your browser kept.",
  notKept: "This browser has kept no hash of the match, so this is about the log, and cannot tell whether it is the one you sat at.",
  checked: "What was checked",
  how: "How can that be known?",
  took: (ms: number, entries: number) => `${entries} entries, checked here in ${ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`}.`,
  silent: "added nothing",
  dealer: "The dealer",
  log: "The log",
  table: "The table",
  limit: "What this cannot tell: whether the operator of the server looked at your cards during the match. With the house as the dealer that has to be believed; that it dealt fairly need not be.",
  sealedFair: "Every shuffle is proved to be one, every card is the one that was locked away, and every move follows the rules.",
  sealedUnproved: "All is in order so far. The match has not ended. Everything so far is proved; the players show their lists at its end.",
  sealedLimit: "What this cannot tell: whether people told each other their cards, or whether the page that they played on kept their keys to itself. With facedown join that is a page of your own; then the server knew no card of yours before it was turned up.",
  sealedBot: "The computer's player keeps its keys on the server: what it held, the server could know.",
  steps: [
    { title: "A sealed envelope", text: "Before the first card, the dealer picked a secret number, put it into an envelope and showed everybody only its fingerprint. From then on it could not be exchanged." },
    { title: "Everybody stirs", text: "Then each player threw in a random number of their own, to whose fingerprint they were bound as well. The cards follow from all of them together: nobody could choose, and nobody could foresee." },
    { title: "The envelope is opened", text: "After the last move the dealer showed the secret. Your browser took its fingerprint, compared it with the one from the beginning, and shuffled and dealt the whole match again." },
  ],
  fingerprint: "fingerprint",
  secret: "secret",
  sealed: "still sealed",
};

/** What the log says about the envelope and the numbers. */
interface Envelope {
  commitment: string;
  players: { name: string; nonce: string }[];
  secret: string;
}

export function Verify({ id, log }: { id: string; log: string }): ComponentChildren {
  const verdict = useSignal<Verdict | Fault | null>(null);
  const busy = useSignal(false);
  const took = useSignal(0);
  const section = useRef<HTMLElement>(null);
  const run = async () => {
    busy.value = true;
    const start = performance.now();
    verdict.value = await mirror.verify(log, headOf(id)).catch((fault: Fault) => fault);
    took.value = performance.now() - start;
    busy.value = false;
  };
  const wanted = hash.value === "verify";
  const come = () => section.current?.scrollIntoView({ block: "start" });
  useEffect(() => {
    // Only with the verdict the page is long enough to bring it to the top.
    if (wanted && verdict.value) come();
  }, [verdict.value]);
  useEffect(() => {
    if (!wanted) return;
    come();
    section.current?.focus({ preventScroll: true });
    if (!verdict.value && !busy.value) void run();
  }, [wanted]);
  const found = verdict.value;
  return (
    <section id="verify" ref={section} tabIndex={-1} class="verify panel" aria-labelledby="verify-title">
      <header class="row spread">
        <div>
          <h2 id="verify-title">{words.title}</h2>
          <p class="muted">{words.lead}</p>
        </div>
        <button class={`button ${found ? "" : "gold"}`} onClick={() => void run()} disabled={busy.value}>
          <Icon name="shield" />
          {busy.value ? words.busy : found ? words.again : words.start}
        </button>
      </header>
      <div role="status">{found && <Answer id={id} found={found} took={took.value} log={log} />}</div>
    </section>
  );
}

function Answer({ id, found, took, log }: { id: string; found: Verdict | Fault; took: number; log: string }): ComponentChildren {
  if (!("verdict" in found)) {
    return (
      <div class="verdict unproved">
        <h3>{words.unchecked}</h3>
        <p>
          {words.failedText} {sentence(found.why)}
        </p>
      </div>
    );
  }
  const sealed = readSealed(log);
  const envelope = readEnvelope(log);
  const { verdict, report, fault } = found;
  const opening = openingOf(log);
  const finished = report?.finished ?? false;
  return (
    <>
      <div class={`verdict ${verdict}`}>
        <span class="verdict-seal">
          <Icon name={verdict === "fair" ? "shield" : verdict === "unfair" ? "broken" : verdict === "unproved" ? "clock" : "question"} />
        </span>
        <div>
          <p class="verdict-word">{words[verdict]}</p>
          {verdict === "unfair" && fault ? (
            <>
              <p>{sentence(words.unfairText(blamed(fault.who, envelope), fault.why))}</p>
              {fault.at !== null && <p class="muted">{words.where(fault.at)}</p>}
            </>
          ) : (
            <p>{verdict === "fair" ? (sealed ? words.sealedFair : words.fairText) : verdict === "unattested" ? words.unattestedText : sealed ? words.sealedUnproved : words.unprovedText}</p>
          )}
          {verdict === "unattested" && (
            <ul class="doubts">
              {report?.attestation.doubts.map((doubt) => (
                <li key={doubt}>
                  <Told text={doubt} names={report.players} />
                </li>
              ))}
            </ul>
          )}
          {verdict === "unattested" && headOf(id) && <p>{words.unattestedKept}</p>}
          {report && <p class="muted">{words.took(took, report.entries)}</p>}
        </div>
      </div>
      {report && (
        <div class="verify-columns">
          <div>
            <h3>{words.checked}</h3>
            <ul class="checks">
              {[...report.checks, ...(finished && headOf(id) ? [words.kept] : [])].map((check) => (
                <li key={check}>
                  <Icon name="check" />
                  <span>
                    <Told text={check.replace(/ \(key [0-9a-f-]+\)/, "")} names={report.players} />
                  </span>
                </li>
              ))}
            </ul>
            {finished && !headOf(id) && <p class="muted small">{words.notKept}</p>}
            <p class="muted small">{sealed ? words.sealedLimit : words.limit}</p>
            {sealed?.seats.some(({ name }) => isBot(name)) && <p class="muted small">{words.sealedBot}</p>}
          </div>
          <div class="verify-beside">
            {opening && <Keys opening={opening} signed={report.attestation.signed} />}
            {keylessText() && <p class="muted small">{keylessText()}</p>}
            {finished && !sealed && <ShuffleHistogram />}
          </div>
        </div>
      )}
      {sealed ? (
        <>
          <h3 class="how-title">{words.how}</h3>
          <SealedHow log={sealed} />
        </>
      ) : (
        envelope && <How envelope={envelope} />
      )}
    </>
  );
}

function How({ envelope }: { envelope: Envelope }): ComponentChildren {
  const [sealed, stirred, opened] = words.steps;
  return (
    <>
      <h3 class="how-title">{words.how}</h3>
      <ol class="how">
        <li>
          <b>{sealed!.title}</b>
          <p>{sealed!.text}</p>
          <Fact name={words.fingerprint} value={envelope.commitment} />
        </li>
        <li>
          <b>{stirred!.title}</b>
          <p>{stirred!.text}</p>
          {envelope.players.map(({ name, nonce }) => (
            <Fact key={name} name={called(name)} value={nonce || words.silent} />
          ))}
        </li>
        <li>
          <b>{opened!.title}</b>
          <p>{opened!.text}</p>
          <Fact name={words.secret} value={envelope.secret || words.sealed} />
        </li>
      </ol>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }): ComponentChildren {
  return (
    <span class="fact">
      <span class="small">{name}</span>
      <code title={value}>{value.length > 24 ? `${value.slice(0, 12)}…${value.slice(-6)}` : value}</code>
    </span>
  );
}

/** Whoever the audit blames, by name. */
function blamed(who: string, envelope: Envelope | null): string {
  const seat = /^seat (\d+)$/.exec(who)?.[1];
  if (seat !== undefined) return called(envelope?.players[Number(seat)]?.name ?? who);
  return { dealer: words.dealer, log: words.log, table: words.table }[who] ?? who;
}

/** The first line of a log; null if it has none. */
function openingOf(log: string): Opening | null {
  try {
    return (JSON.parse(log.slice(0, log.indexOf("\n"))) as { body: Opening }).body;
  } catch {
    return null; // the verdict says what is wrong with it
  }
}

interface LogLine {
  body?: { type: string; commitment?: string; chairs?: { name: string }[]; seat?: number; nonce?: string; reveal?: { secret?: string } };
}

function readEnvelope(log: string): Envelope | null {
  try {
    const lines = log.trim().split("\n").map((line) => JSON.parse(line) as LogLine);
    const opened = lines[0]?.body;
    if (!opened?.commitment || !opened.chairs) return null;
    const players = opened.chairs.map(({ name }, seat) => ({
      name,
      nonce: lines.find(({ body }) => body?.type === "contributed" && body.seat === seat)?.body?.nonce ?? "",
    }));
    return { commitment: opened.commitment, players, secret: lines.at(-2)?.body?.reveal?.secret ?? "" };
  } catch {
    return null; // a log that is not even JSON: the verdict says so
  }
}
