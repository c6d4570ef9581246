// Waiting for somebody: the queue, a lobby of one's own, and the link that leads into a friend's.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { go } from "../session/router";
import { mirror } from "../mirror/client";
import { isSealed, preparing } from "../session/sealed";
import { leaveLobby, leaveQueue, lobby, play } from "../session/session";
import { CardBack } from "./card";
import { copy } from "./copy";
import { host } from "./host";
import { Icon } from "./icons";
import { api, loadGames, type LobbyFacts } from "./api";
import { chooseGame, followFormat, terms } from "./chosen";
import { level, opponent } from "./opponents";
import { complain, toast } from "./toast";
import { since } from "./waiting";
import { minutes } from "./when";

const words = {
  searching: "Looking for an opponent",
  searchingText: "You may look around meanwhile: the match begins by itself, whichever page you are on.",
  cancel: "Cancel",
  bot: "Play the computer instead",
  invite: "Send this link to a friend",
  inviteText: "Whoever opens it sits down opposite you. Or let them type the code.",
  code: "The code",
  copy: "Copy the link",
  copied: "The link is copied.",
  copyFailed: "Copying is not allowed here: mark the link and copy it by hand.",
  share: "Share",
  shareText: "A duel of Facedown?",
  waitingFor: "Waiting for your friend",
  invited: "You are invited",
  invitedText: "A friend has set up a table for you. Choose a deck below, or simply sit down.",
  join: "Sit down",
  joinSealed: "It is a sealed table: nobody will know the cards, not even the server.",
  preparing: { mirror: "Sealed play needs the rules and the checks in this page: loading them…", keys: "Making your keys…" },
  decline: "No, thank you",
  waited: "waited",
};

function Waited(): ComponentChildren {
  const now = useSignal(performance.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <span class="number">{minutes(now.value - (since.value ?? now.value))}</span>;
}

function Breathing(): ComponentChildren {
  return (
    <span class="breathing" aria-hidden="true">
      <CardBack />
      <CardBack />
    </span>
  );
}

/** Before a sealed match can be asked for: what is being done, and how far it is. */
export function Preparing(): ComponentChildren {
  const { value: step } = preparing;
  return (
    <p class="preparing" role="status" data-preparing={step ?? undefined}>
      {step && (
        <>
          <i class="spinner" /> {words.preparing[step]}
        </>
      )}
    </p>
  );
}

/** In the queue. */
export function Searching(): ComponentChildren {
  return (
    <div class="waits">
      <Breathing />
      <div class="stack">
        <div role="status">
          <h1>{words.searching}</h1>
        </div>
        <p class="pitch">
          <Waited /> · {words.searchingText}
        </p>
        <div class="row">
          <button class="button" onClick={leaveQueue}>
            <Icon name="cross" />
            {words.cancel}
          </button>
          <button
            class="button plain"
            onClick={() => {
              leaveQueue();
              opponent.value = "bot";
              void play({ bot: level.value }, terms());
            }}
          >
            <Icon name="robot" />
            {words.bot}
          </button>
        </div>
      </div>
    </div>
  );
}

/** In one's own lobby. */
export function Invitation(): ComponentChildren {
  const code = lobby.value?.code ?? "";
  // On a page of our own the link leads to the server: nobody else can come to this machine.
  const link = `${host.value?.own ? host.value.server : location.origin}/lobby/${code}`;
  const share = () => void navigator.share({ title: "Facedown", text: words.shareText, url: link }).catch(() => undefined);
  return (
    <div class="stack">
      <h1>{words.invite}</h1>
      <p class="pitch">{words.inviteText}</p>
      <output class="code" aria-label={`${words.code}: ${[...code].join(" ")}`}>
        {[...code].map((letter, at) => (
          <b key={at}>{letter}</b>
        ))}
      </output>
      <input type="text" class="link" readOnly value={link} aria-label={words.invite} onFocus={(event) => event.currentTarget.select()} />
      <div class="row">
        <button class="button gold" onClick={async () => toast((await copy(link)) ? words.copied : words.copyFailed)}>
          <Icon name="copy" />
          {words.copy}
        </button>
        {"share" in navigator && (
          <button class="button" onClick={share}>
            <Icon name="share" />
            {words.share}
          </button>
        )}
        <button class="button plain" onClick={leaveLobby}>
          {words.cancel}
        </button>
      </div>
      <p class="muted" role="status">
        {words.waitingFor} · <Waited />
      </p>
    </div>
  );
}

/** Somebody opened a friend's link. */
export function Invited({ code }: { code: string }): ComponentChildren {
  const facts = useSignal<LobbyFacts | null>(null);
  useEffect(() => {
    void api.lobby(code).then((found) => {
      facts.value = found;
      chooseGame(found.game); // the decks to choose from are those of the game that is played there
      void loadGames().then(() => followFormat(found.options), complain);
      if (isSealed(found.dealer)) mirror.start();
    }, complain);
  }, [code]);
  return (
    <>
      <h1>{words.invited}</h1>
      <p class="pitch">{words.invitedText}</p>
      {facts.value && isSealed(facts.value.dealer) && <p class="pitch sealed-table">{words.joinSealed}</p>}
      <button class="button gold play-button" onClick={() => void play({ code }, terms())}>
        <Icon name="play" />
        {words.join}
      </button>
      <Preparing />
      <button class="button plain" onClick={() => go("/")}>
        {words.decline}
      </button>
    </>
  );
}
