// The Python that runs in the page: the standard library, msgspec and our own packages without I/O, compiled.
// Pyodide runs pack.py to make it, and the result is booted before it is believed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { loadPyodide, version } from "pyodide";
import { cached, filesUnder, sha256 } from "./files.mjs";

/** Where npm put Pyodide. */
export const PYODIDE = dirname(fileURLToPath(import.meta.resolve("pyodide"))) + "/";

/** Our packages that have no I/O, and so run in the page. */
const OURS = JSON.parse(readFileSync(join(import.meta.dirname, "package.json"), "utf8")).python;
const SITE = "/lib/python3.14/site-packages";

/** The two archives: `library`, trimmed to what our packages can import, and `packages`, msgspec and ours. */
export async function packPython(repo, wheel) {
  const sources = ourSources(join(repo, "src/facedown"));
  const recipe = [readFileSync(join(import.meta.dirname, "pack.py")), readFileSync(import.meta.filename), version];
  const inputs = [...recipe, readFileSync(wheel), ...sources.flatMap(({ name, data }) => [name, data])];
  const key = sha256(...inputs.map((input) => sha256(input)));
  let packing;
  const pack = () => (packing ??= runPack(sources, wheel));
  const library = await cached(`${key}.library.zip`, async () => (await pack()).library);
  const packages = await cached(`${key}.packages.zip`, async () => (await pack()).packages);
  return { library, packages };
}

function ourSources(root) {
  const paths = [join(root, "__init__.py"), ...OURS.flatMap((folder) => filesUnder(join(root, folder), ["__pycache__"]))];
  return paths
    .filter((path) => path.endsWith(".py"))
    .map((path) => ({ name: `facedown/${relative(root, path)}`, data: readFileSync(path) }));
}

async function runPack(sources, wheel) {
  // Without a fixed seed the same sources would not give the same bytes.
  const python = await loadPyodide({ indexURL: PYODIDE, env: { PYTHONHASHSEED: "0" } });
  const put = (path, data) => {
    python.FS.mkdirTree(dirname(path));
    python.FS.writeFile(path, new Uint8Array(data));
  };
  put("/stdlib.zip", readFileSync(join(PYODIDE, "python_stdlib.zip")));
  put("/pack/pack.py", readFileSync(join(import.meta.dirname, "pack.py")));
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: SITE });
  for (const { name, data } of sources) put(`${SITE}/${name}`, data);
  const count = python.runPython(`
    import sys
    sys.path.append("/pack")
    import pack
    pack.import_all(["facedown", "msgspec"], "${SITE}")
    pack.pack_site("${SITE}", "/packages.zip")
    pack.pack_library("/stdlib.zip", "/library.zip")
  `);
  console.log(`web: packed ${count} modules of the standard library and ${sources.length} of ours`);
  const packed = { library: python.FS.readFile("/library.zip"), packages: python.FS.readFile("/packages.zip") };
  await bootTest(packed);
  return packed;
}

/** Boots the packed Python as the page does, and runs each part of it once. */
async function bootTest({ library, packages }) {
  const folder = mkdtempSync(join(tmpdir(), "facedown-"));
  try {
    const stdLibURL = join(folder, "library.zip");
    writeFileSync(stdLibURL, library);
    const python = await loadPyodide({ indexURL: PYODIDE, stdLibURL });
    python.unpackArchive(packages, "zip", { extractDir: SITE });
    python.runPython(readFileSync(join(import.meta.dirname, "boot_test.py"), "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
