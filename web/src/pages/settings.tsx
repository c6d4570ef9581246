// What a person likes; every choice shows at once, on the page and on the card beside it.
import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { cards } from "../parts/api";
import { CardFront } from "../parts/card";
import { Page } from "../parts/frame";
import { calm, settings } from "../session/settings";
import { play as sound } from "../sound/sound";
import "./settings.css";

const words = {
  title: "Settings",
  kept: "Kept in this browser. Everything takes effect at once.",
  look: "Look",
  size: "Size of text",
  motion: "Motion",
  motions: { system: "As the device says", full: "Full", reduced: "Little" } as Record<string, string>,
  motionText: "With little motion, things appear where they belong instead of flying there.",
  textCards: "Cards as text",
  textCardsText: "No pictures: name, numbers and rules, as large as they fit.",
  patterns: "Patterns beside colours",
  patternsText: "Marks and patterns wherever a colour says something.",
  sounds: "Sound",
  sound: "Sounds",
  soundText: "Cards, blows, and a bell when it is your turn.",
  volume: "Volume",
  vibrate: "Vibrate when it is my turn",
  vibrateText: "On phones that can.",
  play: "Play",
  confirmEnd: "Ask before my turn ends",
  confirmEndText: "Only if there is still something you could do.",
  muted: "No chat",
  mutedText: "You see nobody's words at the table.",
  preview: "So it looks",
  previewText: "Every word on these pages has this size.",
  keyboard: "Keyboard",
  atTable: "At the table",
  atReplay: "In a replay",
  atDecks: "In the deck builder",
};

const SIZES = [0.85, 1, 1.15, 1.3, 1.5];

const TABLE_KEYS: [string[], string][] = [
  [["←", "→", "↑", "↓"], "move between cards and creatures"],
  [["Enter"], "pick up, then choose a target"],
  [["Esc"], "put back"],
  [["Tab"], "from the table to the buttons"],
  [["?"], "all keys of the table"],
];
const REPLAY_KEYS: [string[], string][] = [
  [["Space"], "play and pause"],
  [["←", "→"], "a step back, a step on"],
  [["Page ↑", "Page ↓"], "a turn back, a turn on"],
  [["Home", "End"], "first and last step"],
  [["V"], "see it with other eyes"],
];
const DECK_KEYS: [string[], string][] = [
  [["/"], "search"],
  [["←", "→", "↑", "↓"], "move between cards"],
  [["Enter", "+"], "put one in"],
  [["−"], "take one out"],
];

export function SettingsPage(): ComponentChildren {
  return (
    <Page title={words.title} class="settings">
      <p class="muted settings-lead">{words.kept}</p>
      <div class="settings-columns">
        <div class="stack">
          <section class="panel stack">
            <h2>{words.look}</h2>
            <fieldset class="options">
              <legend>{words.size}</legend>
              {SIZES.map((size) => (
                <label key={size} class="choice number">
                  <input type="radio" name="size" checked={settings.fontSize.value === size} onChange={() => (settings.fontSize.value = size)} />
                  {Math.round(size * 100)} %
                </label>
              ))}
            </fieldset>
            <fieldset class="options">
              <legend>{words.motion}</legend>
              {Object.keys(words.motions).map((motion) => (
                <label key={motion} class="choice">
                  <input type="radio" name="motion" checked={settings.motion.value === motion} onChange={() => (settings.motion.value = motion as "system")} />
                  {words.motions[motion]}
                </label>
              ))}
              <p class="small muted setting-note">{words.motionText}</p>
            </fieldset>
            <Check setting={settings.textCards} label={words.textCards} text={words.textCardsText} />
            <Check setting={settings.patterns} label={words.patterns} text={words.patternsText} />
          </section>
          <section class="panel stack">
            <h2>{words.sounds}</h2>
            <Check setting={settings.sound} label={words.sound} text={words.soundText} />
            <label class="field">
              <span>
                {words.volume} · {Math.round(settings.volume.value * 100)} %
              </span>
              <input type="range" min={0} max={1} step={0.05} value={settings.volume.value} disabled={!settings.sound.value} onInput={(event) => (settings.volume.value = Number(event.currentTarget.value))} onChange={() => sound("land")} />
            </label>
            <Check setting={settings.vibrate} label={words.vibrate} text={words.vibrateText} />
          </section>
          <section class="panel stack">
            <h2>{words.play}</h2>
            <Check setting={settings.confirmEnd} label={words.confirmEnd} text={words.confirmEndText} />
            <Check setting={settings.muted} label={words.muted} text={words.mutedText} />
          </section>
        </div>
        <aside class="stack">
          <Preview />
          <section class="panel stack">
            <h2>{words.keyboard}</h2>
            <Keys title={words.atTable} keys={TABLE_KEYS} />
            <Keys title={words.atReplay} keys={REPLAY_KEYS} />
            <Keys title={words.atDecks} keys={DECK_KEYS} />
          </section>
        </aside>
      </div>
    </Page>
  );
}

function Check({ setting, label, text }: { setting: Signal<boolean>; label: string; text: string }): ComponentChildren {
  return (
    <label class="check">
      <input type="checkbox" role="switch" checked={setting.value} onChange={(event) => (setting.value = event.currentTarget.checked)} />
      <span>
        <b>{label}</b>
        <span class="small muted">{text}</span>
      </span>
    </label>
  );
}

function Preview(): ComponentChildren {
  const shown = ["storm-herald", "gate-warden"].map((face) => cards.value.get(face)).filter((card) => card !== undefined);
  return (
    <section class="panel stack">
      <h2>{words.preview}</h2>
      <div class={`preview-cards ${calm.value ? "" : "moving"}`} aria-hidden="true">
        {shown.map((card) => (
          <CardFront key={card.id} card={card} />
        ))}
      </div>
      <p>{words.previewText}</p>
    </section>
  );
}

function Keys({ title, keys }: { title: string; keys: [string[], string][] }): ComponentChildren {
  return (
    <div>
      <h3>{title}</h3>
      <dl class="keys">
        {keys.map(([names, does]) => (
          <div key={does}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
