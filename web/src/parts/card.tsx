// A card at the size of a stamp or of a list: pictures come from `art`, words from the catalogue.
import type { ComponentChildren } from "preact";
import { artOf, back } from "../art";
import { settings } from "../session/settings";
import type { Card } from "../session/catalog";

const words = {
  cost: "costs",
  mana: "mana",
  attack: "attack",
  health: "health",
};

/** Everything printed on a card in one sentence, for those who do not see it. */
export function spoken(card: Card): string {
  const body = card.type === "creature" ? `${card.attack} ${words.attack}, ${card.health} ${words.health}` : card.type;
  const cost = card.cost === undefined ? "" : `${words.cost} ${card.cost} ${words.mana}, `;
  return `${card.name}, ${cost}${body}. ${card.text}`.trim();
}

/** The front of a card. */
export function CardFront({ card, class: name = "" }: { card: Card; class?: string }): ComponentChildren {
  const plain = settings.textCards.value;
  return (
    <span class={`front ${card.school ?? "neutral"} ${plain ? "plain" : ""} ${name}`} aria-hidden="true">
      {!plain && (
        <span class="front-art">
          <img src={artOf(card.id, card.school)} alt="" loading="lazy" decoding="async" />
        </span>
      )}
      {card.cost !== undefined && <b class="front-cost number">{card.cost}</b>}
      <b class="front-name">{card.name}</b>
      <span class="front-text">
        <span>{card.text}</span>
      </span>
      <i class="front-kind">{card.school ? `${card.school} ${card.type}` : card.type}</i>
      {card.type === "creature" && (
        <>
          <b class="front-attack number">{card.attack}</b>
          <b class="front-health number">{card.health}</b>
        </>
      )}
    </span>
  );
}

/** The back of a card. */
export function CardBack({ class: name = "" }: { class?: string }): ComponentChildren {
  return (
    <span class={`back ${name}`} aria-hidden="true">
      <img src={back()} alt="" />
    </span>
  );
}
