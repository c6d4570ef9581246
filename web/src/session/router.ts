// Which page is shown: a path, and a place in the page behind the `#`.
import { batch, signal } from "@preact/signals";

export const path = signal(location.pathname);
export const hash = signal(location.hash.slice(1));

/** Go to a page of ours; what follows a `#` is the place in it. */
export function go(to: string, replace = false): void {
  const url = new URL(to, location.href);
  if (url.href === location.href) return;
  const another = url.pathname !== path.value;
  history[replace ? "replaceState" : "pushState"](null, "", url);
  look();
  if (another) scrollTo(0, 0);
}

function look(): void {
  batch(() => {
    path.value = location.pathname;
    hash.value = location.hash.slice(1);
  });
}

addEventListener("popstate", look);

// Links within the app need no reload. A place in the same page is the browser's own business.
document.addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a[href]") as HTMLAnchorElement | null;
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  go(link.pathname + link.hash);
});
