// The page's own code: esbuild makes modules, styles and fonts with names that change with their content.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, parse } from "node:path";
import { build } from "esbuild";
import { sha256 } from "./files.mjs";

const HERE = import.meta.dirname;

/** What every bundle has in common. Names carry a hash of the content, so they can be cached for ever. */
function settings(out, { dev, define }) {
  return {
    absWorkingDir: HERE,
    bundle: true,
    format: "esm",
    target: ["es2022"],
    platform: "browser",
    jsx: "automatic",
    jsxImportSource: "preact",
    minify: !dev,
    sourcemap: dev ? "linked" : false,
    legalComments: "none",
    metafile: true,
    outdir: join(out, "assets"),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    // Pyodide asks for these in Node only.
    external: ["node:*", "ws"],
    loader: { ".woff2": "file", ".svg": "file", ".png": "file" },
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
    logLevel: "warning",
  };
}

/** The address of an output file of esbuild. */
const address = (path) => "/assets/" + path.split("/").pop();

/** The worker that holds the mirror. `python` are the addresses of what it loads. */
export async function bundleWorker(out, python, dev) {
  const entry = "src/mirror/worker.ts";
  // Split: libsodium is fetched for sealed matches only.
  const made = await build({
    ...settings(out, { dev, define: { PYTHON: python } }),
    entryPoints: [entry],
    splitting: true,
  });
  return { address: outputOf(made.metafile, entry).address, inputs: Object.keys(made.metafile.inputs) };
}

/** The app, its styles and fonts, and the page that starts it. */
export async function bundleApp(out, worker, dev) {
  const entry = "src/main.tsx";
  const made = await build({
    ...settings(out, { dev, define: { MIRROR_WORKER: worker } }),
    entryPoints: [entry],
    splitting: true,
  });
  const main = outputOf(made.metafile, entry);
  const found = { "./main.tsx": main.address, "./main.css": main.styles };
  const preloads = main.imports.map((path) => `<link rel="modulepreload" href="${path}">`).join("\n    ");
  const source = readFileSync(join(HERE, "src/index.html"), "utf8");
  const page = source.replace(/(src|href)="(\.\/[^"]+|@fontsource\/[^"]+)"/g, (_, attribute, name) => {
    const to = found[name] ?? copied(made.metafile, name) ?? copy(name, out);
    return `${attribute}="${to}"`;
  });
  return { page: page.replace("<!-- modules -->", preloads), inputs: Object.keys(made.metafile.inputs) };
}

/** The licences of the packages that these files come from, in one text. */
export function licences(inputs) {
  const packages = inputs.map((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(packages)].filter(Boolean).sort().map(licence).join("\n\n");
}

function licence(name) {
  const folder = join(HERE, "node_modules", name);
  const { version, license, repository } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const source = typeof repository === "object" ? repository.url : repository;
  const text = join(folder, "LICENSE");
  const head = `${name} ${version}, ${license}\n${source}\n`;
  return existsSync(text) ? `${head}\n${readFileSync(text, "utf8")}` : head;
}

function outputOf(metafile, entry) {
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (output.entryPoint === entry) {
      const imports = output.imports.filter(({ kind, external }) => kind === "import-statement" && !external);
      return {
        address: address(path),
        styles: output.cssBundle && address(output.cssBundle),
        imports: imports.map((chunk) => address(chunk.path)),
      };
    }
  }
  throw new Error(`esbuild made nothing of ${entry}`);
}

const sourceOf = (name) => (name.startsWith("./") ? `src/${name.slice(2)}` : `node_modules/${name}`);

/** The address of a file (a font, an image) that the bundle has copied as it is. */
function copied(metafile, name) {
  const source = sourceOf(name);
  for (const [path, output] of Object.entries(metafile.outputs)) {
    const inputs = Object.keys(output.inputs);
    if (inputs.length === 1 && inputs[0] === source && !path.endsWith(".js")) return address(path);
  }
  return undefined;
}

/** A file that only the page names, an icon say. */
function copy(name, out) {
  const data = readFileSync(join(HERE, sourceOf(name)));
  const { name: stem, ext } = parse(name);
  const to = `/assets/${stem}-${sha256(data).slice(0, 8)}${ext}`;
  writeFileSync(join(out, to), data);
  return to;
}
