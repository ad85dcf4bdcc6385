// @ts-check
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from './programs.mjs';

/**
 * Returns one hash over the names and contents of files and of whole folders. Ignores paths that do not exist.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [includes]
 */
export function fingerprint(paths, includes = () => true) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesUnder).filter(includes).toSorted()) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesUnder(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [path];
  return readdirSync(join(root, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    );
}

/** @param {string} path */
export function readFingerprint(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
