// What lies on Magic's table.
import { signal } from "@preact/signals";
import type { Seat } from "../../session/wire";
import type { Look, Piece } from "../types";
import { CardBack, Mark, markOf, Permanent, WholeCard } from "./face";
import { heldLooks, keyOf, looksOf, nameOf, PILES, spoken, thingOf, type Scene, type Side, type Thing } from "./state";

/** The pile that somebody looks through. */
export const browsing = signal<{ seat: Seat; zone: string } | null>(null);
/** The object that somebody wants to know all about. */
export const detailed = signal<number | null>(null);

export function pieces(scene: Scene, look: Look): Piece[] {
  return scene.sides.flatMap((side, seat) => [
    hero(scene, side, seat, look),
    library(side, seat, look),
    ...PILES.flatMap((zone) => pile(scene, zone, seat, look)),
    ...side.hand.map((ref, i) => held(scene, ref, i, seat, look)),
    ...together(scene, seat, look),
  ]);
}

/** Somebody's permanents: those that are alike lie side by side, in the order in which the first of them came. */
function together(scene: Scene, seat: Seat, look: Look): Piece[] {
  const groups = new Map<string, Thing[]>();
  const hosts = new Set(scene.things.map(({ on }) => on));
  for (const thing of scene.things) {
    if (thing.zone !== "battlefield" || thing.controller !== seat) continue;
    const like = hosts.has(thing.id) || thing.on !== undefined ? `${thing.id}` : likeness(thing, look);
    groups.set(like, [...(groups.get(like) ?? []), thing]);
  }
  return [...groups].flatMap(([alike, group]) =>
    [...group].sort((a, b) => Number(a.tapped ?? false) - Number(b.tapped ?? false)).map((thing, i): Piece => ({ ...permanent(scene, thing, look, i === group.length - 1 ? group.length : 1), alike })),
  );
}

/** What two permanents have in common that may cover each other: lands their name, everything else all that is to be seen. */
function likeness(thing: Thing, look: Look): string {
  return row(thing) === "lands" ? `${looksOf(thing, look).name}${thing.counters?.length ? thing.id : ""}` : JSON.stringify({ ...thing, id: 0, owner: 0 });
}

/** The kind of the question in which this was picked. */
function pickedIn({ question }: Scene, id: number): string | undefined {
  return (question?.picked ?? []).some((place) => question?.options?.[place]?.ids?.[0] === id) ? question!.kind : undefined;
}

/** Whether the question that is open is about it. */
const asks = ({ question }: Scene, id: number): boolean => question?.source === id && question.kind !== "priority";

export const whose = (seat: Seat, look: Look): string => (seat === look.seat ? "your" : `${look.names[seat]}'s`);

function hero(scene: Scene, side: Side, seat: Seat, look: Look): Piece {
  const counters = (side.counters ?? []).map(([kind, count]) => `${count} ${kind}`);
  const asked = scene.question?.seat === seat;
  return {
    key: `hero${seat}`, kind: "hero", zone: `hero${seat}`, owner: seat, face: null, crest: seat, name: look.names[seat] ?? "",
    label: [look.names[seat], `${side.life} life`, `${side.hand.length} cards in hand`, ...counters, scene.active === seat ? "their turn" : "", asked ? "is asked" : "", side.lost ? `out: ${side.lost}` : ""].filter(Boolean).join(", "),
    badges: [{ icon: "health", value: side.life }],
    signs: asked ? ["marked"] : [],
    faint: Boolean(side.lost),
  };
}

function library(side: Side, seat: Seat, look: Look): Piece {
  return { key: `library${seat}`, kind: "pile", zone: `library${seat}`, owner: seat, face: null, name: "Library", count: side.library, label: `${whose(seat, look)} library, ${side.library} cards` };
}

/** Graveyard and exile with their last card on top; a command zone only where there is something in it. */
function pile(scene: Scene, zone: string, seat: Seat, look: Look): Piece[] {
  const inside = scene.things.filter((thing) => thing.zone === zone && thing.owner === seat);
  if (zone === "command" && !inside.length) return [];
  const top = inside[inside.length - 1];
  const looks = top && looksOf(top, look);
  const name = `${whose(seat, look)} ${zone === "command" ? "command zone" : zone}`;
  const key = `${zone}${seat}`;
  return [
    {
      key, kind: "pile", zone: zone === "command" ? `others${seat}` : key, owner: seat, face: top ? (top.face ?? looks!.name) : null, name, count: inside.length,
      label: `${name}, ${inside.length} cards${looks ? `, on top ${looks.name}` : ""}${zone === "command" && scene.sides[seat]!.tax ? `, costs ${scene.sides[seat]!.tax} more` : ""}`,
      looks: `${zone}${inside.length}${looks?.name}${scene.sides[seat]!.tax}`,
      draw: (near) => (near && top ? <WholeCard looks={looks!} face={top.face ?? looks!.name} /> : <Heap zone={zone} count={inside.length} top={top} look={look} tax={zone === "command" ? scene.sides[seat]!.tax : 0} />),
      opens: () => (browsing.value = { seat, zone }),
    },
  ];
}

