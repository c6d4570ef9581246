// How fair a match was that is over: by this page's own audit, and what of it strangers can know.
import type { ComponentChildren } from "preact";
import type { Verdict } from "../mirror/protocol";
import { Icon } from "../parts/icons";
import { keylessText } from "../parts/keys";
import { Told } from "../parts/name";
import type { Match } from "../session/match";
import type { Seat } from "../session/wire";

const words = {
  busy: "Checking all of it again…",
  fair: "Fair",
  checked: "This page has checked every step.",
  attested: (signers: string) => `Signed by ${signers}: anybody can check that it was so.`,
  unattested: "To others it is not attested:",
  you: "you",
  server: "the server",
  unfair: "Not fair",
  unchecked: "Could not be checked",
  asking: "The server does not give this page its log. It goes on asking.",
  noMirror: "This page could not repeat the match by itself. The log can still be verified.",
};

export function Fairness({ match }: { match: Match }): ComponentChildren {
  if (match.seat.value < 0) return null;
  const found = match.audit.value;
  const lie = typeof match.checked.value === "object" ? match.checked.value : null;
  const failed = !found && match.checked.value === "unchecked";
  const kind = lie ? "unfair" : found ? shown(found) : failed ? "unchecked" : "busy";
  const names = match.opening.body.chairs.map(({ name }) => name);
  const fault = lie ?? found?.fault;
  const doubts = found?.verdict === "unattested" ? (found.report?.attestation.doubts ?? []) : [];
  return (
    <div class={`fairness ${kind}`} role="status" data-fair={found?.verdict ?? kind}>
      {kind === "busy" ? (
        <p>
          <i class="spinner" /> {words.busy}
        </p>
      ) : (
        <p>
          <b>
            <Icon name={kind === "fair" ? "shield" : kind === "unfair" ? "broken" : "question"} /> {words[kind]}.
          </b>{" "}
          {kind === "fair" ? words.checked : kind === "unfair" && fault ? <Told text={`${who(match, fault.who)}: ${fault.why}`} names={names} /> : match.missing.value ? words.asking : words.noMirror}
        </p>
      )}
      {kind === "fair" && (
        <p>{doubts.length ? words.unattested : <Told text={words.attested(signers(match, found?.report?.attestation.signed ?? []))} names={names} />}</p>
      )}
      {doubts.length > 0 && (
        <ul>
          {doubts.map((doubt) => (
            <li key={doubt}>
              <Told text={doubt} names={names} />
            </li>
          ))}
        </ul>
      )}
      {keylessText() && <p>{keylessText()}</p>}
    </div>
  );
}

/** `you, Bea and the server`. */
function signers({ opening, seat }: Match, signed: readonly Seat[]): string {
  const own = seat.value;
  const order = [...signed].sort((a, b) => rank(a, own) - rank(b, own));
  const names = order.map((one) => (one < 0 ? words.server : one === own ? words.you : opening.body.chairs[one]!.name));
  return new Intl.ListFormat("en").format(names);
}

/** We come first, the server last. */
const rank = (seat: Seat, own: Seat): number => (seat === own ? -1 : seat < 0 ? Infinity : seat);

/** What we have seen ourselves needs nobody's signature. */
const shown = ({ verdict }: Verdict): "fair" | "unfair" | "unchecked" => (verdict === "unattested" ? "fair" : verdict === "unproved" ? "unchecked" : verdict);

const who = (match: Match, name: string): string => match.opening.body.chairs[Number(/^seat (\d+)$/.exec(name)?.[1] ?? -1)]?.name ?? `the ${name}`;
