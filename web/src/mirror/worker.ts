// The mirror's worker: Pyodide with our own Python, loaded once; what the page asks is handed to it in order.
//
// The policy of this script's own response applies here. Where it forbids WebAssembly, Pyodide would wait for
// ever: so it is asked first, and there is a timeout for whatever else may hang.
import { type Lockfile, loadPyodide } from "pyodide";
import type { Answer, Ask, Reply, Request } from "./protocol";

/** Where the build put what is loaded: the folder of Pyodide itself, and the two archives of Python. */
declare const PYTHON: { pyodide: string; library: string; packages: string; info: Lockfile["info"] };

const PATIENCE = 45_000;
const SITE = "/lib/python3.14/site-packages";

type Bridge = (ask: Ask, fields: string) => string;

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
  const packages = fetched(PYTHON.packages);
  const python = await loadPyodide({
    indexURL: here(PYTHON.pyodide),
    stdLibURL: here(PYTHON.library),
    // Nothing is ever installed from elsewhere, so there is no list of what could be.
    lockFileContents: { info: PYTHON.info, packages: {} },
    packageBaseUrl: here(PYTHON.pyodide),
  });
  python.unpackArchive(await packages, "zip", { extractDir: SITE });
  return python.runPython("from facedown.table.bridge import Bridge; Bridge().ask") as Bridge;
}

function timeout(): Promise<never> {
  const why = `it did not load in ${PATIENCE / 1000} s`;
  return new Promise((_, reject) => setTimeout(() => reject(new Error(why)), PATIENCE));
}

const bridge = Promise.race([load(), timeout()]);

bridge.then(
  () => reply({ type: "ready" }),
  (error: unknown) => reply({ type: "failed", why: said(error) }),
);

/** What is asked is answered in order, though some of it has to wait for libsodium. */
let turn: Promise<unknown> = bridge.catch(() => null);

self.onmessage = ({ data }: MessageEvent<Request>) => {
  turn = turn.then(async () => {
    const ask = await bridge.catch(() => null);
    if (ask) reply({ type: "answer", id: data.id, json: await answer(ask, data) });
  });
};

/** A dealer whose matches need libsodium, named in a snapshot or a log, which are JSON inside JSON here. */
const SEALED = /"mental\\*"/;

async function answer(ask: Bridge, request: Request): Promise<string> {
  try {
    const fields = JSON.stringify(request.with);
    if (SEALED.test(fields)) await (await import("./sodium")).loadSodium();
    return ask(request.ask, fields);
  } catch (error) {
    // Python answers every mistake of its own; this is one of Pyodide, out of memory say.
    const broken: Answer = { fault: { code: "broken", who: "mirror", why: said(error), at: null } };
    return JSON.stringify(broken);
  }
}

/** An error in Pyodide quotes a line of a megabyte: only the message, and only its end. */
function said(error: unknown): string {
  return String(error instanceof Error ? error.message : error).slice(-500);
}
