// The mirror's worker: Pyodide with our own Python, loaded once; what the page asks is handed to it in order.
//
// The policy of this script's own response applies here. Where it forbids WebAssembly, Pyodide would wait for
// ever: so it is asked first, and there is a timeout for whatever else may hang.
import { type Lockfile, loadPyodide } from "pyodide";
import type { Answer, Ask, Asks, Fault, Reply, Request } from "./protocol";
import type { Safe } from "./safe";

/** Where the build put what is loaded: the folder of Pyodide itself, and the two archives of Python. */
declare const PYTHON: { pyodide: string; library: string; packages: string; info: Lockfile["info"] };

const PATIENCE = 45_000;
const SITE = "/lib/python3.14/site-packages";

/** `Bridge` in src/facedown/table/bridge.py. To Python `undefined` is None. */
interface Bridge {
  ask(ask: Ask, fields: string): string;
  key_of(snapshot: string): string;
  unsaved(): string;
  restore(key: string, kept: string | undefined): void;
}

const reply = (message: Reply): void => self.postMessage(message);

/** Where our files are: the worker's own origin. */
const here = (path: string): string => new URL(path, self.location.href).href;

async function fetched(path: string): Promise<ArrayBuffer> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.arrayBuffer();
}

/** The smallest module there is: its header. */
const NOTHING = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

async function load(): Promise<Bridge> {
  await WebAssembly.compile(NOTHING).catch(() => {
    throw new Error("WebAssembly is not allowed here: the policy needs 'wasm-unsafe-eval'");
  });
  const loading = loadPyodide({
    indexURL: here(PYTHON.pyodide),
    stdLibURL: here(PYTHON.library),
    // Nothing is ever installed from elsewhere, so there is no list of what could be.
    lockFileContents: { info: PYTHON.info, packages: {} },
    packageBaseUrl: here(PYTHON.pyodide),
  });
  const [python, packages] = await Promise.all([loading, fetched(PYTHON.packages)]);
  python.unpackArchive(packages, "zip", { extractDir: SITE });
  return python.runPython("from facedown.table.bridge import Bridge; Bridge()") as Bridge;
}

function timeout(): Promise<never> {
  const why = `it did not load in ${PATIENCE / 1000} s`;
  return new Promise((_, reject) => setTimeout(() => reject(new Error(why)), PATIENCE));
}

const bridge = Promise.race([load(), timeout()]);

bridge.then(
  () => {
    reply({ type: "ready" });
    // Most matches are signed, and what is not here has to be waited for.
    void sodium().catch(() => undefined);
    // Keys of a match that ended while we were away are not needed any more.
    void cleanUp().catch(() => undefined);
  },
  (error: unknown) => reply({ type: "failed", why: said(error) }),
);

/** What is asked is answered in order, though some of it has to wait for libsodium and the safe. */
let turn: Promise<unknown> = bridge.catch(() => null);

self.onmessage = ({ data }: MessageEvent<Request | { tab: [string, string][] }>) => {
  if ("tab" in data) {
    for (const [key, kept] of data.tab) tab.set(key, kept);
    return;
  }
  turn = turn.then(async () => {
    const python = await bridge.catch(() => null);
    if (python) reply({ type: "answer", id: data.id, json: await answer(python, data) });
  });
};

/** A dealer whose matches need keys of their own, named in a snapshot or a log, which are JSON inside JSON here. */
const SEALED = /"mental\\*"/;
/** Such a match, or one in which somebody signs: then libsodium is needed. */
const SIGNED = /"mental\\*"|"(?:key|server)\\*":\\*"[0-9a-f]/;

const sodium = async (): Promise<void> => (await import("./sodium")).loadSodium();

/** What the tab has kept, where the browser gives no cipher. */
const tab = new Map<string, string>();
let safe: Promise<Safe> | null = null;

/** Our keys, once they were needed. */
const opened = (): Promise<Safe> =>
  (safe ??= openSafe().catch((error: unknown) => {
    safe = null;
    throw new Error(`your keys cannot be kept in this browser: ${said(error)}`);
  }));

async function openSafe(): Promise<Safe> {
  const { Safe } = await import("./safe");
  const ours = await Safe.open(tab, (key, kept) => reply({ type: "tab", key, kept }));
  reply({ type: "safe", where: ours.where });
  void ours.tidy(over).catch(() => undefined);
  return ours;
}

/** Looks after the safe if there is one. */
async function cleanUp(): Promise<void> {
  const found = await indexedDB.databases?.();
  if (found?.some(({ name }) => name === "facedown")) await opened();
}

/** Whether a match is over, by the server's word. */
async function over(match: string): Promise<boolean> {
  const answer = await fetch(`/matches/${match}`, { headers: { Accept: "application/json" } });
  return answer.ok && ((await answer.json()) as { finished: number | null }).finished !== null;
}

async function answer(python: Bridge, request: Request): Promise<string> {
  try {
    const fields = JSON.stringify(request.with);
    if (SIGNED.test(fields)) await sodium();
    const keys = request.ask === "bind" || (request.ask === "open" && (await bring(python, (request.with as Asks["open"]["ask"]).snapshot)));
    if (keys) await opened();
    const json = python.ask(request.ask, fields);
    // What was signed is kept before anybody can send it.
    return (safe && (await kept(python, await safe))) ?? json;
  } catch (error) {
    // Python answers every mistake of its own; this is one of Pyodide, out of memory say, or of the safe.
    return JSON.stringify({ fault: { code: "broken", who: "mirror", why: said(error), at: null } } satisfies Answer);
  }
}

/** Whether a match is a sealed one of ours; then Python gets the keys to it, if they are here. */
async function bring(python: Bridge, snapshot: string): Promise<boolean> {
  if (!SEALED.test(snapshot)) return false;
  let key = "";
  try {
    key = python.key_of(snapshot);
  } catch {
    return false; // no snapshot at all: `open` says what is wrong with it
  }
  if (!key) return false;
  const { match } = JSON.parse(snapshot) as { match: string };
  python.restore(key, await (await opened()).take(key, match));
  return true;
}

/** Keeps what has changed in our pockets. A fault, as an answer, if another tab carries one of them now. */
async function kept(python: Bridge, safe: Safe): Promise<string | null> {
  let lost = false;
  for (const [key, pocket] of Object.entries(JSON.parse(python.unsaved()) as Record<string, string | null>)) {
    if (await safe.keep(key, pocket)) continue;
    python.restore(key, undefined);
    lost = true;
  }
  const fault: Fault = { code: "elsewhere", who: "you", why: "this match goes on in another tab of this browser", at: null };
  return lost ? JSON.stringify({ fault } satisfies Answer) : null;
}

/** An error in Pyodide quotes a line of a megabyte: only the message, and only its end. */
function said(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(-500);
}
