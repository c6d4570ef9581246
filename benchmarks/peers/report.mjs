// One line of JSON per peer.
import { readFileSync } from "node:fs";

/** Print the figures of a peer with the version of the package that was measured. */
export function report(name, pkg, figures) {
  const { version } = JSON.parse(readFileSync(new URL(`node_modules/${pkg}/package.json`, import.meta.url)));
  console.log(JSON.stringify({ name, ...figures, version: `${pkg} ${version}` }));
}
