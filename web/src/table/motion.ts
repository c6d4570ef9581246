// How things move: only transforms and opacity, by the browser's own animations.
import { calm } from "../session/settings";
import type { Pose } from "./place";

export const EASE = "cubic-bezier(.22,.9,.28,1)";
const SPRING = "cubic-bezier(.3,1.35,.5,1)";

export const css = ({ x, y, turn, scale }: Pose): string =>
  `translate(${x.toFixed(1)}px,${y.toFixed(1)}px) rotate(${turn.toFixed(2)}deg) scale(${scale.toFixed(4)})`;

const same = (a: Pose, b: Pose): boolean =>
  Math.abs(a.x - b.x) < 0.5 && Math.abs(a.y - b.y) < 0.5 && Math.abs(a.turn - b.turn) < 0.05 && Math.abs(a.scale - b.scale) < 0.002;

const lying = new WeakMap<HTMLElement, { pose: Pose; moving: Animation | null }>();

/** Let an element go to its pose. `from`: where it starts if it lies nowhere yet, the pose itself if it was there
 * before us, null if it appears. `flight`: it changes zones. */
export function settle(element: HTMLElement, pose: Pose, from: Pose | null, flight: boolean): void {
  const was = lying.get(element);
  element.style.zIndex = String(pose.z);
  element.style.setProperty("--level", `${-pose.turn}deg`);
  if (was && same(was.pose, pose)) return;
  const start = was ? (was.moving?.playState === "running" ? getComputedStyle(element).transform : css(was.pose)) : from ? css(from) : null;
  const to = css(pose);
  was?.moving?.cancel();
  element.style.transform = to;
  lying.set(element, { pose, moving: null });
  if (calm.value) {
    if (!was) element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 120 });
    return;
  }
  if (from === pose) return; // it was there before us, or the table itself has changed its size
  if (start === null) {
    element.animate([{ opacity: 0, transform: `${to} scale(.7)` }, { opacity: 1, transform: to }], { duration: 260, easing: EASE });
    return;
  }
  const long = flight || !was;
  const moving = element.animate([{ transform: start }, { transform: to }], { duration: long ? 420 : 300, easing: long ? EASE : SPRING });
  lying.set(element, { pose, moving });
}

/** Put an element somewhere without ceremony: it is being dragged. */
export function carry(element: HTMLElement, pose: Pose): void {
  const was = lying.get(element);
  was?.moving?.cancel();
  element.style.transform = css(pose);
  element.style.zIndex = "900";
  lying.set(element, { pose, moving: null });
}

/** An animation that is over at once for those who want calm. */
export function run(element: Element | null | undefined, frames: Keyframe[], options: KeyframeAnimationOptions): Promise<unknown> {
  if (!element || calm.value) return Promise.resolve();
  return element.animate(frames, options).finished.catch(() => undefined);
}

export const wait = (ms: number): Promise<void> => (ms <= 0 ? Promise.resolve() : new Promise((done) => setTimeout(done, ms)));
