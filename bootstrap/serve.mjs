// @ts-check
import { join } from 'node:path';
import process from 'node:process';
import { compileCache, isPinnedNode, root, runNode } from './programs.mjs';

/**
 * The allocator of glibc gives freed memory back from this size on, its own initial value. Unless it is set, it grows with
 * the largest block, and each of some ten threads keeps up to twice as much (docs/decisions/memory.md#freed-memory).
 */
const allocator = { MALLOC_TRIM_THRESHOLD_: '131072' };

/**
 * The size in MiB up to which V8 grows a half of its space for new objects. It grows to 32 under load, and an idle server
 * keeps all three of them until it has allocated as much again. Source: V8, heap.cc.
 */
const heap = '--max-semi-space-size=8';

/**
 * Runs a server program: in this process if it runs on the pinned Node, as every npm script does after the installation,
 * otherwise in a child process. The allocator and the compile cache of worker threads read variables of the environment at
 * the start of a process, so the program replaces this one.
 * @param {string} entry
 * @param {string[]} args
 * @returns {Promise<number | undefined>}
 */
export async function serve(entry, args) {
  const program = [heap, join(root, entry), ...args];
  const env = { ...allocator, ...process.env, NODE_COMPILE_CACHE: compileCache };
  if (!isPinnedNode() || !process.execve) return runNode(program, { env });
  return process.execve(process.execPath, [process.execPath, ...process.execArgv, ...program], env);
}
