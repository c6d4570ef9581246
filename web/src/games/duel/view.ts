// The duel on the table: gestures from legal actions, motions and sentences from events.
import type { Outcome, Ref, Seat, Tagged } from "../../session/wire";
import type { GameView, Gesture, Look, Motion, Piece, Told, Tone } from "../types";
import { layout } from "./layout";
import { cap, nameOf, pieces, whose } from "./pieces";
import { creatureOf, keyOf, type DuelAction, type DuelEvent, type DuelState } from "./state";

const TONES: Record<string, Tone> = { ember: "fire", tide: "ice", grave: "soul", hearth: "gold" };

export const duel: GameView = {
  name: "duel",
  layout,
  pieces: (state, look) => pieces(state as DuelState, look),
  resources: (state, look) => {
    const { active, turn, mana, options } = state as DuelState;
    const mine = turn > 0 && active === look.near;
    return [{ seat: look.near, icon: "mana", name: "mana", value: mine ? mana : 0, of: options.mana }];
  },
  gestures: (state, legal, _, look) => (legal as unknown as DuelAction[]).map((action) => gesture(state as DuelState, action, look)),
  explain: (state, look, source, target) => explain(state as DuelState, look, source, target),
  motions: (event, before, _, look) => motions(event as unknown as DuelEvent, before as DuelState, look),
  say: (event, before, look) => say(event as unknown as DuelEvent, before as DuelState, look),
  result,
};

function gesture(state: DuelState, action: DuelAction, look: Look): Gesture {
  const base = { action: action as unknown as Tagged };
  switch (action.type) {
    case "play_creature":
      return { ...base, source: `c${action.card}`, target: `board${look.seat}`, by: "carry", label: `Play ${held(action.card, look)}` };
    case "play_spell":
      return { ...base, source: `c${action.card}`, target: keyOf(action.target), by: "aim", label: `Cast ${held(action.card, look)} at ${title(state, action.target, look)}` };
    case "attack":
      return { ...base, source: `c${action.attacker}`, target: keyOf(action.target), by: "aim", label: `Attack ${title(state, action.target, look)} with ${title(state, action.attacker, look)}` };
    case "end_turn":
      return { ...base, source: null, target: null, by: "button", label: "End turn", ends: true };
  }
}

const held = (ref: Ref, look: Look): string => nameOf(look.faces.get(ref) ?? "", look);

/** What a target is called by somebody at the table. */
function title(state: DuelState, ref: Ref, look: Look): string {
  if (ref < 0) return `${whose(-1 - ref, look)} hero`;
  const found = creatureOf(state, ref);
  return found ? `${whose(found[0], look)} ${nameOf(found[1].card, look)}` : "a creature";
}

function explain(state: DuelState, look: Look, source: Piece, target: string | null): string {
  const { seat } = look;
  if (seat < 0) return "You are watching this match.";
  if (source.kind === "pile") return `${source.label}.`;
  if (source.owner !== seat) return source.kind === "card" ? "That card is your opponent's." : "";
  if (state.active !== seat) return "It is not your turn.";
  if (source.kind === "hero") return "";
  if (source.kind === "unit") {
    if (target) return target.startsWith("hero") || target.startsWith("c") ? "Attack an enemy creature or the enemy hero." : "";
    const creature = creatureOf(state, Number(source.key.slice(1)))?.[1];
    if (creature && !creature.attack) return `${source.name} has no attack.`;
    if (creature?.tired) return `${source.name} has attacked or arrived this turn and must rest.`;
    return "";
  }
  const card = source.card;
  if (card?.cost !== undefined && card.cost > state.mana) return `${card.name} costs ${card.cost} mana and you have ${state.mana}.`;
  if (card?.type === "creature" && state.sides[seat]!.board.length >= state.options.max_board) return `Your board is full (${state.options.max_board} creatures).`;
  if (card?.type === "spell" && target) return "Cast it at a creature or at a hero.";
  return "";
}

function motions(event: DuelEvent, before: DuelState, look: Look): Motion[] {
  const commit: Motion = { do: "commit" };
  switch (event.type) {
    case "TurnBegan": {
      const mine = event.seat === look.seat;
      return [
        commit,
        ...(mine ? ([{ do: "sound", name: "turn" }] as Motion[]) : []),
        { do: "banner", title: mine ? "Your turn" : `${look.names[event.seat]}'s turn`, tone: mine ? "mine" : look.seat < 0 ? "plain" : "theirs" },
      ];
    }
    case "FirstChosen":
      return [commit, { do: "banner", title: event.seat === look.seat ? "You begin" : `${look.names[event.seat]} begins`, line: "The coin has fallen", tone: "plain" }, { do: "wait", ms: 500 }];
    case "CardDrawn":
      return [commit, { do: "sound", name: "draw" }, { do: "wait", ms: event.seat === look.seat ? 170 : 90 }];
    case "CardOverdrawn":
      return [commit, { do: "wait", ms: 300 }];
    case "CardBurned":
      return [{ do: "show", who: `c${event.ref}`, face: event.card, ms: 650 }, { do: "burst", who: `grave${event.seat}`, tone: "fire" }, commit];
    case "HeroWearied":
      return [commit, { do: "damage", who: `hero${event.seat}`, amount: event.amount }];
    case "CreaturePlayed": {
      const heavy = (look.cards.get(event.card)?.cost ?? 0) >= 6;
      return [commit, { do: "land", who: `c${event.ref}`, heavy }, { do: "wait", ms: event.seat === look.seat ? 60 : 380 }];
    }
    case "SpellCast": {
      const tone = TONES[look.cards.get(event.card)?.school ?? ""] ?? "gold";
      const own = event.seat === look.seat;
      return [{ do: "show", who: `c${event.ref}`, face: event.card, ms: own ? 300 : 900 }, commit, { do: "bolt", from: `c${event.ref}`, to: keyOf(event.target), tone }];
    }
    case "Attacked":
      return [...(event.seat === look.seat ? [] : ([{ do: "wait", ms: 160 }] as Motion[])), { do: "lunge", who: keyOf(event.attacker), at: keyOf(event.struck) }, commit];
    case "Damaged":
      return [commit, { do: "damage", who: keyOf(event.target), amount: event.amount }];
    case "HeroHealed": {
      const gained = Math.min(event.amount, before.options.hero_health - before.sides[event.seat]!.health);
      return gained > 0 ? [commit, { do: "heal", who: `hero${event.seat}`, amount: gained }] : [commit];
    }
    case "CreatureDied":
      return [{ do: "wait", ms: 240 }, { do: "die", who: `c${event.ref}` }, commit];
    case "DeckShuffled":
      return [commit];
  }
}

