// Files by their content: what they are called, what is kept of them between builds, how they are compressed.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/** Results of slow steps, by the hash of what went in. Safe to delete. */
const CACHE = join(import.meta.dirname, ".cache");

const LARGE = 500_000;
const COMPRESSED_ALREADY = new Set([".woff2", ".png"]);

/** The hash of some bytes or texts, one after another, as hex. */
export function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}

/** All files under a folder, sorted, folders not followed into `skip`. */
export function filesUnder(folder, skip = []) {
  const found = [];
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!skip.includes(entry.name)) found.push(...filesUnder(path, skip));
    } else found.push(path);
  }
  return found;
}

/** The bytes that `make` gives, from the cache if the same inputs gave them before. */
export async function cached(key, make) {
  const path = join(CACHE, key);
  if (!existsSync(path)) {
    mkdirSync(dirname(path), { recursive: true });
    const data = await make();
    // Named at once when it is whole: a build that is interrupted leaves nothing half done.
    writeFileSync(`${path}.${process.pid}`, data);
    renameSync(`${path}.${process.pid}`, path);
  }
  return readFileSync(path);
}

const COMPRESS = { br: brotli, gz: (data) => promisify(gzip)(data, { level: 9 }) };

/** Writes `.br` and `.gz` beside each file that gets smaller by it, all at once on all cores. */
export async function compressAll(folder) {
  const wanted = filesUnder(folder).filter((path) => !COMPRESSED_ALREADY.has(extname(path)) && statSync(path).size >= 256);
  await Promise.all(wanted.flatMap((path) => Object.keys(COMPRESS).map((ending) => compress(path, ending))));
}

async function compress(path, ending) {
  const data = readFileSync(path);
  const packed = await cached(`${sha256(data)}.${ending}`, () => COMPRESS[ending](data));
  if (packed.length < data.length) writeFileSync(`${path}.${ending}`, packed);
}

/** Quality 11 is the best there is, but takes minutes for a large file. */
function brotli(data) {
  return promisify(brotliCompress)(data, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: data.length > LARGE ? 9 : 11,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: data.length,
    },
  });
}
