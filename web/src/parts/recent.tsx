// Short lists for the lobby: one's last matches, and those that can be watched now.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { me, spectate } from "../session/session";
import { api, type MatchFacts, type PlayedMatch } from "./api";
import { Icon } from "./icons";
import { isSealed } from "../session/sealed";
import { called } from "./opponents";
import { ago } from "./when";

const words = {
  sealed: "sealed",
  last: "Your last matches",
  none: "None yet. Your first one is a press of the button away.",
  all: "All of them",
  results: { won: "Won", lost: "Lost", drawn: "Drawn" },
  against: "against",
  replay: "Replay",
  verify: "Verify",
  now: "Being played now",
  quiet: "No tables are busy just now.",
  watch: "Watch",
};

const LAST = 5;
const SHOWN = 6;
const EVERY = 8_000;

export function rivals({ seats, seat }: PlayedMatch): string {
  return seats
    .filter((_, at) => at !== seat)
    .map(({ name }) => called(name))
    .join(", ");
}

/** Won, lost or drawn, by word and sign and not by colour alone. */
export function Result({ result }: { result: PlayedMatch["result"] }): ComponentChildren {
  if (!result) return <span class="tag">…</span>;
  const sign = { won: "▲", lost: "▼", drawn: "=" }[result];
  return (
    <span class={`tag ${result === "won" ? "good" : result === "lost" ? "bad" : "muted"}`}>
      <span aria-hidden="true">{sign} </span>
      {words.results[result]}
    </span>
  );
}

export function Recent(): ComponentChildren {
  const matches = useSignal<PlayedMatch[]>([]);
  const player = me.value?.player;
  useEffect(() => {
    if (!player) return;
    api.history(LAST).then(
      (found) => (matches.value = found.filter(({ finished }) => finished !== null)),
      () => undefined,
    );
  }, [player]);
  return (
    <section class="panel">
      <div class="row spread">
        <h2>{words.last}</h2>
        {matches.value.length > 0 && <a href="/profile">{words.all}</a>}
      </div>
      {matches.value.length === 0 && <p class="muted">{words.none}</p>}
      <ul class="lines">
        {matches.value.map((match) => (
          <li key={match.id}>
            <Result result={match.result} />
            <span class="lines-text">
              {words.against} <b>{rivals(match)}</b> {isSealed(match.dealer) && <span class="tag">{words.sealed}</span>} <span class="muted small">{ago(match.created)}</span>
            </span>
            <a href={`/replay/${match.id}`}>{words.replay}</a>
            <a href={`/replay/${match.id}#verify`}>{words.verify}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Running(): ComponentChildren {
  const matches = useSignal<MatchFacts[]>([]);
  const player = me.value?.player;
  useEffect(() => {
    const look = () => {
      if (document.hidden) return;
      api.running(20).then(
        (found) => (matches.value = found.filter(({ attended, seats }) => attended && !seats.some((seat) => seat.player === player))),
        () => undefined,
      );
    };
    look();
    const timer = setInterval(look, EVERY);
    return () => clearInterval(timer);
  }, [player]);
  return (
    <section class="panel">
      <h2>{words.now}</h2>
      {matches.value.length === 0 && <p class="muted">{words.quiet}</p>}
      <ul class="lines">
        {matches.value.slice(0, SHOWN).map(({ id, dealer, seats, created }) => (
          <li key={id}>
            <span class="lines-text">
              <b>{seats.map(({ name }) => called(name)).join(" – ")}</b> {isSealed(dealer) && <span class="tag">{words.sealed}</span>} <span class="muted small">{ago(created)}</span>
            </span>
            <button class="button small" onClick={() => spectate(id)}>
              <Icon name="eye" />
              {words.watch}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