/** Who does it: `**You** draw`, `**Nyx** draws`. */
const who = (seat: Seat, verb: string, look: Look): string => (seat === look.seat ? `**You** ${verb}` : `**${look.names[seat]}** ${verb}${/(s|sh|ch)$/.test(verb) ? "es" : "s"}`);

function say(event: DuelEvent, state: DuelState, look: Look): Told | null {
  const name = (ref: Ref): string => (ref < 0 ? `${whose(-1 - ref, look)} hero` : bold(creatureOf(state, ref)));
  const bold = (found: ReturnType<typeof creatureOf>): string => (found ? `${whose(found[0], look)} **${nameOf(found[1].card, look)}**` : "a creature");
  switch (event.type) {
    case "DeckShuffled":
      return { seat: event.seat, text: `${cap(whose(event.seat, look))} deck of ${event.refs.length} cards is shuffled.` };
    case "FirstChosen":
      return { seat: null, text: `The coin falls: ${who(event.seat, "begin", look)}.` };
    case "TurnBegan":
      return { seat: event.seat, chapter: true, text: event.seat === look.seat ? `Turn ${event.turn}: your turn` : `Turn ${event.turn}: ${look.names[event.seat]}` };
    case "CardDrawn": {
      const face = look.faces.get(event.ref);
      const seen = face && event.seat === look.seat;
      return { seat: event.seat, text: `${who(event.seat, "draw", look)} ${seen ? `**${nameOf(face, look)}**` : "a card"}.`, quiet: !seen };
    }
    case "CardOverdrawn":
      return { seat: event.seat, text: `${cap(whose(event.seat, look))} hand is full: the next card burns.` };
    case "CardBurned":
      return { seat: event.seat, text: `**${nameOf(event.card, look)}** burns away from ${whose(event.seat, look)} deck.` };
    case "HeroWearied":
      return { seat: event.seat, text: `${cap(whose(event.seat, look))} deck is empty: the hero takes ${event.amount}.` };
    case "CreaturePlayed":
      return { seat: event.seat, text: `${who(event.seat, "play", look)} **${nameOf(event.card, look)}**.` };
    case "SpellCast":
      return { seat: event.seat, text: `${who(event.seat, "cast", look)} **${nameOf(event.card, look)}** at ${name(event.target)}.` };
    case "Attacked":
      return {
        seat: event.seat,
        text: event.struck === event.target ? `${cap(name(event.attacker))} attacks ${name(event.target)}.` : `${cap(name(event.attacker))} attacks ${name(event.target)}, but ${name(event.struck)} steps in.`,
      };
    case "Damaged":
      return { seat: null, text: `${cap(name(event.target))} takes ${event.amount}.` };
    case "HeroHealed": {
      const { health } = state.sides[event.seat]!;
      const gained = Math.min(event.amount, state.options.hero_health - health);
      if (!health || gained <= 0) return null;
      return { seat: event.seat, text: `${cap(whose(event.seat, look))} hero is healed by ${gained}.` };
    }
    case "CreatureDied":
      return { seat: event.seat, text: `${cap(name(event.ref))} dies.` };
  }
}

/** Why it ended, from the winner's and from the loser's side, and for those who watch. */
const REASONS: Record<string, [won: string, lost: string, seen: string]> = {
  "hero fell": ["The enemy hero has fallen.", "Your hero has fallen.", "A hero has fallen."],
  conceded: ["Your opponent gave up.", "You gave up.", "The other side gave up."],
  "timed out": ["Your opponent ran out of time.", "You ran out of time.", "The other side ran out of time."],
  abandoned: ["Your opponent left the table.", "You left the table.", "The other side left the table."],
};

function result({ winners, reason }: Outcome, look: Look): { title: string; line: string } {
  const lines = REASONS[reason];
  if (!winners.length) return { title: "Drawn", line: cap(reason) };
  if (winners.includes(look.seat)) return { title: "Victory", line: lines?.[0] ?? cap(reason) };
  if (look.seat < 0) return { title: `${winners.map((seat) => look.names[seat]).join(" and ")} wins`, line: lines?.[2] ?? cap(reason) };
  return { title: "Defeat", line: lines?.[1] ?? cap(reason) };
}
