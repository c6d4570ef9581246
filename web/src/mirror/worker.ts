// The mirror's worker: Pyodide with our own Python, loaded once; what the page asks is handed to it in order.
//
// The policy of this script's own response applies here. Where it forbids WebAssembly, Pyodide waits for ever:
// hence the timeout.
import { type Lockfile, loadPyodide } from "pyodide";
import type { Ask, Reply, Request } from "./protocol";

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

async function load(): Promise<Bridge> {
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
  const why = `nothing after ${PATIENCE / 1000} s; does the policy of this page allow 'wasm-unsafe-eval'?`;
  return new Promise((_, reject) => setTimeout(() => reject(new Error(why)), PATIENCE));
}

const bridge = Promise.race([load(), timeout()]);

bridge.then(
  () => reply({ type: "ready" }),
  // The stack of an error in Pyodide quotes a line of a megabyte: only the message, and only its end.
  (error: unknown) => reply({ type: "failed", why: String(error instanceof Error ? error.message : error).slice(-500) }),
);

self.onmessage = async ({ data }: MessageEvent<Request>) => {
  const ask = await bridge.catch(() => null);
  if (ask) reply({ type: "answer", id: data.id, json: ask(data.ask, JSON.stringify(data.with)) });
};
