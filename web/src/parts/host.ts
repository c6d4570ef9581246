// Whose copy of this client it is. Only the player's own can be believed about it: that is what it is for.
import { signal } from "@preact/signals";

export interface Host {
  /** Whether it comes from the player's own installation, by `facedown join`. */
  own: boolean;
  /** The server that it then plays on. */
  server: string;
}

export const host = signal<Host | null>(null);

void fetch("/host", { headers: { Accept: "application/json" } })
  .then(async (answer) => {
    if (answer.ok) host.value = (await answer.json()) as Host;
  })
  .catch(() => undefined);
