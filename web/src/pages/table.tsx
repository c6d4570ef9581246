// The table: a match of ours, or one that we watch.
import { batch, useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { viewOf } from "../games";
import type { GameView } from "../games/types";
import { cardsOf } from "../session/catalog";
import type { Match } from "../session/match";
import { match as current, me, resume, spectate, trouble } from "../session/session";
import { settings } from "../session/settings";
import { line } from "../session/socket";
import { play as sound } from "../sound/sound";
import { Corner, Notices } from "../table/around";
import { Board } from "../table/board";
import { Director } from "../table/director";
import { Help } from "../table/help";
import { GameOver } from "../table/over";
import { SealedTable } from "../table/sealed";
import { Stage } from "../table/stage";
import { EndTurn, Resources, type Ticking } from "../table/turn";
import { Chronicle, Notice, Spoken, TurnBanner } from "../table/words";
import { Zoom } from "../table/zoom";
import "./table.css";

const words = { coming: "Coming to the table…", nothing: "There is no such match at this table.", lobby: "To the lobby", turn: "Your turn", theirs: "Enemy turn", over: "Over", dealing: "Dealing…", closing: "Closing…", product: "Facedown", against: "against" };

export function TablePage({ id, watching }: { id: string; watching: boolean }): ComponentChildren {
  const match = current.value;
  const here = match?.id === id;
  const asked = useSignal(false);
  useEffect(() => {
    if (here || line.value !== "open" || !me.value || asked.value) return;
    asked.value = true;
    if (watching) spectate(id);
    else resume(id);
  }, [id, line.value, me.value]);
  const view = match && viewOf(match.game);
  if (here && view) return <Seated key={id} match={match} view={view} />;
  const refused = asked.value && trouble.value;
  return (
    <main class="table-waiting">
      <p>{refused ? words.nothing : words.coming}</p>
      {refused ? (
        <a class="button" href="/">
          {words.lobby}
        </a>
      ) : (
        <i class="spinner" />
      )}
    </main>
  );
}

function Seated({ match, view }: { match: Match; view: GameView }): ComponentChildren {
  const help = useSignal(false);
  const [stage, director] = useMemo(() => {
    const stage = new Stage(view, match.names, cardsOf(match.game), (action, wish) => match.act(action, wish));
    stage.why = (key) => match.why(key);
    return [stage, new Director(stage)] as const;
  }, [match, view]);
  useFeed(match, stage, director);
  useCue(match);
  useKeys(stage, help);
  const { standing } = match;
  const over = match.outcome.value !== null;
  const { active } = standing.value;
  const waiting = over ? words.over : active.length === 0 ? (match.sealing?.dealing.value?.work === "list" ? words.closing : words.dealing) : match.seat.value < 0 ? (match.names[active[0]!] ?? "") : (view.waiting?.(match.state.value, stage.look.value) ?? (active.includes(match.seat.value) ? words.turn : words.theirs));
  return (
    <main class="table-page" aria-label={match.names.join(` ${words.against} `)}>
      <Board stage={stage} director={director}>
        <Chronicle stage={stage} />
        <Resources stage={stage} />
        <EndTurn stage={stage} ticking={over ? null : ticking(match)} waiting={waiting} />
        <TurnBanner stage={stage} />
        <Notice stage={stage} />
        <Zoom stage={stage} />
        <Corner stage={stage} match={match} help={help} />
        <Notices match={match} />
        {match.sealing && <SealedTable match={match} sealing={match.sealing} />}
        <GameOver stage={stage} match={match} />
      </Board>
      <Help open={help} view={view} />
      <Spoken stage={stage} />
    </main>
  );
}

/** From the match to the stage: what may be done, what is known, what has happened. */
function useFeed(match: Match, stage: Stage, director: Director): void {
  const { seat, faces, legal, labels, state, news, refusal, objection } = match;
  if (stage.shown.peek() === null) {
    stage.seat.value = seat.value;
    stage.near.value = Math.max(0, seat.value);
  }
  // Before the next frame, not after it: a move is seen at once.
  useLayoutEffect(() => {
    batch(() => {
      stage.seat.value = seat.value;
      stage.faces.value = faces.value;
      stage.legal.value = legal.value;
      stage.labels.value = labels.value;
      stage.real.value = state.value;
    });
  }, [seat.value, faces.value, legal.value, labels.value, state.value]);
  useLayoutEffect(() => {
    const { frames, cut } = match.take();
    if (stage.shown.peek() === null) stage.shown.value = state.value;
    else if (cut) director.jump(state.value);
    else director.play(frames, state.value);
  }, [news.value]);
  useEffect(() => {
    if (!refusal.value) return;
    sound("refuse");
    director.forget();
    stage.takeBack(refusal.value.message);
  }, [refusal.value]);
  useEffect(() => void (objection.value && stage.tell(objection.value.message)), [objection.value]);
  useEffect(() => {
    // What happened before we came, told by the mirror.
    const missing = match.history.value.filter((told) => told.sentence);
    if (!missing.length || stage.chronicle.peek().length > missing.length) return;
    stage.chronicle.value = missing.map((told, i) => ({ id: -1 - i, text: told.sentence, seat: told.seat, times: 1 }));
  }, [match.history.value]);
}

/** Your turn: the title and the icon say so, and a phone trembles. */
function useCue(match: Match): void {
  const mine = match.standing.value.active.includes(match.seat.value) && !match.outcome.value;
  useEffect(() => {
    document.title = mine ? `● ${words.turn} · ${words.product}` : `${match.names.join(" – ")} · ${words.product}`;
    mark(mine);
    if (mine && settings.vibrate.value && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    return () => {
      document.title = words.product;
      mark(false);
    };
  }, [mine]);
}

let plainIcon: string | null = null;

/** The page's icon, with a light on it while it is our turn. */
function mark(lit: boolean): void {
  let icon = document.querySelector<HTMLLinkElement>("link[rel~=icon]");
  if (!icon) {
    icon = document.createElement("link");
    icon.rel = "icon";
    document.head.append(icon);
  }
  plainIcon ??= icon.href;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="2" width="20" height="28" rx="3" fill="#4a2390" stroke="#e2b657" stroke-width="2"/><circle cx="15" cy="16" r="6" fill="#e2b657"/><circle cx="25" cy="7" r="7" fill="#4dff8e" stroke="#0b2c24" stroke-width="2"/></svg>`;
  icon.href = lit || !plainIcon ? `data:image/svg+xml,${encodeURIComponent(lit ? svg : svg.replace(/<circle cx="25".*?\/>/, ""))}` : plainIcon;
}

function useKeys(stage: Stage, help: { value: boolean }): void {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest("input, textarea, dialog")) return;
      if (event.repeat || document.querySelector("dialog[open]")) return;
      const pressed = event.key.toLowerCase();
      const button = stage.buttons.value.find(({ key }) => key === pressed);
      if (pressed === "?") help.value = !help.value;
      else if (button) stage.commit(button.action);
      else if (pressed === "e") document.querySelector<HTMLButtonElement>("[data-end]")?.click();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [stage]);
}

function ticking(match: Match): Ticking | null {
  const { active, left } = match.standing.value;
  const seat = active[0];
  const time = seat === undefined ? undefined : left[seat];
  if (!match.clock.turn || !time) return null;
  return { ...time, since: match.heard.value, of: match.clock.turn, mine: seat === match.seat.value };
}
