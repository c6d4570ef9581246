// Short messages at the edge of the page: what the server refused, and what was done, sometimes with a way back.
import { signal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { trouble } from "../session/session";
import { Icon } from "./icons";

interface Toast {
  id: number;
  text: string;
  kind: "done" | "trouble";
  undo?: () => void;
}

const words = { undo: "Undo", dismiss: "Dismiss", region: "Messages" };
const STAYS = 6_000;
const STAYS_WITH_UNDO = 12_000;

const toasts = signal<Toast[]>([]);
let count = 0;

function drop(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Say something in passing. `undo` adds a button that takes it back. */
export function toast(text: string, more: { kind?: Toast["kind"]; undo?: () => void } = {}): void {
  const id = ++count;
  const { kind = "done", undo } = more;
  toasts.value = [...toasts.value.slice(-2), { id, text, kind, ...(undo ? { undo } : {}) }];
  setTimeout(() => drop(id), undo ? STAYS_WITH_UNDO : STAYS);
}

/** Say what went wrong. */
export function complain(error: unknown): void {
  toast(error instanceof Error ? sentence(error.message) : String(error), { kind: "trouble" });
}

/** The server's messages begin small and have no full stop. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}

let shown = 0;

export function Toasts(): ComponentChildren {
  useSignalEffect(() => {
    const found = trouble.value;
    if (found && found.when > shown) {
      shown = found.when;
      complain(new Error(found.message));
    }
  });
  return (
    <div class="toasts" role="status" aria-live="polite" aria-label={words.region}>
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={`toast ${kind}`}>
          <Icon name={kind === "done" ? "check" : "broken"} />
          <span>{text}</span>
          {undo && (
            <button
              class="button small"
              onClick={() => {
                drop(id);
                undo();
              }}
            >
              {words.undo}
            </button>
          )}
          <button class="toast-close" onClick={() => drop(id)} aria-label={words.dismiss}>
            <Icon name="cross" />
          </button>
        </div>
      ))}
    </div>
  );
}
