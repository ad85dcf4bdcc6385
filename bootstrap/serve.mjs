// @ts-check
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isPinnedNode, root, runNode } from './programs.mjs';
import { resolveByName } from './resolve-by-name.mjs';

// Compiled code is kept between starts, TypeScript's stripped form included.
const compileCache = join(root, 'node_modules/.cache/compiled');

/**
 * Runs a server program: in this process if this is the pinned Node already, as in every npm script once installed,
 * else in a child process.
 * @param {string} entry
 * @param {string[]} args
 * @returns {Promise<number | undefined>}
 */
export async function serve(entry, args) {
  const path = join(root, entry);
  if (!isPinnedNode()) {
    return runNode([path, ...args], { env: { ...process.env, NODE_COMPILE_CACHE: compileCache } });
  }
  module.enableCompileCache(compileCache);
  // Its threads read the environment: without this each would compile anew, with the stripper of types in its memory.
  process.env.NODE_COMPILE_CACHE = compileCache;
  resolveByName();
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
  return undefined;
}
