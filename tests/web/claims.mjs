// Runs functions of the page's sources under Node: `node claims.mjs WEB`, with [[module, name, arguments], …] on its input.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const web = process.argv[2];
const { build } = createRequire(join(web, "package.json"))("esbuild");
const asked = JSON.parse(readFileSync(0, "utf8"));
// Storage as a page has it.
for (const name of ["localStorage", "sessionStorage"]) {
  const items = new Map();
  const value = { getItem: (key) => items.get(key) ?? null, setItem: (key, item) => void items.set(key, item) };
  Object.defineProperty(globalThis, name, { value, configurable: true });
}
const modules = {};
for (const name of new Set(asked.map(([module]) => module))) {
  const made = await build({ entryPoints: [join(web, `src/session/${name}.ts`)], bundle: true, format: "esm", write: false });
  modules[name] = await import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
}
const plain = (value) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value);
process.stdout.write(JSON.stringify(asked.map(([module, name, given]) => plain(modules[module][name](...given)) ?? null)));
