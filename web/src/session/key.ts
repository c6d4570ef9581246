// Our lasting key, by which others know us from match to match: made once for this browser, and never to be read.
//
// Without it one plays all the same, and the log then says that nobody answers for our part in it.
import { signal } from "@preact/signals";
import { database, done } from "../mirror/database";
import { hex } from "./digest";

export interface LastingKey {
  /** The public one, in hexadecimal. */
  public: string;
  sign(words: Uint8Array<ArrayBuffer>): Promise<string>;
}

/** `insecure`: the page came over plain HTTP; `unable`: this browser cannot sign, or keeps nothing. */
export type Keyless = "insecure" | "unable";

/** Our key, once it is there; or why there is none. */
export const ownKey = signal<LastingKey | Keyless | null>(null);

const NAME = "lasting";

/** Resolves when `ownKey` is known; null if we have none. */
export const lasting: Promise<LastingKey | null> = find().then(
  (found) => {
    ownKey.value = found ?? "insecure";
    return found;
  },
  () => {
    ownKey.value = "unable";
    return null;
  },
);

async function find(): Promise<LastingKey | null> {
  if (!crypto.subtle) return null;
  const base = await database();
  const read = (): Promise<CryptoKeyPair | undefined> => done(base.transaction("locks").objectStore("locks").get(NAME) as IDBRequest<CryptoKeyPair | undefined>);
  let pair = await read();
  if (!pair) {
    const fresh = (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"])) as CryptoKeyPair;
    // Another tab may have been quicker: then its key is the one.
    await done(base.transaction("locks", "readwrite").objectStore("locks").add(fresh, NAME)).catch(() => undefined);
    pair = await read();
  }
  base.close();
  if (!pair) throw new Error("this browser keeps nothing");
  const { privateKey, publicKey } = pair;
  return {
    public: hex(new Uint8Array(await crypto.subtle.exportKey("raw", publicKey))),
    sign: async (words) => hex(new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, words))),
  };
}
