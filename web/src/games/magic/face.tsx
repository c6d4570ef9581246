// How Magic's cards look: the whole card for a hand or the zoom, and a permanent on the battlefield.
import type { ComponentChildren } from "preact";
import { artOf } from "../../art";
import type { Card } from "../../session/catalog";
import { CardBack, drawers } from "../../table/face";
import { printed, schoolIn, type Looks, type Thing } from "./state";
import { Cost, Rules } from "./symbols";

drawers.value = { ...drawers.peek(), magic: (card: Card) => <WholeCard looks={printed(card)!} face={card.id} /> };

/** How small a text has to be to fit its box. */
const sizeOf = (text: string): string => (text.length > 300 ? "tiny" : text.length > 190 ? "small" : text.length > 105 ? "middling" : "");

/** A card face up, in ems: 10 by 14. */
export function WholeCard({ looks, face, thing }: { looks: Looks; face: string; thing?: Thing | undefined }): ComponentChildren {
  const { name, cost = "", line = "", text = "", loyalty } = looks;
  const school = schoolIn(looks);
  return (
    <div class={`mcard ${school}`}>
      <header>
        <b class={name.length > 17 ? "long" : ""}>{name}</b>
        <span>
          <Cost of={cost} />
        </span>
      </header>
      <div class="mcard-art">
        <img src={artOf(face, school, "flat", line)} alt="" draggable={false} />
      </div>
      <div class={`mcard-line ${line.length > 26 ? "long" : ""}`}>{line}</div>
      <div class={`mcard-text ${sizeOf(text)}`}>
        <Rules text={text} />
        {thing && <State thing={thing} />}
      </div>
      <Body looks={looks} thing={thing} />
      {loyalty && !thing && <b class="mcard-loyalty">{loyalty}</b>}
    </div>
  );
}

/** Power and toughness as they are; another colour and a mark if they are not as printed. */
function Body({ looks, thing }: { looks: Looks; thing?: Thing | undefined }): ComponentChildren {
  const now = thing?.power === undefined ? null : { power: thing.power, toughness: thing.toughness ?? 0 };
  if (!now && !looks.power) return null;
  const hurt = thing?.damage ?? 0;
  const tone = !now ? "" : hurt ? "hurt" : now.power + now.toughness > Number(looks.power) + Number(looks.toughness) ? "up" : now.power + now.toughness < Number(looks.power) + Number(looks.toughness) ? "down" : "";
  return (
    <b class={`pt ${tone}`}>
      {now ? now.power : looks.power}/{now ? now.toughness - hurt : looks.toughness}
    </b>
  );
}

/** What has become of it, below what is printed. */
function State({ thing: { counters = [], damage, sick, tapped } }: { thing: Thing }): ComponentChildren {
  const said = [
    ...counters.map(([kind, count]) => `${count} ${kind} counter${count > 1 ? "s" : ""}`),
    ...(damage ? [`${damage} damage`] : []),
    ...(tapped ? ["tapped"] : []),
    ...(sick ? ["summoning sick"] : []),
  ];
  return said.length ? <p class="mcard-state">{said.join(" · ")}</p> : null;
}

const SICK = "M12 3A9 9 0 1 0 21 12H18A6 6 0 1 1 12 6V9A3 3 0 1 0 15 12H12Z";
const SWORDS = "M3 3H8L21 17L22 22L17 21L3 8ZM21 3V8L17.5 11.5L14 8L16 3ZM3 17L7 14L10 17L6 21L2 22Z";
const SHIELD = "M12 2 21 5V12C21 17 17 21 12 23C7 21 3 17 3 12V5Z";

function Mark({ of, d, label }: { of: string; d: string; label: string }): ComponentChildren {
  return (
    <svg class={`mark ${of}`} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={d} />
    </svg>
  );
}

/** A permanent, in ems: 8 by 10. Words that would be too small are left to the zoom. */
export function Permanent({ looks, face, thing }: { looks: Looks; face: string; thing: Thing }): ComponentChildren {
  const { name, line = "" } = looks;
  const school = schoolIn(looks);
  const { words = [], counters = [], sick, attacks, blocks = [] } = thing;
  const land = thing.types?.includes("Land") && thing.power === undefined;
  const loyalty = counters.find(([kind]) => kind === "loyalty");
  const others = counters.filter(([kind]) => kind !== "loyalty");
  return (
    <div class={`perm ${school} ${land ? "land" : ""} ${thing.tapped ? "is-tapped" : ""}`}>
      <div class="perm-art">
        <img src={artOf(face, school, true, line)} alt="" draggable={false} />
      </div>
      <b class={`perm-name ${name.length > 15 ? "long" : ""}`}>{name}</b>
      {words.length > 0 && <span class="perm-words">{[...new Set(words)].slice(0, 3).join(", ")}</span>}
      <span class="perm-marks">
        {sick && <Mark of="sick" d={SICK} label="summoning sick" />}
        {attacks !== undefined && <Mark of="attacks" d={SWORDS} label="attacking" />}
        {blocks.length > 0 && <Mark of="blocks" d={SHIELD} label="blocking" />}
      </span>
      {others.length > 0 && (
        <span class="perm-counters">
          {others.map(([kind, count]) => (
            <b key={kind} title={`${kind} counters`}>
              {kind === "+1/+1" || kind === "-1/-1" ? `${kind[0]}${count}` : `${count} ${kind.slice(0, 6)}`}
            </b>
          ))}
        </span>
      )}
      {loyalty && <b class="mcard-loyalty">{loyalty[1]}</b>}
      <Body looks={looks} thing={thing} />
    </div>
  );
}

export { CardBack };
