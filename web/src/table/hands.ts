// Pointer and keyboard: drag and drop, click and click, or no pointer at all. All of it becomes pick, put, choose.
import type { Key, Piece } from "../games/types";
import { play as sound } from "../sound/sound";
import { carry } from "./motion";
import type { Stage } from "./stage";

/** Pixels a pointer has to move before it drags. */
const SLOP = 7;
/** Milliseconds a finger has to rest before it looks closer. */
const LONG = 420;

/** Listen on the stage's element; returns the way to stop. */
export function listen(stage: Stage, root: HTMLElement): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const pointer = new Pointer(stage, root);
  // A piece that was clicked has the focus, but not the keyboard: a key that ends the turn is not meant for it.
  let byKeys = true;
  window.addEventListener("pointerdown", () => (byKeys = false), { signal, capture: true });
  root.addEventListener("pointerdown", (event) => pointer.down(event), { signal });
  root.addEventListener("pointermove", (event) => pointer.move(event), { signal });
  root.addEventListener("pointerup", (event) => pointer.up(event), { signal });
  root.addEventListener("pointercancel", () => pointer.cancel(), { signal });
  root.addEventListener("contextmenu", (event) => look(stage, event), { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      byKeys ||= event.key === "Tab" || event.key in ARROWS;
      keyDown(stage, event, byKeys);
    },
    { signal },
  );
  window.addEventListener("keyup", (event) => event.key === "Alt" && (stage.zoomed.value = null), { signal });
  window.addEventListener("blur", () => (stage.zoomed.value = null), { signal });
  return () => stop.abort();
}

class Pointer {
  #start: { x: number; y: number; key: Key | null; id: number } | null = null;
  #resting: ReturnType<typeof setTimeout> | undefined;
  #hovering: ReturnType<typeof setTimeout> | undefined;
  #looked = false;

  constructor(
    private readonly stage: Stage,
    private readonly root: HTMLElement,
  ) {}

  #at(event: PointerEvent): { x: number; y: number } {
    const { left, top } = this.root.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  down(event: PointerEvent): void {
    if (event.button > 0 || (event.target as Element).closest("button, a, input, dialog, .panel")) return;
    const key = (event.target as Element).closest<HTMLElement>("[data-key]")?.dataset.key ?? null;
    this.#start = { ...this.#at(event), key, id: event.pointerId };
    this.#looked = false;
    clearTimeout(this.#hovering);
    if (event.pointerType === "mouse") this.stage.zoomed.value = null;
    else if (key) {
      this.#resting = setTimeout(() => {
        this.#looked = true;
        this.stage.zoomed.value = key;
      }, LONG);
    }
  }

  move(event: PointerEvent): void {
    const { stage } = this;
    const at = this.#at(event);
    if (stage.held.value) stage.pointer.value = at;
    const start = this.#start;
    if (!start) {
      this.#hover(event);
      if (stage.held.value) stage.over.value = stage.targetAt(at.x, at.y);
      return;
    }
    if (!stage.held.value?.dragged) {
      if (Math.hypot(at.x - start.x, at.y - start.y) < SLOP || this.#looked || !start.key) return;
      clearTimeout(this.#resting);
      stage.drop();
      if (!stage.pick(start.key, true)) {
        this.#start = null;
        return;
      }
      sound("pick");
      this.root.setPointerCapture(start.id);
      stage.pointer.value = at;
    }
    this.#drag(at);
  }

  #drag(at: { x: number; y: number }): void {
    const { stage } = this;
    const held = stage.held.value!;
    stage.over.value = stage.targetAt(at.x, at.y);
    const element = stage.elements.get(held.source);
    if (held.by !== "carry" || !element) return;
    const zone = stage.over.value && stage.zone(stage.over.value);
    carry(element, { x: at.x, y: at.y, turn: 0, scale: zone ? 0.9 : 1.15, z: 900 });
  }

  up(event: PointerEvent): void {
    const { stage } = this;
    const start = this.#start;
    this.#start = null;
    clearTimeout(this.#resting);
    if (this.#looked) {
      stage.zoomed.value = null;
      return;
    }
    if (!start) return;
    const at = this.#at(event);
    if (stage.held.value?.dragged) {
      this.#release(at);
      return;
    }
    if (start.key) {
      stage.focused.value = start.key;
      stage.choose(start.key, false);
      // A finger that has left points at nothing.
      stage.pointer.value = event.pointerType === "mouse" ? at : null;
    } else if (stage.held.value) this.#clickNowhere(at);
  }

  #release(at: { x: number; y: number }): void {
    const { stage } = this;
    const held = stage.held.value!;
    const target = stage.targetAt(at.x, at.y);
    if (target) {
      stage.put(target);
      return;
    }
    const piece = stage.pieceAt(at.x, at.y);
    if (piece && piece.key !== held.source && piece.kind !== "card") stage.explain(held.source, piece.key);
    stage.drop();
  }

  #clickNowhere(at: { x: number; y: number }): void {
    const target = this.stage.targetAt(at.x, at.y);
    if (target) this.stage.put(target);
    else this.stage.drop();
  }

  cancel(): void {
    clearTimeout(this.#resting);
    this.#start = null;
    this.stage.zoomed.value = null;
    this.stage.drop();
  }

  /** A mouse that rests on something on the table looks closer. */
  #hover(event: PointerEvent): void {
    if (event.pointerType !== "mouse") return;
    const key = (event.target as Element).closest<HTMLElement>("[data-key]")?.dataset.key ?? null;
    const { stage } = this;
    if (stage.zoomed.value !== null && stage.zoomed.value !== key) stage.zoomed.value = null;
    clearTimeout(this.#hovering);
    const piece = key && stage.byKey.value.get(key);
    if (!piece || !piece.face || (piece.kind === "card" && stage.zone(piece.zone)?.shape === "fan" && !stage.layout.value.compact) || stage.held.value) return;
    this.#hovering = setTimeout(() => (stage.zoomed.value = key), 450);
  }
}

