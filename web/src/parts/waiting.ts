// Waiting for an opponent goes on while one looks at other pages, and over a line that was lost.
import { effect, signal } from "@preact/signals";
import { lobby, me, play, queued, trouble } from "../session/session";
import { line } from "../session/socket";
import { terms } from "./chosen";

/** When we began to wait, by performance.now(). */
export const since = signal<number | null>(null);

let again = false;

effect(() => {
  const waits = queued.value !== null || lobby.value !== null;
  since.value = waits ? (since.peek() ?? performance.now()) : null;
});

// The server forgets who waits when the line is lost.
effect(() => {
  if (line.value === "lost" && queued.peek()) again = true;
  if (line.value === "lost" && lobby.peek()) {
    lobby.value = null;
    trouble.value = { code: "lost", message: "The line was lost and the invitation with it; make a new one.", when: Date.now() };
  }
  if (line.value === "open" && me.value && again) {
    again = false;
    if (queued.peek()) void play("queue", terms());
  }
});
