// Names are written by strangers: whatever is in one, it does not turn round what stands beside it.
import type { ComponentChildren } from "preact";
import { called } from "./opponents";
import { sentence } from "./toast";

export const Name = ({ children }: { children: ComponentChildren }): ComponentChildren => <bdi>{children}</bdi>;

/** A sentence of our own Python about these players, with their names as they are shown on these pages. */
export function Told({ text, names }: { text: string; names: readonly string[] }): ComponentChildren {
  const escaped = [...names].sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return <>{sentence(text)}</>;
  const parts = text.split(new RegExp(`(${escaped.join("|")})`));
  const last = parts.length - 1;
  return parts.map((part, at) => {
    if (at % 2) return <Name key={at}>{called(part)}</Name>;
    const begun = at === 0 ? part.charAt(0).toUpperCase() + part.slice(1) : part;
    return at === last && !/[.!?…]$/.test(begun) ? `${begun}.` : begun;
  });
}
