// @ts-check
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './programs.mjs';

/**
 * From here on an import of a file by its relative name, or by one of `imports` in package.json, is taken at its word. To
 * ask the disk about links and folders on the way to each of seven hundred modules takes a sixth of a start.
 */
export function resolveByName() {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  const { imports } = /** @type {{ imports: Record<string, string> }} */ (JSON.parse(text));
  const folders = Object.entries(imports).map(([name, target]) => ({
    prefix: name.slice(0, -1),
    url: pathToFileURL(join(root, target.slice(0, -1))).href,
  }));
  /** @param {string} name @param {string | undefined} importer */
  const urlOf = (name, importer) => {
    if (name.startsWith('.')) return new URL(name, importer).href;
    const folder = folders.find(({ prefix }) => name.startsWith(prefix));
    return folder && folder.url + name.slice(folder.prefix.length);
  };
  module.registerHooks({
    resolve(name, context, next) {
      // What is required may be a folder, or lack its ending.
      const url = context.conditions.includes('import') && /\.[jt]s$/.test(name) && urlOf(name, context.parentURL);
      return url ? { url, shortCircuit: true } : next(name, context);
    },
  });
}