function Heap({ zone, count, top, look, tax }: { zone: string; count: number; top: Thing | undefined; look: Look; tax: number | undefined }) {
  const looks = top && looksOf(top, look);
  return (
    <div class={`pile-face heap ${zone} thick${Math.min(4, Math.ceil(count / 8))}`}>
      {top ? top.face || top.looks ? <WholeCard looks={looks!} face={top.face ?? looks!.name} /> : <CardBack /> : <div class="pile-empty" />}
      <span class="pile-count">{count}</span>
      {tax ? <b class="tax">+{tax}</b> : null}
      <small>{zone}</small>
    </div>
  );
}

function held(scene: Scene, ref: number, i: number, seat: Seat, look: Look): Piece {
  const looks = heldLooks(ref, look);
  const face = look.faces.get(ref) ?? null;
  const picked = pickedIn(scene, ref);
  const about = asks(scene, ref);
  return {
    key: `c${ref}`, kind: "card", zone: `hand${seat}`, owner: seat, face: looks ? face : null, name: looks?.name ?? "Card", from: `library${seat}`,
    label: (looks ? spoken(looks) : `Card ${i + 1} in ${whose(seat, look)} hand, face down`) + (picked ? ", chosen" : ""),
    looks: `held${face}${looks?.text}${picked}${about}`,
    draw: () => (
      <div class={`${picked ? "picked" : ""} ${about ? "asks" : ""}`}>
        {looks ? <WholeCard looks={looks} face={face!} /> : <CardBack />}
        {picked && <Mark of={markOf(picked)} />}
      </div>
    ),
  };
}

const row = ({ types = [] }: Thing): string => (types.includes("Creature") ? "creatures" : types.includes("Land") ? "lands" : "others");

function permanent(scene: Scene, thing: Thing, look: Look, many: number): Piece {
  const known = !thing.face && look.faces.get(thing.id);
  const looks = looksOf(thing, look);
  const name = known ? `${looks.name} (${look.cards.get(known)?.name ?? known})` : looks.name;
  const face = thing.face || looks.name;
  const host = thing.on !== undefined && thing.on >= 0 ? thingOf(scene, thing.on) : undefined;
  const picked = pickedIn(scene, thing.id);
  const about = asks(scene, thing.id);
  return {
    key: keyOf(thing.id), kind: "unit", owner: thing.controller, face, name,
    zone: host ? `${row(host)}${host.controller}` : `${row(thing)}${thing.controller}`,
    label: described(scene, thing, name, look) + (picked ? ", chosen" : ""),
    from: thing.id < 1e9 ? `hand${thing.owner}` : `hero${thing.controller}`,
    details: () => (detailed.value = thing.id),
    ...(thing.tapped ? { turned: 90 } : {}),
    ...(host ? { under: keyOf(host.id) } : {}),
    looks: `${JSON.stringify(thing)}${looks.text}${picked}${about}${many}`,
    draw: (near) =>
      near ? (
        <WholeCard looks={looks} face={face} thing={thing} />
      ) : (
        <div class={`${picked ? "picked" : ""} ${about ? "asks" : ""}`}>
          <Permanent looks={looks} face={face} thing={thing} picked={picked} many={many} />
        </div>
      ),
  };
}

/** Everything about a permanent in words. */
function described(scene: Scene, thing: Thing, name: string, look: Look): string {
  const { power, toughness, words = [], counters = [], damage, on, attacks, blocks = [], tapped, sick, note, leads } = thing;
  return [
    name, power === undefined ? "" : `${power}/${toughness}`, looksOf(thing, look).line ?? "", ...words,
    ...counters.map(([kind, count]) => `${count} ${kind} counters`),
    leads ? "commander" : "", tapped ? "tapped" : "", sick ? "summoning sick" : "", damage ? `${damage} damage` : "",
    on === undefined ? "" : `on ${nameOf(scene, on, look)}`,
    attacks === undefined ? "" : `attacks ${nameOf(scene, attacks, look)}`,
    ...blocks.map((id) => `blocks ${nameOf(scene, id, look)}`), note ?? "",
  ].filter(Boolean).join(", ");
}
