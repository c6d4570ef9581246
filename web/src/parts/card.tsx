// A card at the size of a stamp or of a list: pictures come from `art`, words from the catalogue.
import type { ComponentChildren } from "preact";
import type { Badge } from "../games/types";
import type { Card } from "../session/catalog";
import { CardBack as Back, CardFace } from "../table/face";
import "../table/pieces.css";

const words = {
  cost: "costs",
  mana: "mana",
  attack: "attack",
  health: "health",
};

/** Everything printed on a card in one sentence, for those who do not see it. */
export function spoken(card: Card): string {
  if (card.line !== undefined) {
    const size = card.power ? `, ${card.power}/${card.toughness}` : card.loyalty ? `, loyalty ${card.loyalty}` : "";
    return `${card.name}, ${card.mana ? `${card.mana}, ` : ""}${card.line}${size}. ${card.text}`.trim();
  }
  const body = card.type === "creature" ? `${card.attack} ${words.attack}, ${card.health} ${words.health}` : card.type;
  const cost = card.cost === undefined ? "" : `${words.cost} ${card.cost} ${words.mana}, `;
  return `${card.name}, ${cost}${body}. ${card.text}`.trim();
}

/** The front of a card, as wide as `--w`. */
export function CardFront({ card, class: name = "" }: { card: Card; class?: string }): ComponentChildren {
  return (
    <div class={`front ${name}`} aria-hidden="true">
      <CardFace card={card} face={card.id} badges={badges(card)} />
    </div>
  );
}

function badges({ cost, type, attack = 0, health = 0 }: Card): Badge[] {
  const printed: Badge[] = cost === undefined ? [] : [{ icon: "cost", value: cost }];
  if (type === "creature") printed.push({ icon: "attack", value: attack }, { icon: "health", value: health });
  return printed;
}

/** The back of a card, as wide as `--w`. */
export function CardBack(): ComponentChildren {
  return (
    <div class="front" aria-hidden="true">
      <Back />
    </div>
  );
}
