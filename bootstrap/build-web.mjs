// @ts-check
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, readFingerprint } from './fingerprint.mjs';
import { TaskError, root, runNode } from './programs.mjs';

const builtPage = join(root, 'dist/web/index.html');
// The server serves every file in dist/web, so this file is outside that folder.
const recordedFingerprint = join(root, 'dist/web.built-from');

/** Builds the front end, unless the current build comes from the same sources. */
export async function buildWeb() {
  const current = fingerprint(sources(), (path) => !path.endsWith('.test.ts'));
  const built = existsSync(builtPage) ? readFingerprint(recordedFingerprint) : undefined;
  if (built === current) return;
  console.log(`Building the front end: ${built === undefined ? 'it is not built yet' : 'its sources have changed'}.`);
  rmSync(recordedFingerprint, { force: true });
  const exitCode = await runNode(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (exitCode !== 0) throw new TaskError('The build of the front end failed. Vite printed the cause above.', exitCode);
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(recordedFingerprint, current);
}

/** Returns every file and folder that affects the bundle. */
function sources() {
  const features = readdirSync(join(root, 'src/features'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
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
    ...features.flatMap(({ name }) => browserPartsOf(name)),
  ];
}

/**
 * Returns the face and the browser side of a feature.
 * @param {string} feature
 */
function browserPartsOf(feature) {
  return readdirSync(join(root, 'src/features', feature))
    .filter((name) => name !== 'server' && name !== 'worker')
    .map((name) => `src/features/${feature}/${name}`);
}
