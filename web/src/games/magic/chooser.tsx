// Cards in a dialog: a pile to look through, and hidden cards that only we may look at and choose from.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import type { Ref } from "../../session/wire";
import type { Stage } from "../../table/stage";
import type { Look } from "../types";
import { above, sentence } from "./asked";
import { WholeCard } from "./face";
import { cap } from "./gestures";
import { browsing, whose } from "./pieces";
import { heldLooks, looksOf, spoken, type Scene } from "./state";

const words = { nothing: "Nothing is there.", none: "Choose none", one: "Choose this one", order: "in this order", out: "✕", lock: (out: number) => `Lock: ${out} ${out === 1 ? "card stays" : "cards stay"} out` };

/** Looking through a graveyard, exile or a command zone. */
export function Browse({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
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
export function Chooser({ stage }: { stage: Stage }): ComponentChildren {
  const scene = stage.real.value as Scene | null;
  const look = stage.look.value;
  const question = scene?.question;
  const picked = useSignal<readonly Ref[]>([]);
  const hidden = useSignal(false);
  const refs = (question?.sees ?? []).filter((ref) => look.faces.has(ref));
  const asked = scene && question && question.seat === look.seat && refs.length > 0 && stage.legal.value.length > 0;
  useEffect(() => {
    picked.value = question?.usual ?? [];
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
  const lock = question.kind === "sideboard";
  const pointed = options.some(({ ids }) => ids?.length);
  const enough = options.findIndex(({ words }) => words === String(picked.value.length));
  const alone = options[options.length - 1]?.words === "1"; // another one takes the place of the first
  const fits = (ref: Ref): boolean => !question.fits?.length || question.fits.includes(look.faces.get(ref)!);
  const choose = (ref: Ref): void => {
    if (!pointed && !fits(ref)) return;
    const option = options.findIndex(({ ids }) => ids?.[0] === ref);
    if (pointed) {
      if (option >= 0) stage.commit({ type: "choose", option });
    } else if (picked.value.includes(ref)) picked.value = picked.value.filter((one) => one !== ref);
    else picked.value = alone ? [ref] : [...picked.value, ref];
  };
  const rank = (ref: Ref): string => `${fits(ref) ? 0 : 1}${heldLooks(ref, look)!.name}`;
  const sorted = question.kind === "search" ? [...refs].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)) : refs;
  return (
    <Dialog wide title={sentence(scene, question, look)} onClose={() => (hidden.value = true)}>
      {question.hint && <p class="mcards-hint">{question.hint}</p>}
      <div class="mcards">
        {sorted.map((ref, i) => {
          const looks = heldLooks(ref, look)!;
          const order = picked.value.indexOf(ref);
          const lit = pointed ? options.some(({ ids }) => ids?.[0] === ref) : fits(ref);
          return (
            <button key={ref} autofocus={i === 0} class={`${lit ? "lit" : "unfit"} ${order >= 0 ? "picked" : ""}`} aria-pressed={order >= 0} aria-disabled={!lit} aria-label={spoken(looks)} onClick={() => choose(ref)}>
              <WholeCard looks={looks} face={look.faces.get(ref)!} />
              {order >= 0 && <b class="order">{lock ? words.out : order + 1}</b>}
            </button>
          );
        })}
      </div>
      {!pointed && (
        <p class="row">
          <button class="button gold" disabled={enough < 0} onClick={() => stage.commit({ type: "choose", option: enough }, picked.value)} data-option>
            {lock ? words.lock(picked.value.length) : picked.value.length > 1 ? `Choose these ${picked.value.length}, ${words.order}` : picked.value.length ? words.one : words.none}
          </button>
          <span class="small">{enough < 0 ? `Choose ${limits(options)}.` : ""}</span>
        </p>
      )}
    </Dialog>
  );
}

/** How many may be chosen. */
function limits(options: readonly { words?: string }[]): string {
  const [least, most] = [options[0]?.words, options[options.length - 1]?.words];
  return least === most ? String(least) : `${least} to ${most}`;
}
