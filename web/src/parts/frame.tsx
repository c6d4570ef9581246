// The frame of every page but the table: name of the place, ways to the others, who I am, messages.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { path } from "../session/router";
import { lobby, match, me, playing, queued } from "../session/session";
import { line } from "../session/socket";
import "../session/settings";
import "./heads";
import { host } from "./host";
import "./waiting";
import { Icon, Mark, type IconName } from "./icons";
import { Toasts } from "./toast";
import "./parts.css";

const words = {
  product: "Facedown",
  skip: "Skip to the page",
  navigation: "Pages",
  guest: "guest",
  lost: "The connection is lost. Trying again…",
  back: "Back to your match",
  waiting: "Waiting for an opponent",
  choose: "Choose a name",
  own: (server: string) => `This page comes from your own computer. It plays on ${server}.`,
  theirs: "This page comes from the server that you play on. To play there with a page of your own: ",
  join: (server: string) => `facedown join ${server}`,
};

const PAGES: [string, string, IconName][] = [
  ["/", "Play", "play"],
  ["/decks", "Decks", "cards"],
  ["/profile", "Profile", "person"],
  ["/settings", "Settings", "cog"],
];

let first = true;

/** A page. `title` is its heading; with `quiet` the page has a heading of its own that says the same. */
export function Page({ title, quiet, class: name = "", children }: { title: string; quiet?: boolean; class?: string; children: ComponentChildren }): ComponentChildren {
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · ${words.product}`;
  }, [title]);
  useEffect(() => {
    // After a change of page the reader begins at its top; on arrival the browser does that itself.
    if (!first) main.current?.focus({ preventScroll: true });
    first = false;
  }, []);
  return (
    <div class={`page ${name}`}>
      <a class="skip button" href="#main">
        {words.skip}
      </a>
      <header class="topbar">
        <a class="brand" href="/">
          <Mark />
          <span>{words.product}</span>
        </a>
        <Navigation />
        <Who />
      </header>
      {line.value === "lost" && (
        <p class="page-banner" role="status">
          {words.lost}
        </p>
      )}
      <main id="main" ref={main} tabIndex={-1} aria-label={title}>
        {!quiet && <h1>{title}</h1>}
        {children}
        <Whose />
      </main>
      <Toasts />
    </div>
  );
}

/** Whose copy of this client it is: the player's own, or the operator's. */
function Whose(): ComponentChildren {
  const { value } = host;
  if (!value) return null;
  return (
    <p class="whose muted small">
      {value.own ? (
        words.own(value.server)
      ) : (
        <>
          {words.theirs}
          <code>{words.join(location.origin)}</code>
        </>
      )}
    </p>
  );
}

function Navigation(): ComponentChildren {
  const here = path.value.startsWith("/lobby") ? "/" : path.value;
  return (
    <nav class="pages" aria-label={words.navigation}>
      {PAGES.map(([to, label, icon]) => (
        <a key={to} href={to} aria-current={here === to || (to !== "/" && here.startsWith(to)) ? "page" : undefined}>
          <Icon name={icon} />
          <span>{label}</span>
        </a>
      ))}
    </nav>
  );
}

function Who(): ComponentChildren {
  const who = me.value;
  return (
    <div class="who">
      {playing.value && match.value && (
        <a class="button small gold" href={`/match/${match.value.id}`}>
          {words.back}
        </a>
      )}
      {(queued.value || lobby.value) && path.value !== "/" && (
        <a class="button small" href="/">
          <Icon name="clock" />
          {words.waiting}
        </a>
      )}
      {who && (
        <a class="who-name" href="/profile" title={who.guest ? words.choose : undefined}>
          {who.name}
          {who.guest && !who.name.startsWith("guest") && <span class="muted small"> {words.guest}</span>}
        </a>
      )}
    </div>
  );
}
