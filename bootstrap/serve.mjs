// @ts-check
import module from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileCache, isPinnedNode, root, runNode } from './programs.mjs';

/**
 * Runs a server program: in this process if it runs on the pinned Node, as every npm script does after the installation,
 * otherwise in a child process.
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
  // Worker threads read this variable. Without it each would compile again and load the type stripper into its memory.
  process.env.NODE_COMPILE_CACHE = compileCache;
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
  return undefined;
}
