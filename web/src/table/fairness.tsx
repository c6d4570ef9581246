// How fair a match was that is over: by this page's own audit, and what of it strangers can know.
import type { ComponentChildren } from "preact";
import type { Verdict } from "../mirror/protocol";
import { Icon } from "../parts/icons";
import { keylessText } from "../parts/keys";
import { Told } from "../parts/name";
import type { Match } from "../session/match";

const words = {
  busy: "Checking all of it again…",
  fair: "Fair",
  fairText: "This page has checked every step, and all who have to have signed it: anybody can check that.",
  ownText: "This page has checked every step. To others it is not attested yet:",
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
          {kind === "fair" ? doubts.length ? words.ownText : words.fairText : kind === "unfair" && fault ? <Told text={`${who(match, fault.who)}: ${fault.why}`} names={names} /> : match.missing.value ? words.asking : fault?.code === "unchecked" || failed ? words.noMirror : fault?.why}
        </p>
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

/** What we have seen ourselves needs nobody's signature. */
const shown = ({ verdict }: Verdict): "fair" | "unfair" | "unchecked" => (verdict === "unattested" ? "fair" : verdict === "unproved" ? "unchecked" : verdict);

const who = (match: Match, name: string): string => match.opening.body.chairs[Number(/^seat (\d+)$/.exec(name)?.[1] ?? -1)]?.name ?? `the ${name}`;
