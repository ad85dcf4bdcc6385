import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileCache } from '../../bootstrap/programs.mjs';

/** The program of `npm run admin`. */
export const adminProgram = join(import.meta.dirname, '../../src/app/server/admin.ts');

/** Returns the environment of a program under test: from the caller's environment only PATH. */
export function programEnvironment(settings: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], NODE_COMPILE_CACHE: compileCache, ...settings };
}

export type Ended = { code: number; stdout: string; stderr: string };

/** Runs a command of `npm run admin` until it ends. `as` is the id of the user and group that runs it. */
export function runAdmin(args: string[], settings: NodeJS.ProcessEnv, as?: number): Promise<Ended> {
  return untilEnd([process.execPath, adminProgram, ...args], settings, as === undefined ? {} : { uid: as, gid: as });
}

/** Runs a command so that the modes of files apply to it, also for root: without the capabilities that pass over them. */
export function runAdminWithoutOverride(args: string[], settings: NodeJS.ProcessEnv): Promise<Ended> {
  const dropped = '-dac_override,-dac_read_search';
  const prefix = process.getuid?.() === 0 ? ['setpriv', '--bounding-set', dropped, '--inh-caps', dropped] : [];
  return untilEnd([...prefix, process.execPath, adminProgram, ...args], settings);
}

/**
 * Runs a command with `folder` on a disk of this size. The mount ends with the process, also if the tests are killed.
 * Returns undefined if this user may not mount a disk.
 */
export async function runAdminOnSmallDisk(
  args: string[],
  settings: NodeJS.ProcessEnv,
  { folder, size }: { folder: string; size: string },
): Promise<Ended | undefined> {
  return runAdminMounted(args, settings, folder, `mount -t tmpfs -o size=${size} tmpfs "$0"`);
}

/** The same with `folder` mounted read-only. */
export async function runAdminOnReadOnlyDisk(
  args: string[],
  settings: NodeJS.ProcessEnv,
  folder: string,
): Promise<Ended | undefined> {
  return runAdminMounted(args, settings, folder, 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"');
}

async function runAdminMounted(
  args: string[],
  settings: NodeJS.ProcessEnv,
  folder: string,
  mount: string,
): Promise<Ended | undefined> {
  const mounted = (program: string[]) => {
    const script = `${mount} && exec "$@"`;
    return ['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, folder, ...program];
  };
  const { code } = await untilEnd(mounted(['true']), {});
  return code === 0 ? untilEnd(mounted([process.execPath, adminProgram, ...args]), settings) : undefined;
}

function untilEnd(
  [program = '', ...args]: string[],
  settings: NodeJS.ProcessEnv,
  as: { uid?: number; gid?: number } = {},
): Promise<Ended> {
  const options = { env: programEnvironment(settings), timeout: 60_000, ...as };
  return promisify(execFile)(program, args, options).then(
    (done) => ({ code: 0, ...done }),
    (failed: Ended) => failed,
  );
}

const killAt = new URL('./kill-at.ts', import.meta.url).href;

/** Runs a command of `npm run admin` until it is killed, at its n-th step that changes stored data (`kill-at.ts`). */
export async function killAdmin(args: string[], settings: NodeJS.ProcessEnv, step: number): Promise<void> {
  const killing = { NODE_OPTIONS: `--import ${killAt}`, KILL_AT_STEP: String(step), KILL_FROM_START: 'yes' };
  const child = spawn(process.execPath, [adminProgram, ...args], {
    env: programEnvironment({ ...settings, ...killing }),
    stdio: 'ignore',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  assert.deepEqual([code, signal], [null, 'SIGKILL'], `it ended before step ${step}`);
}
