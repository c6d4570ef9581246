// Keys of sealed matches where the browser gives no cipher (plain HTTP from another machine): they live and die with
// this tab, and whoever can read the browser's files can read them. The table says so.
const PREFIX = "facedown.pocket.";

/** What this tab has kept: after a reload the keys are still here. */
export function keptInTab(): [string, string][] {
  return Object.entries(sessionStorage).flatMap(([name, kept]) => (name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), String(kept)]] : []));
}

export function keepInTab(key: string, kept: string | null): void {
  if (kept === null) sessionStorage.removeItem(PREFIX + key);
  else sessionStorage.setItem(PREFIX + key, kept);
}
