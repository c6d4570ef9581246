// All about one object: its card as it is now, and which effects made it so.
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Dialog } from "../../parts/dialog";
import type { Stage } from "../../table/stage";
import type { Look } from "../types";
import { WholeCard } from "./face";
import { detailed } from "./pieces";
import { looksOf, thingOf, type Scene } from "./state";
import { Inline } from "./symbols";

const words = { why: "Why it is what it is", unknown: "The rules are not loaded in this page, so nobody here can tell." };

export function Detail({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  const id = detailed.value;
  const thing = id === null ? undefined : thingOf(scene, id);
  const lines = useSignal<readonly string[] | null>(null);
  useEffect(() => () => void (detailed.value = null), []);
  useEffect(() => {
    lines.value = null;
    if (id !== null) stage.why(id).then((told) => (lines.value = told), () => (lines.value = []));
  }, [id]);
  if (!thing) return null;
  const looks = looksOf(thing, look);
  return (
    <Dialog wide title={looks.name} onClose={() => (detailed.value = null)}>
      <div class="mdetail">
        <div class="mdetail-card">
          <WholeCard looks={looks} face={thing.face || looks.name} thing={thing} />
        </div>
        <section>
          <h3>{words.why}</h3>
          {lines.value === null ? <i class="spinner" /> : lines.value.length ? <Reasons lines={lines.value.slice(1)} /> : <p>{words.unknown}</p>}
        </section>
      </div>
    </Dialog>
  );
}

/** One characteristic a line; below it, set in, the effects that made it, in their order. */
function Reasons({ lines }: { lines: readonly string[] }): ComponentChildren {
  return (
    <ul data-why>
      {lines.map((line, i) => (
        <li key={i} class={line.startsWith("    ") ? "cause" : ""}>
          <Inline text={line.trim()} />
        </li>
      ))}
    </ul>
  );
}
