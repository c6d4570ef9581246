// A table out of thin air, to look at and to measure: /dev/table?creatures=20&hand=7&seat=0
//
// `facedownTable.brawl(seconds)` lets the creatures fight for a while; `facedown bench page` traces it.
import type { ComponentChildren } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { duel } from "../games/duel/view";
import type { DuelState, Side } from "../games/duel/state";
import { cardsOf } from "../session/catalog";
import type { Tagged } from "../session/wire";
import { Board } from "../table/board";
import { Director, type Scene } from "../table/director";
import { Stage } from "../table/stage";
import { EndTurn, Resources } from "../table/turn";
import { Chronicle, Notice, Spoken, TurnBanner } from "../table/words";
import { Zoom } from "../table/zoom";
import "./table.css";

declare global {
  interface Window {
    facedownTable?: { stage: Stage; director: Director; brawl(seconds: number): Promise<number> };
  }
}

export function DevTable(): ComponentChildren {
  const cards = cardsOf("duel");
  const ready = cards.value.size > 0;
  const [stage, director] = useMemo(() => {
    const asked = new URLSearchParams(location.search);
    const stage = new Stage(duel, ["Selene", "Nyx"], cards, (action) => stage.tell(JSON.stringify(action)));
    if (ready) position(stage, Number(asked.get("creatures") ?? 20), Number(asked.get("hand") ?? 7));
    return [stage, new Director(stage)] as const;
  }, [ready]);
  useEffect(() => {
    if (ready) window.facedownTable = { stage, director, brawl: (seconds) => brawl(stage, director, seconds) };
    return () => delete window.facedownTable;
  }, [stage]);
  if (!ready) return null;
  return (
    <main class="table-page">
      <Board stage={stage} director={director}>
        <Chronicle stage={stage} />
        <Resources stage={stage} />
        <EndTurn stage={stage} ticking={{ turn: 48_000, reserve: 0, since: performance.now(), of: 90_000, mine: true }} waiting="" />
        <TurnBanner stage={stage} />
        <Notice stage={stage} />
        <Zoom stage={stage} />
      </Board>
      <Spoken stage={stage} />
    </main>
  );
}

/** A position with so many creatures, every card in turn. */
function position(stage: Stage, creatures: number, hand: number): void {
  const all = [...stage.cards.value.values()];
  const bodies = all.filter(({ type }) => type === "creature");
  const faces = new Map<number, string>();
  const side = (seat: number): Side => ({
    health: seat ? 21 : 36,
    deck: Array.from({ length: 17 + seat }, (_, i) => 500 + seat * 50 + i),
    hand: Array.from({ length: seat ? 5 : hand }, (_, i) => {
      const ref = 200 + seat * 50 + i;
      if (!seat) faces.set(ref, all[(i * 7 + 3) % all.length]!.id);
      return ref;
    }),
    board: Array.from({ length: Math.floor((creatures + (seat ? 0 : 1)) / 2) }, (_, i) => {
      const card = bodies[(i * 5 + seat * 3 + 4) % bodies.length]!;
      return { ref: 10 + seat * 50 + i, card: card.id, attack: card.attack ?? 1, health: Math.max(1, (card.health ?? 1) - (i % 3 === 1 ? 1 : 0)), tired: i % 4 === 3 };
    }),
    grave: [{ ref: 900 + seat, card: all[(seat * 11 + 8) % all.length]!.id }],
    burning: [],
    fatigue: 0,
  });
  const state: DuelState = { options: { hero_health: 50, mana: 10, max_board: 10, max_hand: 10, turn_limit: 200, arrival: "rest" }, sides: [side(0), side(1)], active: 0, turn: 7, mana: 7 };
  stage.seat.value = 0;
  stage.near.value = 0;
  stage.faces.value = faces;
  stage.shown.value = state;
  stage.real.value = state;
  stage.legal.value = legal(state, stage);
  stage.write({ text: "Turn 7: your turn", seat: 0, chapter: true });
  stage.write({ text: "**You** draw **Ember Drake**.", seat: 0 });
  stage.write({ text: "**Nyx**'s **Grave Piper** takes 3.", seat: 1 });
}

function legal(state: DuelState, stage: Stage): Tagged[] {
  const [mine, theirs] = state.sides;
  const enemies = [-2, ...theirs.board.map(({ ref }) => ref)];
  const attacks = mine.board.filter(({ tired }) => !tired).flatMap(({ ref }) => enemies.map((target) => ({ type: "attack", attacker: ref, target })));
  const plays = mine.hand.flatMap((ref): Tagged[] => {
    const card = stage.cards.value.get(stage.faces.value.get(ref) ?? "");
    if (!card || (card.cost ?? 0) > state.mana) return [];
    if (card.type === "creature") return [{ type: "play_creature", card: ref }];
    return [...enemies, -1, ...mine.board.map((one) => one.ref)].map((target) => ({ type: "play_spell", card: ref, target }));
  });
  return [...attacks, ...plays, { type: "end_turn" }];
}

/** Blow after blow, nobody dies; ends with the number of blows. */
async function brawl(stage: Stage, director: Director, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  const state = stage.shown.value as DuelState;
  let blows = 0;
  while (performance.now() < until) {
    const seat = blows % 2;
    const mine = state.sides[seat]!.board;
    const theirs = state.sides[1 - seat]!.board;
    const attacker = mine[blows % mine.length];
    const target = theirs[(blows * 3) % theirs.length];
    if (!attacker || !target) break;
    const event = (fields: Tagged): Scene => ({ event: fields, state });
    director.play([event({ type: "Attacked", seat, attacker: attacker.ref, target: target.ref, struck: target.ref }), event({ type: "Damaged", target: target.ref, amount: 3 }), event({ type: "Damaged", target: attacker.ref, amount: 2 })], state);
    while (stage.busy.value) await new Promise((done) => setTimeout(done, 30));
    blows++;
  }
  return blows;
}
