// What the players of a sealed match have proved so far: in plain words, entry by entry, and for the curious.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { mirror } from "../mirror/client";
import type { Proof } from "../mirror/protocol";
import { Dialog } from "../parts/dialog";
import { host } from "../parts/host";
import { Keys, keylessText } from "../parts/keys";
import { isBot } from "../parts/opponents";
import type { Match } from "../session/match";
import type { Seat } from "../session/wire";

const words = {
  title: "What is proved so far",
  lead: "Nobody holds these cards, not even the server. Each player locked and mixed every deck in turn, and a card can be read only by whom all others let it through to. Each step carries a proof, and this page has checked every one of them.",
  unchecked: "This page has not checked this match yet, so it can show no proofs of its own.",
  bot: "The computer's player keeps its keys on the server: what it holds, the server could know. Your cards it cannot.",
  player: "Player",
  columns: ["Shuffles proved", "Cards let through", "Cards turned up", "Numbers thrown", "Signatures"],
  entries: (count: number) => `Entry by entry (${count})`,
  entry: "Entry",
  technical: "For the curious",
  bytes: (size: number) => (size ? `${size} bytes of proof` : "signed"),
  how: [
    ["Group", "ristretto255 (RFC 9496). A card is a point; each player's lock is a secret number that multiplies it, and locks commute."],
    ["Shuffle", "Outputs are the inputs under a new key in a secret order: Terelius and Wikström's argument, bound to the announced key."],
    ["Let through", "A lock is taken off with a proof of equal discrete logarithms, one for the whole batch."],
    ["Turned up", "The owner's own lock off, with the same proof, and the slot of the hidden list opened (a Merkle path)."],
    ["Chance", "Every player is bound to a number before any is shown."],
    ["Signatures", "Ed25519, by a key made for this match alone, over match, place, hash of the log before, and the words."],
  ],
  keys: "Your keys",
  locked: "In this browser, encrypted (AES-GCM with a key that no script can read out). Close the tab and come back on this device to play on. They are erased when the match is over.",
  tab: "In this tab only, not encrypted, because this page came over plain HTTP. They are lost when the tab is closed.",
  none: "Not here.",
  erased: "Erased: the match is over.",
  page: "This page",
  own: (server: string) => `It comes from your own computer and plays on ${server}: you need not trust that server's page either.`,
  theirs: "It comes from the server that you play on, and so does the code that checks. To trust neither, run: facedown join",
  key: "signs with",
  list: "hidden list",
};

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

const DID: Record<Proof["what"], (cards: number) => string> = {
  stirred: () => "added the randomness it was bound to",
  mixed: (cards) => `locked and mixed ${plural(cards, "card")}`,
  stripped: (cards) => `let ${plural(cards, "card")} through`,
  committed: () => "bound itself to a number",
  thrown: () => "showed that number",
  listed: (cards) => `showed its list of ${plural(cards, "card")}`,
  released: () => "gave its share of the keys of one who left",
  shared: () => "shared its keys anew among those who are here",
  turned: (cards) => `turned up ${plural(cards, "card")} and moved`,
  signed: () => "moved",
};

export function Proofs({ match, onClose }: { match: Match; onClose: () => void }): ComponentChildren {
  const proofs = useSignal<Proof[]>([]);
  const { at } = match.standing.value;
  useEffect(() => void match.proofs().then((found) => (proofs.value = found), () => undefined), [at, match.checked.value]);
  const found = proofs.value;
  const { chairs } = match.opening.body;
  return (
    <Dialog title={words.title} wide onClose={onClose}>
      <div class="proofs" data-proofs={found.length}>
        <p>{match.checked.value === "checked" ? words.lead : words.unchecked}</p>
        {chairs.some(({ name }) => isBot(name)) && <p>{words.bot}</p>}
        <table>
          <thead>
            <tr>
              <th>{words.player}</th>
              {words.columns.map((name) => (
                <th key={name}>{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {match.names.map((name, seat) => (
              <tr key={seat}>
                <th scope="row">{name}</th>
                {counts(found, seat).map((count, i) => (
                  <td key={i} class="number">
                    {count}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <Keys opening={match.opening.body} {...(match.audit.value?.report ? { signed: match.audit.value.report.attestation.signed } : {})} />
        {match.seat.value >= 0 && keylessText() && <p>{keylessText()}</p>}
        <details>
          <summary>{words.entries(found.length)}</summary>
          <ol class="proof-list">
            {found.map(({ at: place, seat, what, cards, size }) => (
              <li key={place}>
                <span class="number muted">
                  {words.entry} {place}
                </span>
                <span>
                  <b>{match.names[seat]}</b> {DID[what](cards)}
                </span>
                <span class="small muted">{words.bytes(size)}</span>
              </li>
            ))}
          </ol>
        </details>
        <details>
          <summary>{words.technical}</summary>
          <dl>
            {words.how.map(([name, text]) => (
              <Fact key={name} name={name!} text={text!} />
            ))}
            {chairs.map((chair, seat) => (
              <Fact key={seat} name={match.names[seat] ?? ""}>
                {words.key} <code class="hash">{chair.key}</code>, {words.list} <code class="hash">{chair.deck}</code>
              </Fact>
            ))}
          </dl>
        </details>
        <dl>
          {match.seat.value >= 0 && <Fact name={words.keys} text={keptWhere(match)} />}
          {host.value && <Fact name={words.page} text={host.value.own ? words.own(host.value.server) : `${words.theirs} ${location.origin}`} />}
        </dl>
      </div>
    </Dialog>
  );
}

function Fact({ name, text, children }: { name: string; text?: string; children?: ComponentChildren }): ComponentChildren {
  return (
    <>
      <dt>{name}</dt>
      <dd>{text ?? children}</dd>
    </>
  );
}

function keptWhere(match: Match): string {
  if (match.outcome.value) return words.erased;
  if (match.sealing?.keys.value !== "here") return words.none;
  return mirror.safe.value === "tab" ? words.tab : words.locked;
}

/** Shuffles, cards let through, cards turned up, numbers thrown, signatures. */
function counts(found: Proof[], seat: Seat): number[] {
  const mine = found.filter((proof) => proof.seat === seat);
  const of = (what: Proof["what"]): Proof[] => mine.filter((proof) => proof.what === what);
  const cards = (what: Proof["what"]): number => of(what).reduce((sum, proof) => sum + proof.cards, 0);
  return [of("mixed").length, cards("stripped"), cards("turned"), of("thrown").length, mine.length];
}
