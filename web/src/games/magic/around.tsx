// What Magic has around its table: the turn's steps, the stack, what is asked, mana, and piles to look through.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import type { Ref } from "../../session/wire";
import type { Stage } from "../../table/stage";
import { placed } from "../../table/turn";
import type { Gesture, Look } from "../types";
import { Arrows } from "./arrows";
import { WholeCard } from "./face";
import { cap } from "./gestures";
import { browsing, whose } from "./pieces";
import { heldLooks, keyOf, looksOf, nameOf, spoken, thingOf, type Question, type Scene, type Thing } from "./state";
import { Inline, Symbol } from "./symbols";

const words = { stack: "Stack", empty: "Nothing waits on the stack.", resolves: "resolves next", by: "by", at: "at", nothing: "Nothing is there.", close: "Close", turn: "Turn", steps: "Steps of the turn", passing: "passes until" };

const STEPS: readonly [name: string, ...steps: string[]][] = [
  ["Upkeep", "untap", "upkeep"], ["Draw", "draw"], ["Main", "main"], ["Attack", "begin combat", "attackers"], ["Block", "blockers"],
  ["Damage", "first strike damage", "damage", "end combat"], ["Main 2", "second main"], ["End", "end", "cleanup"],
];

export function Around({ stage }: { stage: Stage }): ComponentChildren {
  const scene = stage.shown.value as Scene | null;
  if (!scene) return null;
  const look = stage.look.value;
  return (
    <>
      <Arrows stage={stage} scene={scene} />
      <Phases stage={stage} scene={scene} look={look} />
      <Stacked stage={stage} scene={scene} look={look} />
      <Asked stage={stage} look={look} />
      <Until stage={stage} />
      {scene.sides.map((_, seat) => (
        <Pool key={seat} stage={stage} scene={scene} seat={seat} />
      ))}
      <Browse stage={stage} scene={scene} look={look} />
      <Chooser stage={stage} />
    </>
  );
}

const place = (stage: Stage, name: string): Record<string, string> => {
  const box = stage.layout.value.own?.[name];
  return box ? placed(box) : { display: "none" };
};

/** A question is as wide as its words, and grows upwards from its place. */
const above = (stage: Stage): Record<string, string> => {
  const box = stage.layout.value.own?.question;
  return box ? { left: `${box.x}px`, top: `${box.y + box.h / 2}px` } : {};
};

