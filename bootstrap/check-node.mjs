// @ts-check
// The first import of run.mjs. The other files end with a stack trace on an older Node, so this one imports none of them.
import { readFileSync } from 'node:fs';

const { engines } = /** @type {{ engines: { node: string } }} */ (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
);
const needed = engines.node.replace('>=', '');

/** @param {string} version */
const numberOf = (version) => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major * 1000 + minor;
};

if (numberOf(process.versions.node) < numberOf(needed)) {
  console.error(
    `Node ${process.versions.node} is too old. Stowage needs Node ${needed} or newer for its installation; README.md says how to get it.`,
  );
  process.exit(1);
}
