// The keys and the signs, over the table: `?` opens it.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { Sign } from "../games/types";
import { Dialog } from "../parts/dialog";
import { Sigil } from "./face";

const words = { title: "How to play at this table", pointer: "Drag a glowing card or creature to where it should go, or click it and then its target. Rest on a card to see it larger; on a touch screen, hold it." };

const KEYS: [string[], string][] = [
  [["←", "↑", "→", "↓"], "from piece to piece; from target to target while something is picked up"],
  [["Enter"], "pick up; choose the target; once more to play a creature"],
  [["Esc"], "put back"],
  [["E"], "end the turn"],
  [["Z", "Alt"], "see a card larger"],
  [["Tab"], "to the table, the buttons, the chronicle"],
  [["?"], "this help"],
];

const SIGNS: [Sign, string][] = [
  ["guard", "Guard: attacks on its hero strike it instead"],
  ["swift", "Swift: may attack on the turn it arrives"],
  ["drain", "Drain: its combat damage heals its hero"],
  ["parting", "Parting: something happens when it dies"],
  ["tired", "Resting: it attacks again next turn"],
];

export function Help({ open }: { open: Signal<boolean> }): ComponentChildren {
  if (!open.value) return null;
  return (
    <Dialog title={words.title} onClose={() => (open.value = false)} wide>
      <p>{words.pointer}</p>
      <dl class="help-keys">
        {KEYS.map(([keys, what]) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <ul class="help-signs">
        {SIGNS.map(([sign, what]) => (
          <li key={sign}>
            <Sigil sign={sign} /> {what}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
