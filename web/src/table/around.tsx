// What surrounds a match: menu, chat, the seal of what was checked here, offers, absences, the lost line.
import { useSignal, type Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../parts/dialog";
import { Keys, keylessText } from "../parts/keys";
import { Name } from "../parts/name";
import { dayOf } from "../parts/when";
import { fingerprint } from "../session/digest";
import { settings } from "../session/settings";
import type { Match } from "../session/match";
import { go } from "../session/router";
import { leaveMatch, say } from "../session/session";
import { line } from "../session/socket";
import type { Offering, Seat } from "../session/wire";
import { SealedSign } from "./sealed";
import type { Stage } from "./stage";
import { Chronicle } from "./words";

const words = {
  menu: "Menu", chat: "Chat", chronicle: "Chronicle", help: "Help and keys", sound: "Sound", fullscreen: "Full screen", settings: "Settings", leave: "Leave the table",
  undo: "Ask to undo", draw: "Offer a draw", concede: "Give up", sure: "Give up this match?", yes: "Give up", no: "Play on",
  write: "Say something", send: "Send", mute: "Mute", unmute: "Unmute", muted: "Chat is muted.", silent: "Nobody has said anything.",
  watching: "You are watching", lost: "The connection is lost. Coming back…", accept: "Accept", decline: "Decline", wants: { draw: "offers a draw", undo: "asks to undo the last action" },
  asked: { draw: "You have offered a draw.", undo: "You have asked to undo." }, away: "has left the table", claim: "Claim the win", claimIn: "You may claim the win in", seat: "See it from the other side",
  seal: { loading: "Checking…", checked: "Checked here", unchecked: "Server's word", broken: "Does not add up" },
  sealed: {
    loading: "The rules are being loaded into this page. Until then the table shows what the server says.",
    checked: "Every step of this match was repeated in this page by the same rules as the server's, and the log is an unbroken chain of hashes.",
    unchecked: "This page could not repeat the match by itself. The log can still be verified when it is over.",
    missing: "A part of the log is missing here, and the server has not given it yet. What this page has seen is kept; it goes on asking, and will compare.",
  },
  changed: "has another key than before. It may be a new device, or somebody else.",
  serverChanged: "This server has another key than before. Ask whoever runs it why.",
  before: (since: string) => `Known since ${since}:`,
  now: "Now:",
  understood: "I see",
  head: "Hash of the last entry", entries: "entries",
};

const PATHS: Record<string, string> = {
  menu: "M4 6H20M4 12H20M4 18H20", chat: "M4 5H20V16H11L6 20V16H4Z", chronicle: "M6 3H18V21H6ZM9 8H15M9 12H15M9 16H13", help: "M9 9A3 3 0 1 1 12 13V15M12 18V19",
  shield: "M12 2 21 5V12C21 17 17 21 12 23C7 21 3 17 3 12V5Z", tick: "M7 12 11 16 17 8", eye: "M2 12Q12 3 22 12Q12 21 2 12ZM12 9A3 3 0 1 1 12 15A3 3 0 1 1 12 9", turn: "M4 12A8 8 0 0 1 18 7M18 3V8H13M20 12A8 8 0 0 1 6 17M6 21V16H11",
};

function Glyph({ name }: { name: string }): ComponentChildren {
  return (
    <svg class="glyph" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The buttons in the corner, and what they open. */
export function Corner({ stage, match, help }: { stage: Stage; match: Match; help: Signal<boolean> }): ComponentChildren {
  const open = useSignal<"menu" | "chat" | "chronicle" | null>(null);
  const read = useSignal(0);
  const count = match.chat.value.length;
  useEffect(() => void (open.value === "chat" && (read.value = count)), [open.value, count]);
  const toggle = (what: "menu" | "chat" | "chronicle") => () => (open.value = open.value === what ? null : what);
  const unread = settings.muted.value ? 0 : count - read.value;
  return (
    <>
      <nav class="corner" aria-label={words.menu}>
        {match.sealing && <SealedSign match={match} sealing={match.sealing} />}
        <Seal match={match} />
        {!stage.layout.value.chronicle && (
          <button class="round" aria-label={words.chronicle} aria-expanded={open.value === "chronicle"} onClick={toggle("chronicle")}>
            <Glyph name="chronicle" />
          </button>
        )}
        {match.seat.value < 0 && (
          <button class="round" aria-label={words.seat} onClick={() => (stage.near.value = (stage.near.value + 1) % match.names.length)}>
            <Glyph name="turn" />
          </button>
        )}
        {match.seat.value >= 0 && (
          <button class="round" aria-label={unread > 0 ? `${words.chat}, ${unread}` : words.chat} aria-expanded={open.value === "chat"} onClick={toggle("chat")}>
            <Glyph name="chat" />
            {unread > 0 && <span class="dot number">{unread}</span>}
          </button>
        )}
        <button class="round" aria-label={words.menu} aria-expanded={open.value === "menu"} onClick={toggle("menu")} data-menu>
          <Glyph name="menu" />
        </button>
      </nav>
      {open.value === "menu" && <Menu match={match} help={help} close={() => (open.value = null)} />}
      {open.value === "chat" && <Chat match={match} close={() => (open.value = null)} />}
      {open.value === "chronicle" && <Chronicle stage={stage} floating />}
    </>
  );
}

function Menu({ match, help, close }: { match: Match; help: Signal<boolean>; close: () => void }): ComponentChildren {
  const sure = useSignal(false);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const seated = match.seat.value >= 0 && !match.outcome.value;
  const then = (work: () => void) => () => {
    work();
    close();
  };
  const item = (name: string, work: () => void, disabled = false): ComponentChildren => (
    <button role="menuitem" onClick={then(work)} disabled={disabled}>
      {name}
    </button>
  );
  return (
    <>
      {!sure.value && (
        <div ref={list} class="drawer menu panel" role="menu" onKeyDown={(event) => event.key === "Escape" && close()}>
          {seated && item(words.undo, () => match.ask("undo"), !match.standing.value.undoable)}
          {seated && item(words.draw, () => match.ask("draw"))}
          {seated && (
            <button role="menuitem" onClick={() => (sure.value = true)}>
              {words.concede}
            </button>
          )}
          <button role="menuitemcheckbox" aria-checked={settings.sound.value} onClick={() => (settings.sound.value = !settings.sound.value)}>
            {words.sound} <i class={settings.sound.value ? "switch on" : "switch"} />
          </button>
          {item(words.fullscreen, () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen().catch(() => undefined)))}
          {item(words.help, () => (help.value = true))}
          {item(words.settings, () => go("/settings"))}
          {item(words.leave, () => {
            leaveMatch();
            go("/");
          })}
        </div>
      )}
      {sure.value && (
        <Dialog title={words.sure} onClose={close}>
          <div class="row">
            <button class="button" onClick={close}>
              {words.no}
            </button>
            <button class="button danger" onClick={then(() => match.concede())}>
              {words.yes}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Chat({ match, close }: { match: Match; close: () => void }): ComponentChildren {
  const text = useSignal("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { muted } = settings;
  useEffect(() => input.current?.focus(), []);
  useEffect(() => void (list.current && (list.current.scrollTop = list.current.scrollHeight)));
  const send = (event: Event): void => {
    event.preventDefault();
    const said = text.value.trim().slice(0, 300);
    if (said) say({ type: "chat", text: said });
    text.value = "";
  };
  const mute = (): void => {
    muted.value = !muted.value;
    say({ type: "mute", muted: muted.value });
  };
  return (
    <section class="drawer chat panel" aria-label={words.chat} onKeyDown={(event) => event.key === "Escape" && close()}>
      <header>
        <h2>{words.chat}</h2>
        <button class="button small" aria-pressed={muted.value} onClick={mute}>
          {muted.value ? words.unmute : words.mute}
        </button>
      </header>
      <ol ref={list} aria-live="polite">
        {muted.value ? <li class="quiet">{words.muted}</li> : match.chat.value.length === 0 && <li class="quiet">{words.silent}</li>}
        {!muted.value &&
          match.chat.value.map((one, i) => (
            <li key={i} class={one.seat === match.seat.value ? "near" : "far"}>
              <strong>{match.names[one.seat]}</strong> {one.text}
            </li>
          ))}
      </ol>
      <form onSubmit={send}>
        <input ref={input} value={text.value} maxLength={300} placeholder={words.write} aria-label={words.write} onInput={(event) => (text.value = event.currentTarget.value)} />
        <button class="button">{words.send}</button>
      </form>
    </section>
  );
}

/** Whether this page has repeated every step, and the hash that stands for all of them. */
function Seal({ match }: { match: Match }): ComponentChildren {
  const open = useSignal(false);
  const checked = match.checked.value;
  const kind = typeof checked === "object" ? "broken" : checked;
  const { head, at } = match.standing.value;
  return (
    <>
      <button class={`seal ${kind}`} onClick={() => (open.value = !open.value)} aria-expanded={open.value} data-seal={kind}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={PATHS.shield} />
          {kind === "checked" && <path class="tick" d={PATHS.tick} />}
          {kind === "broken" && <path class="tick" d="M12 7V13M12 16V17" />}
        </svg>
        <span>
          <b>{words.seal[kind]}</b>
          <code>
            {head.slice(0, 4)}…{head.slice(-4)}
          </code>
        </span>
      </button>
      {open.value && (
        <Dialog title={words.seal[kind]} onClose={() => (open.value = false)}>
          <p>{typeof checked === "object" ? `${checked.who}: ${checked.why}` : words.sealed[match.missing.value ? "missing" : checked]}</p>
          <p class="small">
            {words.head} ({at} {words.entries}):
            <br />
            <code class="hash">{head}</code>
          </p>
          <Keys opening={match.opening.body} {...(match.audit.value?.report ? { signed: match.audit.value.report.attestation.signed } : {})} />
          {match.seat.value >= 0 && keylessText() && <p class="small">{keylessText()}</p>}
        </Dialog>
      )}
    </>
  );
}

/** Somebody has come with another key than the one we knew: said once, and remembered from now on. */
function ChangedKeys({ match }: { match: Match }): ComponentChildren {
  const seen = useSignal<readonly Seat[]>([]);
  return match.changed.filter(({ seat }) => !seen.value.includes(seat)).map(({ seat, key, before, since }) => (
    <div key={seat} class="bar changed-key" data-changed={seat}>
      <span>
        {seat < 0 ? (
          words.serverChanged
        ) : (
          <>
            <strong>
              <Name>{match.names[seat]}</Name>
            </strong>{" "}
            {words.changed}
          </>
        )}
        <small>
          {words.before(dayOf(since))} <code>{fingerprint(before)}</code>
        </small>
        <small>
          {words.now} <code>{fingerprint(key)}</code>
        </small>
      </span>
      <button class="button small" onClick={() => (seen.value = [...seen.value, seat])}>
        {words.understood}
      </button>
    </div>
  ));
}

/** Offers, absences, spectators, the line: one sentence each, with what can be done about it. */
export function Notices({ match }: { match: Match }): ComponentChildren {
  const now = useSignal(performance.now());
  const claim = match.claimIn.value;
  useEffect(() => {
    if (!claim) return;
    const timer = setInterval(() => (now.value = performance.now()), 500);
    return () => clearInterval(timer);
  }, [claim]);
  const offer = match.offer.value;
  const over = match.outcome.value !== null;
  const seated = match.seat.value >= 0;
  const reply = (what: Offering, accept: boolean) => () => match.answer(what, accept);
  const rest = claim ? Math.ceil((claim.at - now.value) / 1000) : 0;
  return (
    <div class="notices" role="status">
      {!seated && !over && (
        <p class="bar">
          <Glyph name="eye" /> {words.watching}
        </p>
      )}
      <ChangedKeys match={match} />
      {offer && !over && (
        <div class="bar">
          {offer[1] === match.seat.value ? (
            <span>{words.asked[offer[0]]}</span>
          ) : (
            <>
              <span>
                <strong>{match.names[offer[1]]}</strong> {words.wants[offer[0]]}.
              </span>
              {seated && (
                <>
                  <button class="button small" onClick={reply(offer[0], true)}>
                    {words.accept}
                  </button>
                  <button class="button small" onClick={reply(offer[0], false)}>
                    {words.decline}
                  </button>
                </>
              )}
            </>
          )}
        </div>
      )}
      {claim && !over && (
        <div class="bar">
          <span>
            <strong>{match.names[claim.seat]}</strong> {words.away}. {seated && rest > 0 && `${words.claimIn} ${rest} s.`}
          </span>
          {seated && rest <= 0 && (
            <button class="button small" onClick={() => match.claim()}>
              {words.claim}
            </button>
          )}
        </div>
      )}
      {line.value === "lost" && (
        <div class="veil">
          <p class="panel">
            <i class="spinner" /> {words.lost}
          </p>
        </div>
      )}
    </div>
  );
}
