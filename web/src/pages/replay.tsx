// A finished match once more: on the table, step by step, from every side; and the proof that it was fair.
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { loadView } from "../games";
import { mirror } from "../mirror/client";
import type { Fault } from "../mirror/protocol";
import { api, logAddress } from "../parts/api";
import { copy } from "../parts/copy";
import { Page } from "../parts/frame";
import { Icon } from "../parts/icons";
import { Player } from "../parts/player";
import { readSealed, SealedLists } from "../parts/sealed-log";
import { toast } from "../parts/toast";
import { Verify } from "../parts/verify";
import { exact } from "../parts/when";
import { hash } from "../session/router";
import { isSealed } from "../session/sealed";
import { me } from "../session/session";
import { Board } from "../table/board";
import "./replay.css";

const words = {
  title: "Replay",
  loading: "Bringing the match to the table…",
  loadingText: "The rules are being loaded into your browser: what you will see is worked out here, from the log alone.",
  missing: "This match cannot be shown",
  broken: "The log breaks the rules, so there is nothing to show.",
  watched: "See it as",
  holds: (name: string) => `${name} holds`,
  everything: "one who knows all",
  first: "To the beginning",
  back: "One step back",
  play: "Play",
  pause: "Pause",
  forward: "One step on",
  end: "To the end",
  turn: "Turn",
  beforeFirst: "The deal",
  speed: "Speed",
  place: "Place in the match",
  story: "What happened",
  share: "Copy a link to this moment",
  shared: "The link is copied. It opens at this very moment.",
  notShared: "Copying is not allowed here: the address bar has the link.",
  download: "Download the log",
  verify: "Verify",
  keys: "Keys: space plays and pauses, ← and → step, page up and down change the turn, home and end, V changes the view.",
  sealed: "This match was sealed: nobody held the cards, so what was never turned up stays hidden, from whichever side you look.",
  public: "somebody beside the table",
  hidden: "The match is still running: what is hidden stays hidden.",
};

const SPEEDS = [0.5, 1, 2, 4];

interface Loaded {
  log: string;
  player: Player | null;
  fault: Fault | null;
}

export function ReplayPage({ id }: { id: string }): ComponentChildren {
  const loaded = useSignal<Loaded | null>(null);
  const missing = useSignal("");
  useEffect(() => {
    let gone = false;
    mirror.start();
    void (async () => {
      try {
        const log = await api.log(id);
        const made = await mirror.replay(log).then(
          async (replay): Promise<Loaded> => ({ log, player: new Player(replay, await loadView(replay.game)), fault: null }),
          (fault: Fault): Loaded => ({ log, player: null, fault }),
        );
        if (gone) made.player?.close();
        else loaded.value = made;
      } catch (error) {
        missing.value = (error as Error).message;
      }
    })();
    return () => {
      gone = true;
      loaded.value?.player?.close();
    };
  }, [id]);
  const player = loaded.value?.player;
  const sealed = useMemo(() => (loaded.value ? readSealed(loaded.value.log) : null), [loaded.value]);
  const title = player ? player.names.join(" – ") : words.title;
  return (
    <Page title={title} quiet class="replay">
      {missing.value ? (
        <div class="panel stack">
          <h1>{words.missing}</h1>
          <p>{missing.value}</p>
        </div>
      ) : !loaded.value ? (
        <Loading />
      ) : (
        <>
          {player ? <Show player={player} id={id} /> : <p class="panel">{loaded.value.fault?.code === "proof" ? words.broken : loaded.value.fault?.why}</p>}
          <Verify id={id} log={loaded.value.log} />
          {sealed && <SealedLists log={sealed} />}
        </>
      )}
    </Page>
  );
}

function Loading(): ComponentChildren {
  return (
    <div class="panel stack loading" role="status">
      <h1>{words.loading}</h1>
      <p class="muted">{words.loadingText}</p>
      <span class="loading-bar" aria-hidden="true" />
    </div>
  );
}

/** `at=12&as=1`: entry of the log and perspective. */
function readPlace(player: Player): void {
  const found = new URLSearchParams(hash.value);
  const as = found.get("as");
  const mine = player.replay.names.indexOf(me.value?.name ?? "");
  player.see(as === null ? (mine >= 0 ? mine : player.names.length) : Number(as) || 0);
  if (found.has("at")) player.seek(player.placeOf(Number(found.get("at")) || 0));
}

function Show({ player, id }: { player: Player; id: string }): ComponentChildren {
  // Again when we know who looks: their own seat is where they see it from.
  useEffect(() => readPlace(player), [player, me.value?.name]);
  // Keys work from the first frame on which there is something to see.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (handle(player, event)) event.preventDefault();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [player]);
  const { replay } = player;
  const result = player.tell(replay.results.at(-1) ?? words.hidden);
  return (
    <>
      <header class="replay-head row spread">
        <div>
          <h1>{player.names.join(" – ")}</h1>
          <p class="muted">
            {result} · {exact(replay.started)}
          </p>
        </div>
        <div class="row">
          <a class="button gold" href="#verify">
            <Icon name="shield" />
            {words.verify}
          </a>
          <button class="button" onClick={() => void shareMoment(player)}>
            <Icon name="share" />
            <span>{words.share}</span>
          </button>
          <a class="button" href={logAddress(id)} download={`facedown-${id}.jsonl`}>
            <Icon name="down" />
            <span>{words.download}</span>
          </a>
        </div>
      </header>
      <div class="replay-table">
        <Across player={player} />
        <div class="replay-board">
          <Board stage={player.stage} director={player.director} still />
        </div>
        <Story player={player} />
        <Controls player={player} />
      </div>
      {isSealed(replay.dealer) && <p class="replay-sealed">{words.sealed}</p>}
      <p class="muted small replay-keys">{words.keys}</p>
    </>
  );
}

