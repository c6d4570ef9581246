// The lobby: one Play button, and everything it needs to know beside it.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { api, loadGames } from "../parts/api";
import { CardFront } from "../parts/card";
import { cards, chosen, deck, game, terms } from "../parts/chosen";
import { DeckChoice, facesOf } from "../parts/deck-choice";
import { Page } from "../parts/frame";
import { Icon } from "../parts/icons";
import { Invitation, Invited, Preparing, Searching } from "../parts/invitation";
import { Lesson } from "../parts/lesson";
import { level, levels, opponent, type Opponent } from "../parts/opponents";
import { TermsChoice } from "../parts/terms";
import { Recent, Running } from "../parts/recent";
import { complain } from "../parts/toast";
import { go } from "../session/router";
import { preparing } from "../session/sealed";
import { lobby, match, me, play, playing, queued, resume, waiting } from "../session/session";
import type { IconName } from "../parts/icons";
import "./lobby.css";

const words = {
  title: "Play",
  heading: "Play the cards. Check the dealer.",
  pitch: "A card duel in which no shuffle has to be believed: after every match you can prove it fair, here on this page, with one click.",
  play: "Play",
  playAs: { bot: "at once, against the computer", person: "against the next person who comes", friend: "with somebody you know" },
  rules: "Rules in a minute",
  continue: "Continue your match",
  running: "A match of yours is still running",
  runningText: "Your seat is kept, with everything as you left it.",
  opponent: "Against whom?",
  level: "How strong?",
  starting: "Shuffling…",
  preparing: "Getting ready…",
  gotCode: "Did you get a code?",
  join: "Join",
};

const OPPONENTS: { id: Opponent; name: string; about: string; icon: IconName }[] = [
  { id: "bot", name: "The computer", about: "starts at once", icon: "robot" },
  { id: "person", name: "A person", about: "whoever comes next", icon: "people" },
  { id: "friend", name: "A friend", about: "by link or code", icon: "letter" },
];

export function LobbyPage({ code }: { code: string }): ComponentChildren {
  const lesson = useSignal(false);
  const free = !lobby.value && !queued.value && !playing.value && !waiting.value;
  const player = me.value?.player;
  useEffect(() => void loadGames().catch(complain), []);
  useEffect(() => {
    // Whoever stood up from a running match can go back to it; one that is over is no longer waiting.
    if (player && !playing.peek()) void api.profile().then((found) => (waiting.value = found.match), () => undefined);
  }, [player]);
  return (
    <Page title={words.title} quiet class="lobby">
      <section class="welcome">
        <div class="welcome-words">
          <Offer code={code} />
          <p class="play-as">
            {free && !code && <span id="play-as">{words.playAs[opponent.value]}</span>}
            {game.value === "duel" && (
              <button class="button plain" onClick={() => (lesson.value = true)}>
                <Icon name="question" />
                {words.rules}
              </button>
            )}
          </p>
        </div>
        <Fan />
      </section>
      <div class={`lobby-below ${free ? "" : "busy"}`}>
        {free && (
          <div class="stack">
            {!code && <TermsChoice />}
            {!code && <Opponents />}
            <DeckChoice />
          </div>
        )}
        <aside class="stack">
          <Recent />
          <Running />
        </aside>
      </div>
      {lesson.value && <Lesson onClose={() => (lesson.value = false)} />}
    </Page>
  );
}

/** The one thing to do now. */
function Offer({ code }: { code: string }): ComponentChildren {
  if (lobby.value) return <Invitation />;
  if (queued.value) return <Searching />;
  if (playing.value && match.value) return <Continue onClick={() => go(`/match/${match.value!.id}`)} />;
  if (waiting.value) return <Continue onClick={() => resume(waiting.value!)} />;
  if (code) return <Invited code={code} />;
  return <Start />;
}

function Continue({ onClick }: { onClick: () => void }): ComponentChildren {
  return (
    <>
      <h1>{words.running}</h1>
      <p class="pitch">{words.runningText}</p>
      <button class="button gold play-button" onClick={onClick}>
        <Icon name="play" />
        {words.continue}
      </button>
    </>
  );
}

function Start(): ComponentChildren {
  const starting = useSignal(false);
  const start = async () => {
    const against = opponent.value;
    starting.value = true;
    await play(against === "bot" ? { bot: level.value } : against === "person" ? "queue" : "lobby", terms());
    setTimeout(() => (starting.value = false), 2500);
  };
  return (
    <>
      <h1>{words.heading}</h1>
      <p class="pitch">{words.pitch}</p>
      <button class="button gold play-button" onClick={() => void start()} disabled={starting.value} aria-describedby="play-as">
        <Icon name="play" />
        {preparing.value ? words.preparing : starting.value ? words.starting : words.play}
      </button>
      <Preparing />
    </>
  );
}

function Opponents(): ComponentChildren {
  const bots = levels(chosen.value?.bots ?? [level.value]);
  return (
    <section class="panel opponents">
      <h2 id="opponent">{words.opponent}</h2>
      <div class="opponent-tiles" role="radiogroup" aria-labelledby="opponent">
        {OPPONENTS.map(({ id, name, about, icon }) => (
          <label key={id} class="choice tile">
            <input type="radio" name="opponent" checked={opponent.value === id} onChange={() => (opponent.value = id)} />
            <Icon name={icon} />
            <span>
              <b>{name}</b>
              <span class="small muted">{about}</span>
            </span>
          </label>
        ))}
      </div>
      {opponent.value === "bot" && (
        <fieldset class="options levels">
          <legend class="label">{words.level}</legend>
          {bots.map(({ id, name, about }) => (
            <label key={id} class="choice" title={about}>
              <input type="radio" name="level" checked={level.value === id} onChange={() => (level.value = id)} />
              {name}
            </label>
          ))}
          <p class="small muted">{bots.find(({ id }) => id === level.value)?.about}</p>
        </fieldset>
      )}
      {opponent.value === "friend" && <EnterCode />}
    </section>
  );
}

function EnterCode(): ComponentChildren {
  const code = useSignal("");
  return (
    <form
      class="row enter-code"
      onSubmit={(event) => {
        event.preventDefault();
        void play({ code: code.value }, terms());
      }}
    >
      <label class="field">
        <span>{words.gotCode}</span>
        <input
          type="text"
          class="code-input"
          value={code.value}
          maxLength={6}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="K7QXNP"
          onInput={(event) => (code.value = event.currentTarget.value.toUpperCase())}
        />
      </label>
      <button class="button" disabled={code.value.length < 6}>
        {words.join}
      </button>
    </form>
  );
}

/** The chosen deck, five of its cards in hand. */
function Fan(): ComponentChildren {
  const faces = [...new Set(facesOf(deck.value))].map((face) => cards.value.get(face)).filter((card) => card !== undefined);
  const best = faces.sort((a, b) => (b.cost ?? 0) - (a.cost ?? 0));
  const five = best.length < 5 ? best : [0, 1, 2, 3, 4].map((at) => best[Math.floor((at * (best.length - 1)) / 4)]!);
  const hand = [3, 1, 0, 2, 4].map((at) => five[at]).filter((card) => card !== undefined);
  return (
    <div class="fan" aria-hidden="true">
      {hand.map((card) => (
        <CardFront key={card.id} card={card} />
      ))}
    </div>
  );
}
