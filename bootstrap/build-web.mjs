// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readStamp } from './fingerprint.mjs';
import { CannotGoOn, root, runNode } from './programs.mjs';

const builtPage = join(root, 'dist/web/index.html');
// Beside the folder, not in it: what is in it is served.
const stamp = join(root, 'dist/web.built-from');

/** Builds the front end, unless it was built from exactly these sources already. */
export async function buildWeb() {
  const wanted = fingerprint(sources(), (path) => !path.endsWith('.test.ts'));
  const built = existsSync(builtPage) ? readStamp(stamp) : undefined;
  if (built === wanted) return;
  console.log(`Building the front end: ${built === undefined ? 'it is not built yet' : 'its sources have changed'}.`);
  rmSync(stamp, { force: true });
  const exitCode = await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (exitCode !== 0) throw new CannotGoOn('The front end could not be built; the message is above.', exitCode);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Everything that ends up in the bundle or decides how it is made. */
function sources() {
  const rooms = readdirSync(join(root, 'src/features'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [
    'src/shared',
    'src/web',
    'src/app/browser',
    'public',
    'index.html',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.web.json',
    'package-lock.json',
    ...rooms.flatMap(({ name }) => [...faceOf(name), `src/features/${name}/web`]),
  ];
}

/** @param {string} feature */
function faceOf(feature) {
  return readdirSync(join(root, 'src/features', feature))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/features/${feature}/${name}`);
}
