// Magic on the table: a plain one for two, with everything that a whole game needs.
import type { Outcome, Seat, Tagged } from "../../session/wire";
import type { GameView, Look, Motion, Told } from "../types";
import { Around } from "./around";
import { Mark } from "./face";
import { explain, gestures } from "./gestures";
import { layout } from "./layout";
import { pieces } from "./pieces";
import { keyOf, thingOf, type Scene, type Thing } from "./state";

export const magic: GameView = {
  name: "magic",
  layout,
  pieces: (state, look) => pieces(state as Scene, look),
  resources: () => [],
  gestures: (state, legal, labels, look) => gestures(state as Scene, legal, labels, look),
  explain: (state, look, source, target) => explain(state as Scene, look, source, target),
  motions: (event, before, after, look) => motions(event as unknown as Event, before as Scene, after as Scene, look),
  say,
  result,
  around: Around,
  waiting: (state, look) => {
    const { question } = state as Scene;
    return !question ? "Dealing…" : question.seat === look.seat ? "Your choice" : `${look.names[question.seat]} thinks`;
  },
  help: {
    keys: [
      [["Space"], "the large button: pass, let it resolve, attack"],
      [["E"], "pass until the end of the turn"],
      [["T"], "pass until your next turn; your blocks are not skipped"],
      [["S"], "let everything on the stack resolve"],
      [["I"], "all about a card, and why it is what it is; the right mouse button, too"],
      [["1", "9"], "the buttons above your hand, from left to right; numbers by themselves"],
    ],
    signs: [
      [<Mark of="attacks" />, "attacks, or will"],
      [<Mark of="blocks" />, "blocks, or will"],
      [<Mark of="sick" />, "summoning sick: came under control this turn"],
      [<Mark of="leads" />, "a commander"],
      [<Mark of="chosen" />, "chosen for the question that is open"],
      [<b class="hurt">−2</b>, "damage this turn; power and toughness are what they are without it"],
    ],
  },
};

/** The events that are told of, as far as they are drawn. */
type Event =
  | { type: "Moved"; ref: number; owner: Seat; origin: string; to: string; obj?: Thing }
  | { type: "Made"; obj: Thing }
  | { type: "Ceased"; id: number }
  | { type: "Noted"; status: { id: number }[]; why?: string; count?: number; by?: number }
  | { type: "LifeChanged"; seat: Seat; by: number; why?: string }
  | { type: "TurnBegan"; seat: Seat; turn: number }
  | { type: "Told"; what: string; id?: number; seat?: Seat; to?: number[] }
  | { type: "CombatChanged"; why?: string }
  | { type: "Drawn"; seat: Seat; ref: number }
  | { type: "Other" };

function motions(event: Event, before: Scene, after: Scene, look: Look): Motion[] {
  const commit: Motion = { do: "commit" };
  switch (event.type) {
    case "TurnBegan": {
      const mine = event.seat === look.seat;
      return [commit, ...(mine ? [{ do: "sound", name: "turn" } as Motion] : []), { do: "banner", title: mine ? "Your turn" : `${look.names[event.seat]}'s turn`, tone: mine ? "mine" : look.seat < 0 ? "plain" : "theirs" }];
    }
    case "Drawn":
      return [commit, { do: "sound", name: "draw" }, { do: "wait", ms: 110 }];
    case "LifeChanged":
      return [commit, { do: event.by < 0 ? "damage" : "heal", who: `hero${event.seat}`, amount: Math.abs(event.by) }];
    case "Noted":
      return event.why === "damage" ? [...lunges(event, before), commit, ...event.status.map(({ id }): Motion => ({ do: "damage", who: keyOf(id), amount: event.count ?? 0 }))] : [commit, { do: "wait", ms: 120 }];
    case "Moved":
      if (event.origin === "battlefield") return [{ do: "wait", ms: 160 }, { do: "die", who: keyOf(event.ref) }, commit];
      return event.to === "battlefield" ? [commit, { do: "land", who: keyOf(event.ref), heavy: false }, { do: "wait", ms: 180 }] : [commit, { do: "wait", ms: 120 }];
    case "Ceased":
      return [{ do: "die", who: keyOf(event.id) }, commit];
    case "Told":
      return told(event, after, look);
    case "CombatChanged":
      return [commit, { do: "wait", ms: 420 }];
    default:
      return [commit];
  }
}

/** A creature that deals damage in combat goes for it. */
function lunges({ by = -1, status }: Event & { type: "Noted" }, before: Scene): Motion[] {
  const source = thingOf(before, by);
  return source?.zone === "battlefield" && (source.attacks !== undefined || source.blocks?.length) && status[0] ? [{ do: "lunge", who: keyOf(by), at: keyOf(status[0].id) }] : [];
}

/** A spell of somebody else is held up; whatever has targets flies to them. */
function told({ what, id = -1, seat = -1, to = [] }: Event & { type: "Told" }, after: Scene, look: Look): Motion[] {
  const commit: Motion = { do: "commit" };
  const face = thingOf(after, id)?.face;
  if (what === "cast" && face && seat !== look.seat) return [commit, { do: "show", who: keyOf(id), face, ms: 900 }, ...to.slice(0, 1).map((target): Motion => ({ do: "bolt", from: `hero${seat}`, to: keyOf(target), tone: "gold" }))];
  return [commit, { do: "wait", ms: what === "resolved" || what === "triggered" ? 260 : 120 }];
}

/** Sentences are Python's, with the names that these pages have for the computer's players. */
function say(event: Tagged, _: unknown, look: Look, sentence?: string): Told | null {
  if (!sentence) return null;
  const text = look.names.reduce((said, name) => said.replaceAll(name.charAt(0).toUpperCase() + name.slice(1), name).replaceAll(name, `**${name}**`), sentence.replace(/\.$/, ""));
  const seat = typeof event.seat === "number" && event.seat >= 0 ? event.seat : typeof event.owner === "number" ? event.owner : null;
  return { text, seat, chapter: event.type === "TurnBegan", quiet: event.type === "LibraryChanged" };
}

function result({ winners, reason }: Outcome, look: Look): { title: string; line: string } {
  const line = reason.charAt(0).toUpperCase() + reason.slice(1);
  if (!winners.length) return { title: "Drawn", line };
  if (winners.includes(look.seat)) return { title: "Victory", line };
  return { title: look.seat < 0 ? `${winners.map((seat) => look.names[seat]).join(" and ")} wins` : "Defeat", line };
}
