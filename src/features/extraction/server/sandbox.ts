import { execFile } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../../..');
const packages = join(root, 'node_modules');
const imported = (name: string) => `--import=${join(import.meta.dirname, '../worker', name)}`;

// Both paths, because Node checks the target of a symbolic link.
const readable = [...new Set([packages, realpathSync(packages)])];

/**
 * Node's rights for the process that decodes with WebAssembly: reading the program's own files. No other file, no network,
 * no database, no child process, no thread, no native code, no inspector, and no code from strings.
 */
export const wasmProcessArguments = [
  '--permission',
  `--allow-fs-read=${join(root, 'src')}/*`,
  ...readable.map((folder) => `--allow-fs-read=${folder}/*`),
  `--allow-fs-read=${join(root, 'package.json')}`,
  // The permission model does not cover SQLite.
  '--no-experimental-sqlite',
  '--disallow-code-generation-from-strings',
  '--disable-sigusr1',
  imported('remove-functions.ts'),
  '--max-old-space-size=512',
  '--disable-warning=SecurityWarning',
];

/** The rights of the process that parses untrusted documents: the same without WebAssembly. */
export const documentProcessArguments = [...wasmProcessArguments, imported('remove-web-assembly.ts')];

/** The rights of the process that decodes images, which also loads compiled addons. */
export const pictureProcessArguments = [...documentProcessArguments, '--allow-addons'];

const systemFolders = ['/usr', '/lib', '/lib32', '/lib64', '/nix/store', '/gnu/store'].filter((path) =>
  existsSync(path),
);

/**
 * The arguments of bubblewrap for namespaces without a network, without other processes, and with a read-only view of the
 * program and the system's libraries. The data folder does not exist in it, for native code too.
 */
export const bubblewrapArguments = [
  '--unshare-all',
  '--die-with-parent',
  '--new-session',
  '--cap-drop',
  'ALL',
  ...[...systemFolders, process.execPath, join(root, 'src'), ...readable, join(root, 'package.json')].flatMap(
    (path) => ['--ro-bind', path, path],
  ),
  '--dev',
  '/dev',
  '--chdir',
  root,
  '--remount-ro',
  '/',
];

const childrenFile = (pid: number) => `/proc/${pid}/task/${pid}/children`;

/** Returns the processes that a process has started, or none on systems that do not list them. */
export function childrenOf(pid: number): number[] {
  if (!existsSync(childrenFile(pid))) return [];
  return readFileSync(childrenFile(pid), 'utf8').split(' ').filter(Boolean).map(Number);
}

// Far above the start of a process on a busy machine.
const probeTimeoutMs = 30_000;

let works: Promise<boolean> | undefined;

/** Returns whether bubblewrap is installed and may create its namespaces. Containers and systemd units often forbid it. */
export async function hasBubblewrap(): Promise<boolean> {
  // Without the list of children, the memory of the program inside bubblewrap would have no limit.
  works ??= existsSync(childrenFile(process.pid)) ? tryBubblewrap() : Promise.resolve(false);
  return works;
}

async function tryBubblewrap(): Promise<boolean> {
  try {
    await promisify(execFile)('bwrap', [...bubblewrapArguments, process.execPath, '--version'], {
      env: {},
      timeout: probeTimeoutMs,
    });
    return true;
  } catch {
    return false;
  }
}

/** Returns the options of `fork` that start a program with these arguments of Node, inside bubblewrap if it works. */
export async function sandboxed(nodeArguments: readonly string[]): Promise<{ execPath: string; execArgv: string[] }> {
  if (!(await hasBubblewrap())) return { execPath: process.execPath, execArgv: [...nodeArguments] };
  return { execPath: 'bwrap', execArgv: [...bubblewrapArguments, process.execPath, ...nodeArguments] };
}
