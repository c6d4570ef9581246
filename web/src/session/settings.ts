// What a person likes, kept in this browser. Each is a signal; setting it keeps it.
import { computed, effect, signal, type Signal } from "@preact/signals";

const KEY = "facedown.settings";
const kept = read();

function read(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

export function setting<T extends string | number | boolean>(name: string, usual: T): Signal<T> {
  const value = kept[name];
  const it = signal<T>(typeof value === typeof usual ? (value as T) : usual);
  effect(() => {
    kept[name] = it.value;
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // Storage may be full or forbidden; then it lasts as long as the page.
    }
  });
  return it;
}

export const settings = {
  /** `system`: as the device asks. */
  motion: setting<"system" | "full" | "reduced">("motion", "system"),
  sound: setting<boolean>("sound", false),
  /** 0 to 1. */
  volume: setting<number>("volume", 0.5),
  /** A factor for all text: 0.85 to 1.5. */
  fontSize: setting<number>("fontSize", 1),
  /** Cards without pictures: name, numbers and rules. */
  textCards: setting<boolean>("textCards", false),
  /** Patterns and marks besides colours. */
  patterns: setting<boolean>("patterns", false),
  /** Ask before a turn ends while something can still be done. */
  confirmEnd: setting<boolean>("confirmEnd", false),
  vibrate: setting<boolean>("vibrate", true),
  /** Nobody's chat is shown. */
  muted: setting<boolean>("muted", false),
};

const systemCalm = matchMedia("(prefers-reduced-motion: reduce)");
const systemMotion = signal(systemCalm.matches);
systemCalm.addEventListener("change", () => (systemMotion.value = systemCalm.matches));

/** Whether things should appear rather than move. */
export const calm = computed(() => (settings.motion.value === "system" ? systemMotion.value : settings.motion.value === "reduced"));

// The stylesheets ask the root element.
effect(() => {
  const root = document.documentElement;
  root.classList.toggle("calm", calm.value);
  root.classList.toggle("text-cards", settings.textCards.value);
  root.classList.toggle("patterns", settings.patterns.value);
  root.style.setProperty("--text", String(settings.fontSize.value));
});
