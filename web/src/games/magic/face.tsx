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

/** Power and toughness as they are; another colour and a mark if they are not as printed. Damage stands beside them. */
function Body({ looks, thing }: { looks: Looks; thing?: Thing | undefined }): ComponentChildren {
  const now = thing?.power === undefined ? null : { power: thing.power, toughness: thing.toughness ?? 0 };
  if (!now && !looks.power) return null;
  const hurt = thing?.damage ?? 0;
  const more = now ? now.power + now.toughness - Number(looks.power) - Number(looks.toughness) : 0;
  return (
    <>
      <b class={`pt ${more > 0 ? "up" : more < 0 ? "down" : ""}`}>
        {now ? now.power : looks.power}/{now ? now.toughness : looks.toughness}
      </b>
      {hurt > 0 && (
        <b class="hurt" title={`${hurt} damage`}>
          −{hurt}
        </b>
      )}
    </>
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
const TICK = "M4 12 9 17.5 20 5 22 7 9 22 2 14Z";
const CROWN = "M2 6 7.5 11 12 3 16.5 11 22 6 20 20H4Z";
const MARKS: Record<string, [d: string, label: string]> = {
  attacks: [SWORDS, "attacking"], blocks: [SHIELD, "blocking"], sick: [SICK, "summoning sick"], chosen: [TICK, "chosen"], leads: [CROWN, "commander"],
};

/** A sign on a card, told by its shape. */
export function Mark({ of }: { of: string }): ComponentChildren {
  const [d, label] = MARKS[of]!;
  return (
    <svg class={`mark ${of}`} viewBox="0 0 24 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={d} />
    </svg>
  );
}

/** How what was picked is marked while a question of this kind is open. */
export const markOf = (kind: string): string => (kind === "attack" ? "attacks" : kind === "block" ? "blocks" : "chosen");

/** A permanent, in ems: 8 by 10. Words that would be too small are left to the zoom. `many`: how many lie together. */
export function Permanent({ looks, face, thing, picked, many = 1 }: { looks: Looks; face: string; thing: Thing; picked?: string | undefined; many?: number }): ComponentChildren {
  const { name, line = "" } = looks;
  const school = schoolIn(looks);
  const { words = [], counters = [], sick, attacks, blocks = [], leads } = thing;
  const land = thing.types?.includes("Land") && thing.power === undefined;
  const loyalty = counters.find(([kind]) => kind === "loyalty");
  const others = counters.filter(([kind]) => kind !== "loyalty");
  const marks = new Set([...(attacks === undefined ? [] : ["attacks"]), ...(blocks.length ? ["blocks"] : []), ...(picked ? [markOf(picked)] : []), ...(sick ? ["sick"] : []), ...(leads ? ["leads"] : [])]);
  return (
    <div class={`perm ${school} ${land ? "land" : ""} ${thing.tapped ? "is-tapped" : ""}`}>
      <div class="perm-art">
        <img src={artOf(face, school, true, line)} alt="" draggable={false} />
      </div>
      <b class={`perm-name ${name.length > 15 ? "long" : ""}`}>{name}</b>
      {words.length > 0 && <span class="perm-words">{[...new Set(words)].slice(0, 3).join(", ")}</span>}
      <span class="perm-marks">
        {[...marks].map((mark) => (
          <Mark key={mark} of={mark} />
        ))}
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
      {many > 3 && <b class="perm-many">×{many}</b>}
      {loyalty && <b class="mcard-loyalty">{loyalty[1]}</b>}
      <Body looks={looks} thing={thing} />
    </div>
  );
}

export { CardBack };
