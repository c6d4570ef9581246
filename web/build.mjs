// Builds everything the server gives to a browser into src/facedown/web: `node build.mjs [--dev]`.
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleApp, bundleWorker } from "./bundle.mjs";
import { compressAll } from "./files.mjs";

const REPO = join(import.meta.dirname, "..");
const OUT = join(REPO, "src/facedown/web");

async function build({ dev }) {
  const fresh = `${OUT}.${process.pid}`;
  mkdirSync(join(fresh, "assets"), { recursive: true });
  try {
    const worker = "";
    writeFileSync(join(fresh, "index.html"), await bundleApp(fresh, worker, dev));
    if (!dev) await compressAll(fresh);
    // A server that is running sees the old files or the new ones, never half of each.
    rmSync(OUT, { recursive: true, force: true });
    renameSync(fresh, OUT);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const start = performance.now();
await build({ dev: process.argv.includes("--dev") });
console.log(`web: built in ${((performance.now() - start) / 1000).toFixed(1)} s`);
