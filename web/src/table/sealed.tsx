// A sealed table: the sign that it is one, how far the players are with dealing to each other, and what stops it.
import { useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { mirror } from "../mirror/client";
import type { Dealing, Fault } from "../mirror/protocol";
import type { Match } from "../session/match";
import { go } from "../session/router";
import type { Sealing } from "../session/sealed";
import { leaveMatch, resume } from "../session/session";
import type { Seat } from "../session/wire";
import { Proofs } from "./proofs";

const words = {
  sealed: "Sealed",
  sign: "Nobody knows the deck",
  title: "Dealing without a dealer",
  lead: "The players shuffle for each other. Every step is proved, and checked here before the next.",
  mirror: "Loading the rules and the checks into this page",
  keys: "Looking for your keys",
  step: (done: number, of: number) => `Step ${Math.min(done + 1, of)} of ${of}`,
  slow: (who: string) => `Still waiting for ${who}. Whoever does not do its part within a minute loses the match.`,
  refused: (why: string) => `The server would not have your part: ${why}`,
  leave: "Leave the table",
  look: "Look on",
  log: "Download the log",
  again: "Try again",
  here: "Play on here",
  giveUp: "Give this match up",
  lie: "This does not add up",
  lieText: (who: string, why: string) => `${who}: ${why}.`,
  lieAt: (at: number) => `It shows at entry ${at} of the log.`,
  lieEnd: "This page signs nothing more in this match. Nobody can play on in your name, and the log shows what happened.",
  missing: "The keys to this match are not here",
  missingText: "You sat down to it in another browser or on another device, and the keys never leave that. Play on there. Here you can look on without your cards, or give the match up.",
  elsewhere: "This match goes on in another tab",
  elsewhereText: "Only one tab may sign for you, so that you never say two different things.",
  failed: "This page cannot play on just now",
  tab: "This page came over plain HTTP, where the browser locks nothing away: your keys live in this tab, readable on this device, and are lost when you close it.",
  understood: "I see",
  who: { server: "The server", dealer: "The deal", log: "The log", table: "The server" } as Record<string, string>,
};

const STILL = 8000;

const you = (match: Match, seat: Seat): boolean => seat === match.seat.value;

/** `You mix`, `Ada mixes`. */
function does(match: Match, seats: readonly Seat[], verb: string, verbs: string): string {
  const names = seats.map((seat, i) => (!you(match, seat) ? match.names[seat]! : i ? "you" : "You"));
  return `${names.join(" and ")} ${names.length > 1 || you(match, seats[0]!) ? verb : verbs}`;
}

/** What is being done, in words. */
export function told(match: Match, { work, seats, owner }: Dealing): string {
  switch (work) {
    case "stir":
      return does(match, seats, "add randomness", "adds randomness");
    case "mix": {
      const whose = owner === null ? "the deck" : you(match, owner) ? "your deck" : owner === seats[0] ? "their own deck" : `${match.names[owner]}'s deck`;
      return `${does(match, seats, "lock and mix", "locks and mixes")} ${whose}`;
    }
    case "open":
      return does(match, seats, "let cards through", "lets cards through");
    case "throw":
      return does(match, seats, "throw a number for chance", "throws a number for chance");
    case "list":
      return does(match, seats, "show the deck that was played", "shows the deck that was played");
    case "mend":
      return does(match, seats, "take the locks of who left away", "takes the locks of who left away");
  }
}

/** In the corner: this table is sealed, and the proofs are one click away. */
export function SealedSign({ match, sealing }: { match: Match; sealing: Sealing }): ComponentChildren {
  const open = useSignal(false);
  const { value: dealing } = sealing.dealing;
  return (
    <>
      <button class={`seal wax ${dealing ? "working" : ""}`} onClick={() => (open.value = true)} aria-haspopup="dialog" aria-label={`${words.sealed}: ${words.sign}`} data-sealed>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 1.5l2.4 1.9 3-.4 1.1 2.800 2.800 1.100-.4 3 1.900 2.100-1.900 2.400.4 3-2.800 1.100-1.100 2.800-3-.4-2.400 1.900-2.400-1.900-3 .4-1.100-2.800-2.800-1.100.4-3-1.900-2.400 1.900-2.100-.4-3 2.800-1.100 1.100-2.800 3 .4z" />
          <path class="tick" d="M8.500 11.500h7v5h-7zM9.800 11.500V9.700a2.200 2.200 0 0 1 4.400 0v1.800" />
        </svg>
        <span>
          <b>{words.sealed}</b>
          <small>{dealing ? `${dealing.done} / ${dealing.of}` : words.sign}</small>
        </span>
      </button>
      {open.value && <Proofs match={match} onClose={() => (open.value = false)} />}
    </>
  );
}

/** Over the table while the players deal to each other; and what to do if that cannot go on. */
export function SealedTable({ match, sealing }: { match: Match; sealing: Sealing }): ComponentChildren {
  const begun = useSignal(match.standing.peek().active.length > 0);
  const dismissed = useSignal<unknown>(null);
  const noted = useSignal(false);
  const over = match.outcome.value !== null;
  if (match.standing.value.active.length > 0) begun.value = true;
  const trouble = useComputed(() => troubleOf(match, sealing));
  const { value: found } = trouble;
  if (over) return null;
  if (found && dismissed.value !== found.kind) return <Stopped match={match} found={found} dismiss={() => (dismissed.value = found.kind)} />;
  return (
    <>
      {!begun.value && !found && <Opening match={match} sealing={sealing} />}
      {begun.value && !found && sealing.dealing.value && <Meanwhile match={match} dealing={sealing.dealing.value} />}
      {mirror.safe.value === "tab" && sealing.keys.value === "here" && !noted.value && (
        <div class="sealed-note panel" role="status">
          <span>{words.tab}</span>
          <button class="button small" onClick={() => (noted.value = true)}>
            {words.understood}
          </button>
        </div>
      )}
    </>
  );
}

/** The first deal: what has to be done before anybody can play. */
function Opening({ match, sealing }: { match: Match; sealing: Sealing }): ComponentChildren {
  const { value: dealing } = sealing.dealing;
  const loaded = mirror.ready.value === "ready";
  const at = !loaded ? words.mirror : !dealing ? words.keys : told(match, dealing);
  return (
    <section class="sealed-opening panel" aria-label={words.title} data-dealing={dealing?.work ?? "loading"}>
      <h2>{words.title}</h2>
      <p class="muted">{words.lead}</p>
      <p class="sealed-step" role="status">
        {at}
      </p>
      <progress {...(dealing ? { max: dealing.of, value: dealing.done } : {})} aria-label={words.title} />
      <p class="small muted number">{dealing ? words.step(dealing.done, dealing.of) : " "}</p>
      <Slow match={match} sealing={sealing} />
    </section>
  );
}

function Meanwhile({ match, dealing }: { match: Match; dealing: Dealing }): ComponentChildren {
  return (
    <p class="sealed-meanwhile bar" role="status" data-dealing={dealing.work}>
      <i class="spinner" /> {told(match, dealing)} · <span class="number">{words.step(dealing.done, dealing.of)}</span>
    </p>
  );
}

/** If nothing goes on: for whom we wait, or why our own part was not taken. */
function Slow({ match, sealing }: { match: Match; sealing: Sealing }): ComponentChildren {
  const slow = useSignal(false);
  const { value: dealing } = sealing.dealing;
  useEffect(() => {
    slow.value = false;
    const timer = setTimeout(() => (slow.value = true), STILL);
    return () => clearTimeout(timer);
  }, [dealing]);
  if (!slow.value || !dealing) return null;
  const others = dealing.seats.filter((seat) => !you(match, seat));
  if (others.length) return <p class="small">{words.slow(others.map((seat) => match.names[seat]).join(", "))}</p>;
  return sealing.refused.value ? <p class="small">{words.refused(sealing.refused.value)}</p> : null;
}

interface Trouble {
  kind: "lie" | "missing" | "elsewhere" | "failed";
  fault: Fault | null;
}

function troubleOf(match: Match, sealing: Sealing): Trouble | null {
  const checked = match.checked.value;
  if (typeof checked === "object") return { kind: "lie", fault: checked };
  if (match.seat.value < 0) return null;
  if (sealing.keys.value === "elsewhere") return { kind: "elsewhere", fault: null };
  if (sealing.stopped.value) return { kind: "failed", fault: sealing.stopped.value };
  return sealing.keys.value === "missing" ? { kind: "missing", fault: null } : null;
}

function Stopped({ match, found, dismiss }: { match: Match; found: Trouble; dismiss: () => void }): ComponentChildren {
  const { kind, fault } = found;
  const who = (name: string): string => words.who[name] ?? match.names[Number(/^seat (\d+)$/.exec(name)?.[1] ?? -1)] ?? name;
  return (
    <div class="sealed-stop" role="alertdialog" aria-modal="true" aria-labelledby="sealed-stop" data-stopped={kind}>
      <div class="panel">
        <h2 id="sealed-stop">{words[kind]}</h2>
        {fault && <p>{kind === "lie" ? words.lieText(who(fault.who), fault.why) : fault.why}</p>}
        {kind === "lie" && fault?.at != null && <p class="muted">{words.lieAt(fault.at)}</p>}
        {kind === "lie" && <p>{words.lieEnd}</p>}
        {kind === "missing" && <p>{words.missingText}</p>}
        {kind === "elsewhere" && <p>{words.elsewhereText}</p>}
        <div class="row">
          {kind === "elsewhere" && (
            <button class="button gold" onClick={() => resume(match.id)}>
              {words.here}
            </button>
          )}
          {kind === "failed" && (
            <button class="button gold" onClick={() => location.reload()}>
              {words.again}
            </button>
          )}
          {kind === "missing" && (
            <button class="button danger" onClick={() => match.concede()}>
              {words.giveUp}
            </button>
          )}
          {kind === "lie" && (
            <a class="button" href={`/matches/${match.id}/log`} download={`facedown-${match.id}.jsonl`}>
              {words.log}
            </a>
          )}
          <button class="button" onClick={dismiss}>
            {words.look}
          </button>
          <button
            class="button plain"
            onClick={() => {
              leaveMatch();
              go("/");
            }}
          >
            {words.leave}
          </button>
        </div>
      </div>
    </div>
  );
}
