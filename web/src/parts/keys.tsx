// The keys of a match: the players' and the server's, as people compare them, and whether they are those that we know.
import type { ComponentChildren } from "preact";
import { fingerprint } from "../session/digest";
import { type Keyless, ownKey } from "../session/key";
import { acquaintance, player, SERVER } from "../session/known";
import { lastingOf } from "../session/opening";
import type { Opening, Seat } from "../session/wire";
import { Icon } from "./icons";
import { Name } from "./name";
import { called } from "./opponents";
import { dayOf } from "./when";
import "./keys.css";

const words = {
  title: "Keys",
  lead: "By these you know them from match to match. Compare them with what your friend's page shows.",
  server: "The server",
  none: "plays without a key",
  noServer: "has no key",
  yours: "your own",
  played: "played by the server",
  fresh: "new to this browser",
  known: (since: string) => `known since ${since}`,
  changed: (before: string) => `has changed: you knew ${before}`,
  signed: "has signed the whole match",
  keyless: {
    insecure: "This page came over plain HTTP, where the browser gives no keys: you sign nothing, and the log cannot show to others that you played it.",
    unable: "This browser cannot sign: the log cannot show to others that you played it.",
  } satisfies Record<Keyless, string>,
};

/** Why this browser signs nothing; empty if it does. */
export const keylessText = (): string => (typeof ownKey.value === "string" ? words.keyless[ownKey.value] : "");

/** `signed`: who has signed the whole match, if that is known; -1 is the server. */
export function Keys({ opening, signed = [] }: { opening: Opening; signed?: readonly Seat[] }): ComponentChildren {
  const { chairs, server = "" } = opening;
  return (
    <section class="keys" aria-label={words.title}>
      <h3>{words.title}</h3>
      <dl>
        {chairs.map((chair, seat) => (
          <Key key={seat} name={called(chair.name)} signed={signed.includes(seat)} about={ofPlayer(chair.name, lastingOf(chair), server)} value={lastingOf(chair)} />
        ))}
        <Key name={words.server} signed={signed.includes(-1)} about={server ? met(SERVER, server) : { text: words.noServer }} value={server} />
      </dl>
      <p class="muted small">{words.lead}</p>
    </section>
  );
}

interface About {
  text: string;
  warn?: boolean;
}

function Key({ name, value, about, signed }: { name: string; value: string; about: About; signed: boolean }): ComponentChildren {
  return (
    <>
      <dt>
        <Name>{name}</Name>
        {signed && (
          <span class="key-signed" role="img" aria-label={words.signed} title={words.signed}>
            <Icon name="check" />
          </span>
        )}
      </dt>
      <dd>
        {value && <code>{fingerprint(value)}</code>}
        <span class={about.warn ? "key-changed" : "muted small"}>{about.text}</span>
      </dd>
    </>
  );
}

function ofPlayer(name: string, key: string, server: string): About {
  if (!key) return { text: words.none };
  if (key === server) return { text: words.played };
  if (typeof ownKey.value === "object" && ownKey.value?.public === key) return { text: words.yours };
  return met(player(name), key);
}

function met(who: string, key: string): About {
  const found = acquaintance(who, key);
  if (found.kind === "changed") return { text: words.changed(fingerprint(found.before)), warn: true };
  return { text: found.kind === "new" ? words.fresh : words.known(dayOf(found.since)) };
}
