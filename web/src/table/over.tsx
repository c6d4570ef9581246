// The end: who won and why, and what next.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { crest } from "../art";
import { deckFor } from "../parts/chosen";
import type { Match } from "../session/match";
import { leaveMatch, rematch } from "../session/session";
import { go } from "../session/router";
import { play as sound } from "../sound/sound";
import { Fairness } from "./fairness";
import type { Stage } from "./stage";

const words = { rematch: "Rematch", waiting: "Waiting for the other side…", wants: "wants a rematch", replay: "Replay and verify", lobby: "Back to the lobby", look: "Look at the table", gone: "Your opponent has left." };

export function GameOver({ stage, match }: { stage: Stage; match: Match }): ComponentChildren {
  const hidden = useSignal(false);
  const asked = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const outcome = match.outcome.value;
  const ready = outcome !== null && !stage.busy.value;
  const won = outcome?.winners.includes(match.seat.value);
  useEffect(() => {
    if (!ready) return;
    sound(won || match.seat.value < 0 ? "win" : "lose");
    button.current?.focus();
  }, [ready]);
  if (!ready) return null;
  const { title, line } = stage.view.result(outcome, stage.look.value);
  const wanting = match.rematchWanted.value.filter((seat) => seat !== match.seat.value);
  const tone = !outcome.winners.length ? "drawn" : won || match.seat.value < 0 ? "won" : "lost";
  if (hidden.value)
    return (
      <button class="button finale-again" onClick={() => (hidden.value = false)}>
        {title}
      </button>
    );
  return (
    <div class={`finale ${tone}`} role="dialog" aria-modal="true" aria-labelledby="finale-title" data-over={tone}>
      <div class="finale-rays" aria-hidden="true" />
      <div class="finale-plate">
        <div class="finale-crests" aria-hidden="true">
          {match.names.map((_, seat) => (
            <span key={seat} class={outcome.winners.includes(seat) ? "winner" : "loser"}>
              <img src={crest(seat)} alt="" />
            </span>
          ))}
        </div>
        <h1 id="finale-title">{title}</h1>
        <p>{line}</p>
        <Fairness match={match} />
        {wanting.length > 0 && (
          <p class="good">
            {match.names[wanting[0]!]} {words.wants}.
          </p>
        )}
        <div class="finale-buttons">
          {match.seat.value >= 0 && (
            <button
              ref={button}
              class="button gold"
              disabled={asked.value}
              onClick={() => {
                asked.value = true;
                void rematch(deckFor(match.game));
              }}
            >
              {asked.value ? words.waiting : words.rematch}
            </button>
          )}
          <a class="button" href={`/replay/${match.id}`}>
            {words.replay}
          </a>
          <button
            class="button"
            onClick={() => {
              leaveMatch();
              go("/");
            }}
          >
            {words.lobby}
          </button>
          <button class="button plain" onClick={() => (hidden.value = true)}>
            {words.look}
          </button>
        </div>
      </div>
    </div>
  );
}
