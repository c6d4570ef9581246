// The stack: what waits to resolve, its top first.
import type { ComponentChildren } from "preact";
import type { Stage } from "../../table/stage";
import { placed } from "../../table/turn";
import type { Look } from "../types";
import { looksOf, nameOf, thingOf, keyOf, type Scene, type Thing } from "./state";
import { Inline } from "./symbols";

const words = { stack: "Stack", resolves: "resolves next", yours: "yours", ability: "ability" };

/** Who, what, at whom, and what it says; it scrolls rather than cover anything. */
export function Stacked({ stage, scene, look }: { stage: Stage; scene: Scene; look: Look }): ComponentChildren {
  const box = stage.layout.value.own?.stack;
  if (!scene.stack.length || !box) return null;
  const top = [...scene.stack].reverse().flatMap((id) => thingOf(scene, id) ?? []);
  return (
    <div class="mstack-place" style={placed(box)}>
      <section class="mstack panel" aria-label={`${words.stack}, ${top.length}`}>
        <h2>
          {words.stack}
          {top.length > 1 && <small> {top.length}</small>}
        </h2>
        <ol tabIndex={0}>
          {top.map((thing, i) => (
            <Item key={thing.id} stage={stage} scene={scene} look={look} thing={thing} first={i === 0} />
          ))}
        </ol>
      </section>
    </div>
  );
}

function Item({ stage, scene, look, thing, first }: { stage: Stage; scene: Scene; look: Look; thing: Thing; first: boolean }): ComponentChildren {
  const looks = looksOf(thing, look);
  const aims = (thing.aims ?? []).map((id) => nameOf(scene, id, look)).join(", ");
  const key = keyOf(thing.id);
  const lit = stage.gestures.value.find(({ source, action }) => source === key || (action.type === "choose" && scene.question?.options?.[action.option as number]?.ids?.[0] === thing.id));
  const says = (thing.says || looks.text || "").replaceAll("\n", " ");
  const inside = (
    <>
      <b>{looks.name}</b>
      {thing.x ? ` X=${thing.x}` : ""}
      {aims && <em> → {aims}</em>}
      <small>{[thing.says ? words.ability : "", thing.controller === look.seat ? words.yours : look.names[thing.controller], first ? words.resolves : ""].filter(Boolean).join(", ")}</small>
      <span title={says}>
        <Inline text={says} />
      </span>
    </>
  );
  return (
    <li class={`${thing.controller === look.near ? "near" : "far"} ${first ? "first" : ""}`}>
      {lit ? (
        <button class="lit" onClick={() => stage.commit(lit.action)}>
          {inside}
        </button>
      ) : (
        inside
      )}
    </li>
  );
}
