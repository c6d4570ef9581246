// Builds everything the server gives to a browser into src/facedown/web: `node build.mjs [--dev] [--watch]`.
// `make web` calls it with what it needs: msgspec's wheel, and a hash of all sources to leave in the manifest.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, watch, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { bundleApp, bundleWorker, licences } from "./bundle.mjs";
import { compressAll, filesUnder, sha256 } from "./files.mjs";
import { PYODIDE, packPython } from "./python.mjs";

const REPO = join(import.meta.dirname, "..");
const OUT = join(REPO, "src/facedown/web");
const WHEELS = join(import.meta.dirname, ".cache/wheels");

/** What Pyodide loads from its own folder, by fixed names; the folder's name changes with their content. */
const RUNTIME = ["pyodide.asm.mjs", "pyodide.asm.wasm"];

async function build({ wheel, inputs, dev }) {
  const [fresh, old] = [`${OUT}.${process.pid}`, `${OUT}.${process.pid}.old`];
  mkdirSync(join(fresh, "assets"), { recursive: true });
  try {
    const worker = await bundleWorker(fresh, await placePython(fresh, wheel), dev);
    const app = await bundleApp(fresh, worker.address, dev);
    writeFileSync(join(fresh, "index.html"), app.page);
    if (!dev) await compressAll(fresh);
    writeFileSync(join(fresh, "manifest.json"), JSON.stringify({ inputs, files: sizes(fresh) }, null, 1));
    writeFileSync(join(fresh, "licences.txt"), licences([...worker.inputs, ...app.inputs]));
    // A server that is running sees the old files or the new ones, never half of each.
    if (existsSync(OUT)) renameSync(OUT, old);
    renameSync(fresh, OUT);
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts Pyodide and our Python where they are served, and returns their addresses. */
async function placePython(out, wheel) {
  const { library, packages } = await packPython(REPO, wheel);
  const place = (name, data) => {
    const to = `/assets/${name}-${sha256(data).slice(0, 8)}.zip`;
    writeFileSync(join(out, to), data);
    return to;
  };
  const runtime = RUNTIME.map((name) => join(PYODIDE, name));
  const folder = `/assets/pyodide-${sha256(...runtime.map((path) => readFileSync(path))).slice(0, 8)}/`;
  mkdirSync(join(out, folder));
  for (const [at, name] of RUNTIME.entries()) copyFileSync(runtime[at], join(out, folder, name));
  const { info } = JSON.parse(readFileSync(join(PYODIDE, "pyodide-lock.json"), "utf8"));
  return { pyodide: folder, library: place("library", library), packages: place("packages", packages), info };
}

/** Every file that is served with its size, as it is and compressed. */
function sizes(out) {
  const files = {};
  for (const path of filesUnder(out)) {
    const [, name, encoding = "identity"] = /^(.*?)(?:\.(br|gz))?$/.exec(relative(out, path));
    files[name] = { ...files[name], [encoding]: statSync(path).size };
  }
  return files;
}

async function attempt(options) {
  const start = performance.now();
  try {
    await build(options);
    console.log(`web: built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  } catch (error) {
    // A stack from Pyodide quotes a line of a megabyte.
    console.error(`web: not built: ${String(error.message).slice(-3000)}`);
    process.exitCode = 1;
  }
}

const { values: options } = parseArgs({
  options: {
    wheel: { type: "string" },
    inputs: { type: "string", default: "" },
    dev: { type: "boolean", default: false },
    watch: { type: "boolean", default: false },
  },
});
options.wheel ??= filesUnder(WHEELS).find((path) => path.endsWith(".whl"));
let building = attempt(options);
if (options.watch) {
  let waiting;
  watch(join(import.meta.dirname, "src"), { recursive: true }, () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => (building = building.then(() => attempt(options))), 100);
  });
}
