// Runs golden.py in the packed Python: as a worker in a browser, or in Node.js (`node golden.js PYODIDE LIBRARY PACKAGES`).
const SITE = "/lib/python3.14/site-packages";

async function golden(loadPyodide, config, packages, script) {
  const python = await loadPyodide(config);
  python.unpackArchive(packages, "zip", { extractDir: SITE });
  // Without a file of its own; the module's name keeps it from writing one.
  return python.runPython(`${script}\ntext()`, { filename: "/golden.py", globals: python.toPy({ __name__: "golden", __file__: "/golden.py" }) });
}

if (globalThis.process) {
  const [, , pyodide, library, packages] = process.argv;
  const { readFileSync } = await import("node:fs");
  const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
  const script = readFileSync(new URL("golden.py", import.meta.url), "utf8");
  const config = { indexURL: `${pyodide}/`, stdLibURL: library };
  process.stdout.write(await golden(loadPyodide, config, new Uint8Array(readFileSync(packages)), script));
} else {
  // What fails in a promise reaches nobody who waits for this worker: it is said aloud.
  self.onunhandledrejection = ({ reason }) => self.postMessage(String(reason));
  self.onmessage = async ({ data: { pyodide, library, packages } }) => {
    const { loadPyodide } = await import("/beside/pyodide.mjs");
    const text = async (path) => (await fetch(path)).text();
    const config = {
      indexURL: new URL(pyodide, location.href).href,
      stdLibURL: new URL(library, location.href).href,
      lockFileURL: "/beside/pyodide-lock.json",
    };
    const bytes = await (await fetch(packages)).arrayBuffer();
    self.postMessage(await golden(loadPyodide, config, bytes, await text("/beside/golden.py")));
  };
}
