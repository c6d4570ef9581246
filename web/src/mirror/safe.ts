// Where the keys of sealed matches lie: one record a match, under the public key that we sign it with.
//
// In a secure context (https, or this very machine) they are kept in the browser's database, encrypted by AES-GCM
// with a key that no script can take out of it. On plain HTTP from another machine there is no such cipher: then the
// page keeps them as long as its tab lives (sessionStorage), and the database knows only who carries them.
//
// Nobody may sign two different things for one place of a log, so only one worker carries a match at a time. Whoever
// takes it last has it; another that still believes to have it cannot keep anything any more, and so says nothing.
import { all, change, database, done } from "./database";

/** `locked`: encrypted, and there when the tab is opened again. `tab`: readable, gone with the tab. */
export type Where = "locked" | "tab";

interface Pocket {
  /** The worker that carries it. */
  holder: string;
  /** Counts what was kept: a copy in a tab that is not the newest is worth nothing. */
  version: number;
  match: string;
  /** When it was kept, milliseconds since 1970. */
  when: number;
  iv?: Uint8Array<ArrayBuffer>;
  sealed?: ArrayBuffer;
}

const DAY = 24 * 3600 * 1000;
/** Days after which keys that never came to a match are thrown away, and those of a match that nobody finished. */
const UNUSED = 1;
const FORGOTTEN = 60;

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export class Safe {
  readonly #me = crypto.randomUUID?.() ?? String(crypto.getRandomValues(new Uint32Array(4)));

  private constructor(
    private readonly base: IDBDatabase,
    /** The key that locks them; null where the browser gives no cipher. */
    private readonly lock: CryptoKey | null,
    /** What the tab had kept, and what it has to keep now. */
    private readonly tab: Map<string, string>,
    private readonly keepInTab: (key: string, kept: string | null) => void,
  ) {}

  static async open(tab: Map<string, string>, keepInTab: (key: string, kept: string | null) => void): Promise<Safe> {
    const base = await database();
    return new Safe(base, crypto.subtle ? await lockOf(base) : null, tab, keepInTab);
  }

  get where(): Where {
    return this.lock ? "locked" : "tab";
  }

  /** The pocket with this key for us to carry, as it was kept last; undefined if it is not here. */
  async take(key: string, match: string): Promise<string | undefined> {
    const found = await change<Pocket>(this.base, key, (pocket) => pocket && { ...pocket, holder: this.#me, match });
    if (!found) return undefined;
    if (this.lock && found.iv && found.sealed) {
      const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv: found.iv, additionalData: bytes(key) }, this.lock, found.sealed);
      return new TextDecoder().decode(plain);
    }
    const [version, kept] = (this.tab.get(key) ?? "").split(":");
    return Number(version) === found.version ? kept : undefined;
  }

  /** Keep a pocket, or forget it (null). False: another tab carries it now, and nothing was kept. */
  async keep(key: string, kept: string | null): Promise<boolean> {
    if (kept === null) {
      await change<Pocket>(this.base, key, () => null);
      this.#inTab(key, null);
      return true;
    }
    const locked = this.lock && (await encrypted(this.lock, key, kept));
    let ours = true;
    const now = await change<Pocket>(this.base, key, (before) => {
      ours = !before || before.holder === this.#me;
      if (!ours) return before;
      return { holder: this.#me, version: (before?.version ?? 0) + 1, match: before?.match ?? "", when: Date.now(), ...locked };
    });
    if (ours && !this.lock) this.#inTab(key, `${now!.version}:${kept}`);
    return ours;
  }

  /** Forget the keys of matches that are over, or that never began. */
  async tidy(over: (match: string) => Promise<boolean>): Promise<void> {
    for (const [key, pocket] of await all<Pocket>(this.base)) {
      const days = (Date.now() - pocket.when) / DAY;
      if (pocket.holder === this.#me) continue;
      if (days > (pocket.match ? FORGOTTEN : UNUSED) || (pocket.match && (await over(pocket.match)))) await change(this.base, key, () => null);
    }
  }

  #inTab(key: string, kept: string | null): void {
    if (kept === null) this.tab.delete(key);
    else this.tab.set(key, kept);
    this.keepInTab(key, kept);
  }
}

async function encrypted(lock: CryptoKey, key: string, kept: string): Promise<{ iv: Uint8Array<ArrayBuffer>; sealed: ArrayBuffer }> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, sealed: await crypto.subtle.encrypt({ name: "AES-GCM", iv, additionalData: bytes(key) }, lock, bytes(kept)) };
}

/** The browser's own key for our records: made once, and never to be read. */
async function lockOf(base: IDBDatabase): Promise<CryptoKey> {
  const read = (): Promise<CryptoKey | undefined> => done(base.transaction("locks").objectStore("locks").get("pockets") as IDBRequest<CryptoKey | undefined>);
  const before = await read();
  if (before) return before;
  const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
  // Another tab may have been quicker: then its key is the one.
  await done(base.transaction("locks", "readwrite").objectStore("locks").add(fresh, "pockets")).catch(() => undefined);
  return (await read()) ?? fresh;
}
