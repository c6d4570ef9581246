// What the log of a sealed match says about itself: who locked and mixed what, who let which cards through, and the
// decks that were shown at the end. Whether it is true is the audit's business (verify.tsx).
import type { ComponentChildren } from "preact";
import { cardsOf } from "../session/catalog";
import { isSealed } from "../session/sealed";
import type { Face } from "../session/wire";
import { called } from "./opponents";

const words = {
  steps: [
    { title: "A locked list", text: "Before the first card each player was bound to a deck by a fingerprint over its hidden list, and to a key that signs everything it does." },
    { title: "Everybody mixes", text: "Every player in turn locked every deck with a key of its own and mixed it in secret. A proof shows that no card was added, lost or exchanged, and tells nothing of the order." },
    { title: "A card at a time", text: "A card opens only when all others take their locks off it, for the one who may see it. Each took them off with a proof, and a card that was turned up is proved to be that card." },
    { title: "The lists are shown", text: "After the end the players showed their whole lists. Your browser compared them with the fingerprints, and with every card that was played." },
  ],
  mixes: (count: number) => `${count} ${count === 1 ? "shuffle" : "shuffles"}`,
  opens: (through: number, up: number) => `${through} let through, ${up} turned up`,
  cards: (count: number) => `${count} cards`,
  hidden: "not shown",
  lists: "The decks that were played",
  stays: "What was never turned up stays hidden, even now: nobody knows in which order these cards lay.",
};

/** One player in a sealed log. */
export interface SealedSeat {
  name: string;
  root: string;
  mixed: number;
  through: number;
  turned: number;
  list: Face[] | null;
}

export interface SealedLog {
  game: string;
  seats: SealedSeat[];
}

interface Line {
  body?: {
    type: string;
    game?: string;
    dealer?: string;
    chairs?: { name: string; deck?: string }[];
    seat?: number;
    faces?: unknown[];
    part?: { type: string; points?: string; cards?: Face[] };
  };
}

const POINT = 32;

/** How many points there are in this base64. */
const points = (text: string): number => Math.floor((text.length * 3) / 4 / POINT);

/** The log of a sealed match; null if a dealer dealt it, or if it is no log. */
export function readSealed(log: string): SealedLog | null {
  try {
    const lines = log.trim().split("\n").map((line) => JSON.parse(line) as Line);
    const opened = lines[0]?.body;
    if (!opened?.chairs || !isSealed(opened.dealer ?? "")) return null;
    const seats = opened.chairs.map(({ name, deck }): SealedSeat => ({ name, root: deck ?? "", mixed: 0, through: 0, turned: 0, list: null }));
    for (const { body } of lines) {
      const seat = body?.seat === undefined ? undefined : seats[body.seat];
      if (!seat || !body) continue;
      if (body.type === "acted") seat.turned += body.faces?.length ?? 0;
      if (body.part?.type === "mixed") seat.mixed++;
      if (body.part?.type === "stripped") seat.through += points(body.part.points ?? "");
      if (body.part?.type === "listed") seat.list = body.part.cards ?? null;
    }
    return { game: opened.game ?? "", seats };
  } catch {
    return null; // the audit says what is wrong with it
  }
}

/** How it can be known, with the figures of this match. */
export function SealedHow({ log }: { log: SealedLog }): ComponentChildren {
  const facts = [
    ({ root }: SealedSeat) => `${root.slice(0, 12)}…${root.slice(-6)}`,
    ({ mixed }: SealedSeat) => words.mixes(mixed),
    ({ through, turned }: SealedSeat) => words.opens(through, turned),
    ({ list }: SealedSeat) => (list ? words.cards(list.length) : words.hidden),
  ];
  return (
    <ol class="how">
      {words.steps.map(({ title, text }, step) => (
        <li key={title}>
          <b>{title}</b>
          <p>{text}</p>
          {log.seats.map((seat, i) => (
            <span key={i} class="fact">
              <span class="small">{called(seat.name)}</span>
              <code title={step ? undefined : seat.root}>{facts[step]!(seat)}</code>
            </span>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** The decks, as far as their players have shown them. */
export function SealedLists({ log }: { log: SealedLog }): ComponentChildren {
  const cards = cardsOf(log.game).value;
  const shown = log.seats.filter(({ list }) => list);
  if (!shown.length) return null;
  return (
    <section class="panel sealed-lists" aria-label={words.lists}>
      <h2>{words.lists}</h2>
      <p class="muted">{words.stays}</p>
      <div class="verify-columns">
        {shown.map(({ name, list }) => (
          <div key={name}>
            <h3>{called(name)}</h3>
            <ul>
              {counted(list ?? []).map(([face, count]) => (
                <li key={face}>
                  <b class="number">{count}</b> {cards.get(face)?.name ?? face}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  );
}

function counted(list: Face[]): [Face, number][] {
  const counts = new Map<Face, number>();
  for (const face of list) counts.set(face, (counts.get(face) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
}
