// The keys and the signs, over the table: `?` opens it.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { GameView, Sign } from "../games/types";
import { Dialog } from "../parts/dialog";
import { Sigil } from "./face";

const words = { title: "How to play at this table", pointer: "Drag a glowing card or creature to where it should go, or click it and then its target. Rest on a card to see it larger; on a touch screen, hold it." };

const KEYS: [string[], string][] = [
  [["←", "↑", "→", "↓"], "from piece to piece; from target to target while something is picked up"],
  [["Enter"], "pick up; choose the target; once more to play a creature"],
  [["Esc"], "put back"],
  [["E"], "end the turn"],
  [["Space"], "the large button, unless a piece has the keyboard"],
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

export function Help({ open, view }: { open: Signal<boolean>; view: GameView }): ComponentChildren {
  if (!open.value) return null;
  const own = view.help;
  const keys = own ? [...own.keys, ...KEYS.filter(([[key]]) => !own.keys.some(([[taken]]) => taken === key))] : KEYS;
  return (
    <Dialog title={words.title} onClose={() => (open.value = false)} wide>
      <p>{words.pointer}</p>
      <dl class="help-keys">
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <ul class="help-signs">
        {(own?.signs ?? SIGNS.map(([sign, what]) => [<Sigil sign={sign} />, what] as const)).map(([sign, what]) => (
          <li key={what}>
            {sign} {what}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
