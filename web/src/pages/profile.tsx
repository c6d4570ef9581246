// Who I am here: matches, ratings, the ladder, and the account.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Account } from "../parts/account";
import { api, games, loadGames, type PlayedMatch, type Rated, type Rung } from "../parts/api";
import { Page } from "../parts/frame";
import { Icon } from "../parts/icons";
import { Result, rivals } from "../parts/recent";
import { complain } from "../parts/toast";
import { ago, exact } from "../parts/when";
import { me, resume } from "../session/session";
import "./profile.css";

const words = {
  title: "Profile",
  matches: "Your matches",
  none: "No match yet. The first one is where it begins.",
  play: "Play",
  more: "Older ones",
  head: { result: "Result", against: "Against", how: "How it ended", when: "When", actions: "Look again" },
  rated: "rated",
  running: "running",
  replay: "Replay",
  verify: "Verify",
  continue: "Continue",
  rating: "Rating",
  ratingText: (low: number, high: number) => `surely between ${low} and ${high}`,
  unrated: "No rated match yet. Matches from the queue between two accounts are rated.",
  games: (count: number) => (count === 1 ? "1 rated match" : `${count} rated matches`),
  ladder: "Ladder",
  ladderNone: "Nobody is on it yet. Be the first.",
  place: "Place",
  player: "Player",
  you: "you",
  record: { won: "won", lost: "lost", drawn: "drawn" },
  reasons: {
    "hero fell": "a hero fell",
    conceded: "given up",
    "timed out": "out of time",
    abandoned: "left the table",
    agreed: "agreed",
    "withheld randomness": "did not stir the cards",
    "both heroes fell": "both heroes fell",
  } as Record<string, string>,
};

const PAGE = 20;

export function ProfilePage(): ComponentChildren {
  const player = me.value?.player;
  useEffect(() => void loadGames().catch(complain), []);
  return (
    <Page title={me.value?.name ?? words.title} class="profile">
      {player && (
        <div class="profile-columns" key={player}>
          <History />
          <aside class="stack">
            <Account />
            {games.value.map(({ name }) => (
              <Rating key={name} player={player} game={name} />
            ))}
            {games.value.map(({ name }) => (
              <Ladder key={name} player={player} game={name} />
            ))}
          </aside>
        </div>
      )}
    </Page>
  );
}

function History(): ComponentChildren {
  const matches = useSignal<PlayedMatch[] | null>(null);
  const end = useSignal(false);
  const load = async () => {
    try {
      const found = await api.history(PAGE, matches.value?.at(-1)?.id);
      matches.value = [...(matches.value ?? []), ...found];
      end.value = found.length < PAGE;
    } catch (error) {
      complain(error);
    }
  };
  useEffect(() => void load(), []);
  const all = matches.value;
  return (
    <section class="panel">
      <div class="row spread">
        <h2>{words.matches}</h2>
        {all && all.length > 0 && <Record matches={all} />}
      </div>
      {all?.length === 0 && (
        <p class="stack">
          <span class="muted">{words.none}</span>
          <a class="button gold" href="/">
            {words.play}
          </a>
        </p>
      )}
      {all && all.length > 0 && (
        <table class="list history">
          <thead>
            <tr>
              {Object.values(words.head).map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((match) => (
              <Line key={match.id} match={match} />
            ))}
          </tbody>
        </table>
      )}
      {all && !end.value && (
        <button class="button" onClick={() => void load()}>
          {words.more}
        </button>
      )}
    </section>
  );
}

/** Won, lost and drawn among the matches that are shown. */
function Record({ matches }: { matches: PlayedMatch[] }): ComponentChildren {
  const count = (result: PlayedMatch["result"]) => matches.filter((match) => match.result === result).length;
  return (
    <p class="number muted">
      {(["won", "lost", "drawn"] as const)
        .filter((result) => result !== "drawn" || count(result))
        .map((result) => `${count(result)} ${words.record[result]}`)
        .join(" · ")}
    </p>
  );
}

function Line({ match }: { match: PlayedMatch }): ComponentChildren {
  const { id, result, rated, outcome, created, finished } = match;
  return (
    <tr>
      <td>{finished === null ? <span class="tag">{words.running}</span> : <Result result={result} />}</td>
      <td>
        <b>{rivals(match)}</b> {rated && <span class="small muted">{words.rated}</span>}
      </td>
      <td class="muted">{outcome ? (words.reasons[outcome.reason] ?? outcome.reason) : ""}</td>
      <td class="muted" title={exact(created)}>
        {ago(created)}
      </td>
      <td>
        <span class="row">
          {finished === null ? (
            <button class="button small" onClick={() => resume(id)}>
              <Icon name="play" />
              {words.continue}
            </button>
          ) : (
            <>
              <a href={`/replay/${id}`}>{words.replay}</a>
              <a href={`/replay/${id}#verify`}>{words.verify}</a>
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

function Rating({ player, game }: { player: string; game: string }): ComponentChildren {
  const rated = useSignal<Rated | null>(null);
  useEffect(() => void api.rating(player, game).then((found) => (rated.value = found), complain), [player, game]);
  const found = rated.value;
  const rounded = (value: number) => Math.round(value);
  return (
    <section class="panel">
      <h2>
        {words.rating} · {game}
      </h2>
      {found && found.games > 0 ? (
        <>
          <p class="rating-number number">{rounded(found.rating)}</p>
          <p class="muted number">
            {words.ratingText(rounded(found.rating - 2 * found.deviation), rounded(found.rating + 2 * found.deviation))} · {words.games(found.games)}
          </p>
        </>
      ) : (
        <p class="muted">{words.unrated}</p>
      )}
    </section>
  );
}

function Ladder({ player, game }: { player: string; game: string }): ComponentChildren {
  const rungs = useSignal<Rung[]>([]);
  useEffect(() => void api.ladder(game, 20).then((found) => (rungs.value = found), complain), [game]);
  return (
    <section class="panel">
      <h2>
        {words.ladder} · {game}
      </h2>
      {rungs.value.length === 0 && <p class="muted">{words.ladderNone}</p>}
      {rungs.value.length > 0 && (
        <table class="list number">
          <thead>
            <tr>
              <th scope="col">{words.place}</th>
              <th scope="col">{words.player}</th>
              <th scope="col">{words.rating}</th>
            </tr>
          </thead>
          <tbody>
            {rungs.value.map(({ place, player: id, name, rating }) => (
              <tr key={id} aria-current={id === player ? "true" : undefined}>
                <td>{place}</td>
                <td>
                  {id === player ? (
                    <b>
                      {name} ({words.you})
                    </b>
                  ) : (
                    name
                  )}
                </td>
                <td>{Math.round(rating)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
