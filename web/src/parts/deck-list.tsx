// A deck as a text list: to copy out, or to paste in with a report of what was not understood.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { cards } from "./chosen";
import { copy } from "./copy";
import { Dialog } from "./dialog";
import { draft, readList, writeList } from "./draft";
import { Icon } from "./icons";
import { toast } from "./toast";

const words = {
  title: "The deck as a list",
  text: "A line a card, such as “3 Spark Imp”. Copy it, or paste another and take it over.",
  list: "List of cards",
  copy: "Copy",
  copied: "The list is copied.",
  notCopied: "Copying is not allowed here: mark the text and copy it by hand.",
  take: "Take over",
  taken: (count: number) => `${count} cards are in the deck.`,
  understood: (count: number) => `${count} cards understood.`,
  problem: (line: number, text: string) => `Line ${line}: there is no card “${text}”.`,
};

export function ListDialog({ onClose, onTake }: { onClose: () => void; onTake: (faces: string[]) => void }): ComponentChildren {
  const text = useSignal(writeList(draft.value.name, draft.value.cards, cards.value));
  const reading = readList(text.value, cards.value);
  return (
    <Dialog title={words.title} onClose={onClose}>
      <p class="muted">{words.text}</p>
      <textarea rows={12} value={text.value} aria-label={words.list} spellcheck={false} onInput={(event) => (text.value = event.currentTarget.value)} />
      <div role="status" class="small">
        <p>{words.understood(reading.cards.length)}</p>
        {reading.problems.slice(0, 6).map(({ line, text: what }) => (
          <p key={line} class="bad">
            {words.problem(line, what)}
          </p>
        ))}
      </div>
      <div class="row">
        <button class="button" onClick={async () => toast((await copy(text.value)) ? words.copied : words.notCopied)}>
          <Icon name="copy" />
          {words.copy}
        </button>
        <button
          class="button gold"
          disabled={!reading.cards.length}
          onClick={() => {
            onTake(reading.cards);
            toast(words.taken(reading.cards.length));
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