/** Whose turn, and which step of it. */
function Phases({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  const mine = scene.active === look.near;
  return (
    <div class={`phases ${mine ? "mine" : "theirs"}`} style={place(stage, "phases")} role="group" aria-label={`${words.steps}: ${look.names[scene.active]}, ${scene.step}`}>
      <b>{scene.turn ? `${words.turn} ${scene.turn} · ${scene.active === look.seat ? "you" : look.names[scene.active]}` : "Before the first turn"}</b>
      <ol>
        {STEPS.map(([name, ...steps]) => (
          <li key={name} class={scene.turn && steps.includes(scene.step) ? "now" : ""}>
            {name}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The stack, its top first: who, what, at whom, and what it says. */
function Stacked({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  if (!scene.stack.length) return null;
  const top = [...scene.stack].reverse().flatMap((id) => thingOf(scene, id) ?? []);
  return (
    <section class="mstack panel" style={place(stage, "stack")} aria-label={words.stack}>
      <h2>{words.stack}</h2>
      <ol>
        {top.map((thing, i) => (
          <StackItem key={thing.id} stage={stage} scene={scene} look={look} thing={thing} first={i === 0} />
        ))}
      </ol>
    </section>
  );
}

function StackItem({ stage, scene, look, thing, first }: { stage: Stage; scene: Scene; look: Look; thing: Thing; first: boolean }): ComponentChildren {
  const looks = looksOf(thing, look);
  const aims = (thing.aims ?? []).map((id) => nameOf(scene, id, look)).join(", ");
  const key = keyOf(thing.id);
  const lit = stage.gestures.value.find(({ source, action }) => source === key || (action.type === "choose" && scene.question?.options?.[action.option as number]?.ids?.[0] === thing.id));
  const inside = (
    <>
      <b>{looks.name}</b>
      {thing.x ? ` X=${thing.x}` : ""}
      <small>
        {thing.says ? "ability, " : ""}
        {thing.controller === look.seat ? "yours" : look.names[thing.controller]}
        {aims && ` → ${aims}`}
        {first && `, ${words.resolves}`}
      </small>
      <span>
        <Inline text={(thing.says || looks.text || "").replaceAll("\n", " ")} />
      </span>
    </>
  );
  const side = thing.controller === look.near ? "near" : "far";
  return lit ? (
    <li class={side}>
      <button class="lit" onClick={() => stage.commit(lit.action)}>
        {inside}
      </button>
    </li>
  ) : (
    <li class={side}>{inside}</li>
  );
}

/** What we are asked, with a button for everything that cannot be pointed at. */
function Asked({ stage, look }: { stage: Stage; look: Look }): ComponentChildren {
  const scene = stage.real.value as Scene | null;
  const question = scene?.question;
  if (!scene || !question || !stage.gestures.value.length || question.seat !== look.seat) return null;
  const held = stage.held.value?.source;
  const all = held ? stage.gestures.value.filter(({ source, target }) => source === held && target === null) : stage.buttons.value.filter(({ ends, action }) => !ends && !(action as { until?: string }).until);
  if (question.kind === "priority" && !all.length) return null;
  return (
    <div class={`mask panel ${question.kind}`} style={above(stage)} role="group" aria-label={sentence(scene, question, look)} data-asked={question.kind}>
      {!held && (
        <p>
          <Inline text={sentence(scene, question, look)} />
        </p>
      )}
      {all.map((gesture, i) => (
        <OptionButton key={i} stage={stage} gesture={gesture} />
      ))}
    </div>
  );
}

function OptionButton({ stage, gesture: { label, action } }: { stage: Stage; gesture: Gesture }): ComponentChildren {
  return (
    <button class="button small" onClick={() => stage.commit(action)} data-option>
      <Inline text={label.replace(/tap for ((?:[WUBRGC] ?)+)$/, (_, mana: string) => `tap for ${[...mana.replaceAll(" ", "")].map((one) => `{${one}}`).join("")}`)} />
    </button>
  );
}

function sentence(scene: Scene, { kind, text, source, picked = [], max = 1, min = 1 }: Question, look: Look): string {
  const about = source !== undefined && kind !== "priority" && kind !== "trigger" ? `${cap(nameOf(scene, source, look))}: ` : "";
  const many = max > 1 && kind !== "attack" && kind !== "block" ? ` (${picked.length} of ${min === max ? max : `${min} to ${max}`})` : "";
  return `${about}${about ? text.charAt(0).toLowerCase() + text.slice(1) : text}${many}`;
}

/** Ways to pass for longer. */
function Until({ stage }: { stage: Stage }): ComponentChildren {
  const ways = stage.buttons.value.filter(({ action }) => (action as { until?: string }).until);
  if (!ways.length) return null;
  return (
    <div class="until" style={place(stage, "until")}>
      {ways.map(({ label, action }) => (
        <button key={label} class="button small plain" onClick={() => stage.commit(action)} data-until={(action as { until?: string }).until}>
          {label}
        </button>
      ))}
    </div>
  );
}

/** Mana that waits to be spent. */
function Pool({ stage, scene, seat }: { stage: Stage; scene: Scene; seat: number }): ComponentChildren {
  const { pool = [], until } = scene.sides[seat]!;
  if (!pool.length && !until) return null;
  const counts = new Map<string, number>();
  for (const mana of pool) counts.set(mana[0]!, (counts.get(mana[0]!) ?? 0) + 1);
  return (
    <div class="mpool" style={place(stage, `pool${seat}`)} role="group" aria-label="mana pool">
      {[...counts].map(([mana, count]) => (
        <span key={mana}>
          <Symbol of={mana} />
          {count > 1 && count}
        </span>
      ))}
      {until && <small>{`${words.passing} ${until}`}</small>}
    </div>
  );
}

/** Looking through a graveyard, exile or a command zone. */
function Browse({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  const open = browsing.value;
  useEffect(() => () => void (browsing.value = null), []);
  if (!open) return null;
  const inside = scene.things.filter(({ zone, owner }) => zone === open.zone && owner === open.seat).reverse();
  const close = (): void => void (browsing.value = null);
  return (
    <Dialog wide title={cap(`${whose(open.seat, look)} ${open.zone}`)} onClose={close}>
      <div class="mcards">
        {inside.length === 0 && <p>{words.nothing}</p>}
        {inside.map((thing) => {
          const looks = looksOf(thing, look);
          const lit = stage.gestures.value.find(({ action }) => (action.type === "choose" ? scene.question?.options?.[action.option as number]?.ids?.[0] === thing.id : action.card === thing.id));
          const act = (): void => {
            if (!lit) return;
            close();
            stage.commit(lit.action);
          };
          return (
            <button key={thing.id} class={lit ? "lit" : ""} onClick={act} aria-disabled={!lit} aria-label={spoken(looks)} title={lit?.label}>
              <WholeCard looks={looks} face={thing.face ?? looks.name} />
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}

/** Cards that only we may look at: one is chosen, or some are, in the order in which we want them. */
function Chooser({ stage }: { stage: Stage }): ComponentChildren {
  const scene = stage.real.value as Scene | null;
  const look = stage.look.value;
  const question = scene?.question;
  const picked = useSignal<readonly Ref[]>([]);
  const hidden = useSignal(false);
  const refs = (question?.sees ?? []).filter((ref) => look.faces.has(ref));
  const asked = scene && question && question.seat === look.seat && refs.length > 0 && stage.legal.value.length > 0;
  useEffect(() => {
    picked.value = [];
    hidden.value = false;
  }, [question?.kind, refs[0]]);
  if (!asked) return null;
  if (hidden.value)
    return (
      <div class="mask panel" style={above(stage)}>
        <button class="button small" onClick={() => (hidden.value = false)}>
          {sentence(scene, question, look)}
        </button>
      </div>
    );
  const options = question.options ?? [];
  const pointed = options.some(({ ids }) => ids?.length);
  const place_ = options.findIndex(({ words }) => words === String(picked.value.length));
  const fits = (ref: Ref): boolean => !question.fits?.length || question.fits.includes(look.faces.get(ref)!);
  const choose = (ref: Ref): void => {
    if (!pointed && !fits(ref)) return;
    const option = options.findIndex(({ ids }) => ids?.[0] === ref);
    if (pointed) {
      if (option >= 0) stage.commit({ type: "choose", option });
    } else picked.value = picked.value.includes(ref) ? picked.value.filter((one) => one !== ref) : [...picked.value, ref];
  };
  const rank = (ref: Ref): string => `${fits(ref) ? 0 : 1}${heldLooks(ref, look)!.name}`;
  const sorted = question.kind === "search" ? [...refs].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) : refs;
  return (
    <Dialog wide title={sentence(scene, question, look)} onClose={() => (hidden.value = true)}>
      <div class="mcards">
        {sorted.map((ref) => {
          const looks = heldLooks(ref, look)!;
          const order = picked.value.indexOf(ref);
          const lit = pointed ? options.some(({ ids }) => ids?.[0] === ref) : fits(ref);
          return (
            <button key={ref} class={`${lit ? "lit" : ""} ${order >= 0 ? "picked" : ""}`} aria-pressed={order >= 0} aria-disabled={!lit} aria-label={spoken(looks)} onClick={() => choose(ref)}>
              <WholeCard looks={looks} face={look.faces.get(ref)!} />
              {order >= 0 && <b class="order">{order + 1}</b>}
            </button>
          );
        })}
      </div>
      {!pointed && (
        <p class="row">
          <button class="button gold" disabled={place_ < 0} onClick={() => stage.commit({ type: "choose", option: place_ }, picked.value)} data-option>
            {picked.value.length ? `These ${picked.value.length}, in this order` : "None of them"}
          </button>
          <span class="small">{place_ < 0 ? `Choose ${options[0]?.words} to ${options[options.length - 1]?.words}.` : ""}</span>
        </p>
      )}
    </Dialog>
  );
}
