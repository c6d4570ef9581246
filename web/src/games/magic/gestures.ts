// What can be done, as gestures: what is on the table is pointed at, everything else is a button.
import type { Seat, Tagged } from "../../session/wire";
import type { Gesture, Look, Piece } from "../types";
import { keyOf, nameOf, thingOf, type Offer, type Question, type Scene } from "./state";

type Action = Tagged & { card?: number; ability?: number; option?: number; way?: string; until?: string };

export function gestures(scene: Scene, legal: readonly Tagged[], labels: readonly string[], look: Look): Gesture[] {
  return numbered((legal as readonly Action[]).flatMap((action, i) => gesture(scene, action, labels[i] ?? "", look)));
}

/** Where buttons are few they have the keys 1 to 9; where they are numbers, each its own. */
function numbered(all: Gesture[]): Gesture[] {
  const buttons = all.filter(({ source, ends, key }) => source === null && !ends && !key);
  const numbers = buttons.some(({ label }) => /^\d+$/.test(label));
  if (buttons.length > 9 && !numbers) return all;
  const keys = new Map(buttons.map((button, i) => [button, numbers ? button.label : String(i + 1)]));
  return all.map((one) => (/^\d$/.test(keys.get(one) ?? "") ? { ...one, key: keys.get(one)! } : one));
}

function gesture(scene: Scene, action: Action, label: string, look: Look): Gesture[] {
  switch (action.type) {
    case "pass":
      return passes(scene, action, look);
    case "done":
      return [{ ...BUTTON, action, label: doneLabel(scene.question), ends: true }];
    case "cast":
    case "land":
      return withCard(scene, action, `${action.type === "land" ? "Play" : "Cast"} ${nameOf(scene, action.card!, look)}${action.way ? ` (${action.way})` : ""}`, look, true);
    case "turn_up":
      return withCard(scene, action, `Turn up ${nameOf(scene, action.card!, look)}`, look, false);
    case "activate":
      return [activation(scene, action, label, look)];
    case "choose":
      return option(scene, action, look);
    default:
      return [{ ...BUTTON, action, label: label || action.type }];
  }
}

const BUTTON = { source: null, target: null, by: "button" } as const;

function passes(scene: Scene, action: Action, look: Look): Gesture[] {
  const mine = scene.active === look.seat;
  const label = scene.stack.length ? "Let it resolve" : mine && scene.step === "main" ? "To combat" : mine && scene.step === "second main" ? "End turn" : "Pass";
  const until = (words: string, what: string, key: string): Gesture => ({ ...BUTTON, action: { type: "pass", until: what }, label: words, key });
  return [
    { ...BUTTON, action, label, ends: true },
    ...(scene.stack.length > 1 ? [until("Resolve all", "stack", "s")] : []),
    until(mine ? "End my turn" : "Pass turn", "end of turn", "e"),
    until("To my turn", "my turn", "t"),
  ];
}

/** Whether it lies where it can be pointed at; other things are offered as buttons. */
const lies = (scene: Scene, id: number): boolean => id < 0 || thingOf(scene, id)?.zone === "battlefield" || scene.sides.some(({ hand }) => hand.includes(id));

/** Done with a card: by a click, or by carrying it onto the table. */
function withCard(scene: Scene, action: Action, label: string, look: Look, carried: boolean): Gesture[] {
  const id = action.card!;
  const thing = thingOf(scene, id);
  const led = thing?.zone === "command";
  if (!lies(scene, id) && !led) return [{ ...BUTTON, action, label }];
  const direct: Gesture = { source: led ? `command${thing.owner}` : keyOf(id), target: null, action, by: "button", label };
  return carried && !action.way ? [{ ...direct, target: `creatures${look.seat}`, by: "carry" }, direct] : [direct];
}

