// A deck as a text list: to copy out, or to paste in with a report of what was not understood.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import type { Face } from "../session/wire";
import { api, type Remark } from "./api";
import { cards, game } from "./chosen";
import { copy } from "./copy";
import { Dialog } from "./dialog";
import { building, draft, writeList } from "./draft";
import { Icon } from "./icons";
import { complain, sentence, toast } from "./toast";

const words = {
  title: "The deck as a list",
  text: (example: string) => `A line a card, such as “${example}”. Copy it, or paste another, from wherever it comes, and take it over.`,
  list: "List of cards",
  copy: "Copy",
  copied: "The list is copied.",
  notCopied: "Copying is not allowed here: mark the text and copy it by hand.",
  take: "Take over",
  taken: (count: number) => `${count} cards are in the deck.`,
  understood: (count: number) => `${count} cards understood.`,
  reading: "Reading…",
  line: (line: number, why: string) => `Line ${line}: ${sentence(why)}`,
};

/** Milliseconds that one may type on before the list is read. */
const PAUSE = 200;
const MOST_REMARKS = 6;

interface Reading {
  text: string;
  cards: Face[];
  problems: Remark[];
  notes: Remark[];
}

export function ListDialog({ onClose, onTake }: { onClose: () => void; onTake: (faces: Face[]) => void }): ComponentChildren {
  const text = useSignal(writeList(draft.value.name, draft.value.cards, cards.value));
  const reading = useSignal<Reading | null>(null);
  useEffect(() => {
    const now = text.value;
    const timer = setTimeout(() => {
      void api.readDeck(game.value, now).then((read) => {
        if (text.peek() === now) reading.value = { text: now, ...read };
      }, complain);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text.value]);
  const read = reading.value?.text === text.value ? reading.value : null;
  const remarks = (some: readonly Remark[], tone: string) =>
    some.slice(0, MOST_REMARKS).map(({ line, why }) => (
      <p key={`${line} ${why}`} class={tone}>
        {words.line(line, why)}
      </p>
    ));
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p class="muted">{words.text(building.value.example)}</p>
      <textarea rows={12} value={text.value} aria-label={words.list} spellcheck={false} onInput={(event) => (text.value = event.currentTarget.value)} />
      <div role="status" class="small">
        <p>{read ? words.understood(read.cards.length) : words.reading}</p>
        {read && remarks(read.problems, "bad")}
        {read && remarks(read.notes, "muted")}
      </div>
      <div class="row">
        <button class="button" onClick={async () => toast((await copy(text.value)) ? words.copied : words.notCopied)}>
          <Icon name="copy" />
          {words.copy}
        </button>
        <button
          class="button gold"
          disabled={!read?.cards.length}
          onClick={() => {
            onTake(read!.cards);
            toast(words.taken(read!.cards.length));
            onClose();
          }}
        >
          <Icon name="check" />
          {words.take}
        </button>
      </div>
    </Dialog>
  );
}
