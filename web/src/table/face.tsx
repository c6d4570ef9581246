// How a piece looks: a card, its back, a unit in its arch, a hero, a pile.
import { signal } from "@preact/signals";
import { Component, type ComponentChildren } from "preact";
import { artOf, back, crest, SCHOOLS } from "../art";
import type { Badge, Piece, Sign } from "../games/types";
import type { Card } from "../session/catalog";

const NAMES: Record<Badge["icon"], string> = { cost: "cost", attack: "attack", health: "health", power: "power", armour: "armour", count: "count" };

const SIGNS: Record<Sign, string> = {
  guard: "M12 2 21 5V12C21 17 17 21 12 23C7 21 3 17 3 12V5Z",
  drain: "M12 2C16 8 19 12 19 16A7 7 0 0 1 5 16C5 12 8 8 12 2Z",
  swift: "M13 1 4 14H11L9 23 20 9H13Z",
  parting: "M12 2C7 2 4 6 4 10C4 13 6 15 7 16V21H17V16C18 15 20 13 20 10C20 6 17 2 12 2ZM9 9A2 2 0 1 1 9 13A2 2 0 0 1 9 9ZM15 9A2 2 0 1 1 15 13A2 2 0 0 1 15 9Z",
  tired: "M4 4H13V6.5L7.5 13H13V16H4V13.5L9.5 7H4ZM14 12H21V14L17 18.5H21V21H14V19L18 14.5H14Z",
  arrival: "M12 2V14M6 9 12 15 18 9M4 20H20",
  shielded: "M12 1A11 11 0 1 0 12 23A11 11 0 1 0 12 1Z",
  marked: "M12 1 15 9 23 12 15 15 12 23 9 15 1 12 9 9Z",
};

export function Sigil({ sign }: { sign: Sign }): ComponentChildren {
  return (
    <svg class={`sign ${sign}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SIGNS[sign]} />
    </svg>
  );
}

function Badges({ badges }: { badges: readonly Badge[] | undefined }): ComponentChildren {
  return badges?.map(({ icon, value, tone }) => (
    <b key={icon} class={`badge ${icon} ${tone ?? ""} ${value > 99 ? "long" : ""}`} title={NAMES[icon]}>
      {value}
    </b>
  ));
}

const school = (card: Card | undefined): string => (card?.school && SCHOOLS[card.school] ? card.school : "neutral");

/** How games that draw their own cards do it, by the cards' `type`. */
export const drawers = signal<Readonly<Record<string, (card: Card) => ComponentChildren>>>({});

/** A card face up, in ems: 10 by 14. */
export function CardFace({ card, face, badges, large }: { card: Card | undefined; face: string; badges?: readonly Badge[] | undefined; large?: boolean }): ComponentChildren {
  const own = card && drawers.value[card.type];
  if (own) return own(card);
  const of = school(card);
  return (
    <div class={`card-face ${of} ${card?.type ?? ""} ${large ? "large" : ""}`}>
      <div class="card-art">
        <img src={artOf(face, of)} alt="" draggable={false} />
      </div>
      <div class="card-name">
        <span class={(card?.name ?? face).length > 14 ? "tight" : ""}>{card?.name ?? face}</span>
      </div>
      <svg class="card-mark" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SCHOOLS[of]!.mark} />
      </svg>
      <div class={`card-text ${(card?.text.length ?? 0) > 78 ? "long" : ""}`}>
        {card?.text ? (
          <p>
            <Rules text={card.text} />
          </p>
        ) : (
          <svg class="card-seal" viewBox="0 0 24 24" aria-hidden="true">
            <path d={SCHOOLS[of]!.mark} />
          </svg>
        )}
      </div>
      <div class="card-kind">{card?.school ? `${card.school} ${card.type}` : (card?.type ?? "")}</div>
      <Badges badges={badges} />
    </div>
  );
}

/** The rules with their leading words set off: `Guard:`, `Arrival:`. */
function Rules({ text }: { text: string }): ComponentChildren {
  return text.split(/(\b[A-Z][a-z]+:)/).map((part, i) => (i % 2 ? <strong key={i}>{part}</strong> : part));
}

export function CardBack(): ComponentChildren {
  return (
    <div class="card-back">
      <img src={back()} alt="" draggable={false} />
    </div>
  );
}

/** What is inside a piece; drawn again only if it looks different. */
export class Face extends Component<{ piece: Piece }> {
  override shouldComponentUpdate({ piece }: { piece: Piece }): boolean {
    return look(piece) !== look(this.props.piece);
  }

  override render(): ComponentChildren {
    return inside(this.props.piece);
  }
}

function look({ kind, face, card, name, badges, signs, count, looks }: Piece): string {
  return `${looks}|${kind}|${face}|${card?.id}|${name}|${badges?.map(({ icon, value, tone }) => icon + value + tone).join()}|${signs?.join()}|${count}`;
}

function inside(piece: Piece): ComponentChildren {
  if (piece.draw) return piece.draw(false);
  switch (piece.kind) {
    case "card":
      return piece.face ? <CardFace card={piece.card} face={piece.face} badges={piece.badges} /> : <CardBack />;
    case "unit":
      return <Unit piece={piece} />;
    case "hero":
      return <Hero piece={piece} />;
    case "pile":
      return <Pile piece={piece} />;
    case "token":
      return <b class="token-face">{piece.name}</b>;
  }
}

function Unit({ piece }: { piece: Piece }): ComponentChildren {
  const of = school(piece.card);
  const signs = piece.signs ?? [];
  return (
    <div class={`unit-face ${of} ${signs.join(" ")}`}>
      <div class="unit-frame">
        <img src={artOf(piece.face ?? "", of, true)} alt="" draggable={false} />
        <div class="unit-words">{piece.card?.text}</div>
        <div class="unit-name">
          <span class={piece.name.length > 13 ? "tight" : ""}>{piece.name}</span>
        </div>
      </div>
      <div class="signs">
        {signs.map((sign) => (
          <Sigil key={sign} sign={sign} />
        ))}
      </div>
      <Badges badges={piece.badges} />
    </div>
  );
}

function Hero({ piece }: { piece: Piece }): ComponentChildren {
  return (
    <div class={`hero-face ${(piece.signs ?? []).join(" ")}`}>
      <div class="hero-ring">
        <img src={crest(piece.crest ?? 0)} alt="" draggable={false} />
      </div>
      <div class="hero-name">{piece.name}</div>
      <Badges badges={piece.badges} />
    </div>
  );
}

function Pile({ piece }: { piece: Piece }): ComponentChildren {
  const count = piece.count ?? 0;
  const thick = Math.min(4, Math.ceil(count / 8));
  return (
    <div class={`pile-face thick${thick} ${piece.face ? "open" : ""}`}>
      {count > 0 ? piece.face ? <CardFace card={piece.card} face={piece.face} /> : <CardBack /> : <div class="pile-empty" />}
      <span class="pile-count">{count}</span>
    </div>
  );
}