/** The hand at the far edge is small: whoever knows it reads it here. */
function Across({ player }: { player: Player }): ComponentChildren {
  const { pieces, near } = player.stage;
  const held = pieces.value.filter(({ kind, owner, zone, face }) => kind === "card" && owner !== near.value && zone.startsWith("hand") && face !== null);
  if (player.as.value < player.names.length || held.length === 0) return null;
  return (
    <p class="replay-across">
      {words.holds(player.names[held[0]!.owner]!)}
      {held.map(({ key, name, card }) => (
        <span key={key} class="tag" title={card?.text}>
          <b class="number">{card?.cost}</b> {name}
        </span>
      ))}
    </p>
  );
}

async function shareMoment(player: Player): Promise<void> {
  const place = `#at=${player.step.value.at}&as=${player.as.value}`;
  history.replaceState(null, "", place);
  hash.value = place.slice(1);
  toast((await copy(location.href)) ? words.shared : words.notShared);
}

/** Whether the key was one of ours. */
function handle(player: Player, event: KeyboardEvent): boolean {
  const on = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || on.closest("select, textarea, input:not([type=range]), dialog")) return false;
  const pressable = on.closest("button, a, summary, input");
  switch (event.key) {
    case " ":
      if (pressable && !on.closest("input")) return false;
      player.toggle();
      return true;
    case "ArrowLeft":
      player.seek(player.at.value - 1);
      return true;
    case "ArrowRight":
      player.seek(player.at.value + 1);
      return true;
    case "PageUp":
      player.turn(-1);
      return true;
    case "PageDown":
      player.turn(1);
      return true;
    case "Home":
      player.seek(0);
      return true;
    case "End":
      player.seek(player.last);
      return true;
    case "v":
    case "V":
      player.see((player.as.value + 1) % (player.names.length + 1));
      return true;
    default:
      return false;
  }
}

function Controls({ player }: { player: Player }): ComponentChildren {
  const { at, as, running, speed } = player;
  const turn = player.step.value.turn;
  const step = (icon: "first" | "back" | "forward" | "last", label: string, to: number) => (
    <button class="step" aria-label={label} title={label} onClick={() => player.seek(to)} disabled={to < 0 || (to > player.last) || to === at.value}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="replay-controls panel">
      <input
        type="range"
        min={0}
        max={player.last}
        value={at.value}
        aria-label={words.place}
        aria-valuetext={`${at.value + 1} / ${player.steps.length}. ${player.tell(player.step.value.sentences[as.value] ?? "")}`}
        onInput={(event) => player.seek(Number(event.currentTarget.value))}
      />
      <div class="replay-buttons">
        {step("first", words.first, 0)}
        {step("back", words.back, at.value - 1)}
        <button class="step play-pause" onClick={() => player.toggle()} aria-label={running.value ? words.pause : words.play} title={running.value ? words.pause : words.play}>
          <Icon name={running.value ? "pause" : "play"} />
        </button>
        {step("forward", words.forward, at.value + 1)}
        {step("last", words.end, player.last)}
        <span class="number replay-count">
          {at.value + 1} / {player.steps.length}
        </span>
      </div>
      <label class="inline-field">
        <span class="label">{words.turn}</span>
        <select value={turn} onChange={(event) => player.seek(player.turns.find((one) => one.turn === Number(event.currentTarget.value))?.at ?? 0)}>
          <option value={0}>{words.beforeFirst}</option>
          {player.turns.map((one) => (
            <option key={one.turn} value={one.turn}>
              {one.turn} · {player.names[player.steps[one.at]!.active[0] ?? -1] ?? ""}
            </option>
          ))}
        </select>
      </label>
      <label class="inline-field">
        <span class="label">{words.watched}</span>
        <select value={as.value} onChange={(event) => player.see(Number(event.currentTarget.value))}>
          {[...player.names, isSealed(player.replay.dealer) ? words.public : words.everything].map((name, seat) => (
            <option key={seat} value={seat}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="inline-field">
        <span class="label">{words.speed}</span>
        <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value} ×
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The match in sentences; the one that is shown is marked, and each leads to its place. */
function Story({ player }: { player: Player }): ComponentChildren {
  const list = useRef<HTMLOListElement>(null);
  useSignalEffect(() => {
    const { value } = player.at;
    queueMicrotask(() => {
      const box = list.current;
      const line = box?.querySelector<HTMLElement>(`[data-at="${value}"]`);
      // Only the list scrolls, never the page.
      if (box && line) box.scrollTop = line.offsetTop - box.clientHeight / 2;
    });
  });
  const as = player.as.value;
  return (
    <section class="replay-story panel" aria-label={words.story}>
      <ol ref={list}>
        {player.steps.map(({ sentences, seat }, at) => {
          const text = sentences[as] || (at === player.last ? player.replay.results[as] : "");
          return text ? (
            <li key={at} data-at={at} class={seat === null ? "" : `seat${seat}`}>
              <button onClick={() => player.seek(at)} aria-current={player.at.value === at ? "step" : undefined}>
                {player.tell(text)}
              </button>
            </li>
          ) : null;
        })}
      </ol>
    </section>
  );
}