function activation(scene: Scene, action: Action, label: string, look: Look): Gesture {
  const thing = thingOf(scene, action.card!);
  const does = thing?.does?.find(([place]) => place === action.ability);
  const name = nameOf(scene, action.card!, look);
  const words = does ? `${name}: ${does[1].replace(/^use \[(.*)\]$/s, "$1")}` : label || `Use ${name}`;
  if (!lies(scene, action.card!)) return { ...BUTTON, action, label: words };
  return { source: keyOf(action.card!), target: null, action, by: "button", label: words, ...(does?.[2] ? { quiet: true } : {}) };
}

/** An option of a question: one object is clicked, two are aimed from one to the other, words are a button. */
function option(scene: Scene, action: Action, look: Look): Gesture[] {
  const question = scene.question!;
  const offer = question.options?.[action.option!] ?? {};
  const { ids = [], words = "" } = offer;
  const label = labelOf(scene, question, offer, look);
  const [first] = ids;
  if (question.picked?.includes(action.option!)) {
    // What has been picked can be put back, for as long as nothing is done with it.
    const back: Gesture = { ...BUTTON, action, label: `Take back: ${label}` };
    return first !== undefined && lies(scene, first) ? [{ ...back, source: keyOf(first) }] : question.sees?.length ? [] : [back];
  }
  if (ids.length === 2) {
    const [from, to] = ids as [number, number];
    const same = (question.options ?? []).filter(({ ids: [first] = [] }) => first === from).length;
    const direct: Gesture = { source: keyOf(from), target: null, action, by: "button", label };
    const aimed: Gesture = { ...direct, target: keyOf(to), by: "aim" };
    return same === 1 ? [aimed, direct] : [aimed];
  }
  if (question.sees?.length) return []; // chosen among the cards that are shown
  if (first !== undefined && lies(scene, first)) return [{ source: keyOf(first), target: null, action, by: "button", label }];
  return [{ ...BUTTON, action, label: words ? cap(words) : label }];
}

function labelOf(scene: Scene, { kind }: Question, { ids = [], words }: Offer, look: Look): string {
  const [first, second] = ids.map((id) => nameOf(scene, id, look));
  if (kind === "attack") return `Attack ${second} with ${first}`;
  if (kind === "block") return `Block ${second} with ${first}`;
  return first ? cap(first) : cap(words ?? kind);
}

/** One option for each creature that could still attack a player. */
export function everybody(scene: Scene, { options = [], picked = [] }: Question): number[] {
  const busy = new Set(picked.map((place) => options[place]?.ids?.[0]));
  const found = new Map<number, number>();
  options.forEach(({ ids = [] }, place) => {
    const [who, whom] = ids as [number, number];
    if (whom < 0 && scene.sides.length === 2 && !busy.has(who) && !found.has(who)) found.set(who, place);
  });
  return [...found.values()];
}

function doneLabel(question: Question | null): string {
  const count = question?.picked?.length ?? 0;
  if (question?.kind === "attack") return count ? `Attack with ${count}` : "No attack";
  if (question?.kind === "block") return count ? `Block with ${count}` : "No block";
  return count ? `Done (${count})` : "None";
}

export const cap = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Why nothing can be done with it. */
export function explain(scene: Scene, look: Look, source: Piece, target: string | null): string {
  const { seat } = look;
  if (seat < 0) return "You are watching this match.";
  if (source.kind === "pile" || source.kind === "hero") return "";
  const { question } = scene;
  if (!question) return "The dealer is at work.";
  if (question.seat !== seat) return `${look.names[question.seat]} is asked: ${question.kind === "priority" ? "they may act" : question.text.toLowerCase()}`;
  if (target) return "Not there.";
  if (question.kind !== "priority") return `First: ${question.text}`;
  if (source.owner !== seat) return `${source.name} is not yours.`;
  if (source.zone.startsWith("hand")) return `${source.name} cannot be played now: the wrong time, too little mana, or no target.`;
  return `There is nothing to do with ${source.name} now.`;
}

export const asked = (scene: Scene, seat: Seat): boolean => scene.question?.seat === seat;