/** The right button opens what there is to know about a piece; a finger that rests sees it larger instead. */
function look(stage: Stage, event: MouseEvent): void {
  const key = (event.target as Element).closest<HTMLElement>("[data-key]")?.dataset.key;
  if (!key) return;
  event.preventDefault();
  stage.zoomed.value = null;
  if ((event as PointerEvent).pointerType !== "touch") stage.byKey.value.get(key)?.details?.();
}

const ARROWS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function keyDown(stage: Stage, event: KeyboardEvent, byKeys: boolean): void {
  const on = event.target as Element;
  if (event.ctrlKey || event.metaKey || on.closest("input, textarea, select, dialog[open]")) return;
  const onPiece = on.closest("[data-key]") !== null;
  const arrow = ARROWS[event.key];
  if (arrow && (onPiece || on === document.body)) {
    event.preventDefault();
    walk(stage, arrow);
  } else if ((event.key === "Enter" || event.key === " ") && onPiece && stage.focused.value && (byKeys || event.key === "Enter")) {
    event.preventDefault();
    stage.choose(stage.focused.value, true);
  } else if (!event.repeat && ((event.key === " " && onPiece) || ((event.key === " " || event.key === "Enter") && on === document.body))) {
    event.preventDefault();
    document.querySelector<HTMLButtonElement>("[data-end]")?.click();
  } else if (event.key === "Escape" && (stage.held.value || stage.zoomed.value)) {
    const back = stage.held.value?.source;
    stage.zoomed.value = null;
    stage.drop();
    if (back && onPiece) stage.focus(back);
  } else if (event.key === "i") {
    const key = regarded(stage, onPiece);
    if (key) stage.byKey.value.get(key)?.details?.();
  } else if (event.key === "Alt" || event.key === "z") {
    if (event.key === "Alt") event.preventDefault();
    const key = regarded(stage, onPiece);
    if (key && stage.byKey.value.get(key)?.face) stage.zoomed.value = stage.zoomed.value && event.key === "z" ? null : key;
  }
}

/** The piece that the keyboard is on, or else the mouse. */
const regarded = (stage: Stage, onPiece: boolean): Key | null => (onPiece && stage.focused.value) || (document.querySelector<HTMLElement>(".piece:hover")?.dataset.key ?? null);

/** To the nearest piece in a direction; while something is held, only to what it may be put on. */
function walk(stage: Stage, [dx, dy]: [number, number]): void {
  const targets = stage.targets.value;
  const aiming = [...targets.keys()].some((key) => stage.byKey.value.has(key));
  const open = stage.pieces.value.filter((piece) => (aiming ? targets.has(piece.key) : worthVisiting(piece)));
  const here = stage.focused.value && stage.poses.value.get(stage.focused.value);
  if (!here) {
    const first = open.find((piece) => stage.sources.value.has(piece.key)) ?? open.find((piece) => piece.owner === stage.near.value) ?? open[0];
    if (first) stage.focus(first.key);
    return;
  }
  let best: { key: Key; far: number } | null = null;
  for (const { key } of open) {
    const there = stage.poses.value.get(key);
    if (!there || key === stage.focused.value) continue;
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along < 4 || (dx !== 0 && aside > along * 2.2)) continue;
    const far = along + aside * (dx !== 0 ? 2.5 : 0.9);
    if (!best || far < best.far) best = { key, far };
  }
  if (best) stage.focus(best.key);
}

/** The backs in another's hand are all alike. */
const worthVisiting = (piece: Piece): boolean => piece.kind !== "card" || piece.face !== null;
