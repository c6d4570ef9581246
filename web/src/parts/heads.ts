// The last hash of every match that was played to its end here: it tells later whether a log is the one we played.
import { effect } from "@preact/signals";
import { match } from "../session/session";

const KEY = "facedown.heads";
const MOST = 300;

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** The hash that we kept of a match, if it ended before our eyes. */
export const headOf = (id: string): string | null => read()[id] ?? null;

effect(() => {
  const current = match.value;
  const standing = current?.standing.value;
  if (!current || !standing?.outcome || !standing.head || headOf(current.id) === standing.head) return;
  const kept = Object.entries({ ...read(), [current.id]: standing.head }).slice(-MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is full or forbidden: then the log has to speak for itself.
  }
});
