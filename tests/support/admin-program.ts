import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
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

/** Starts a command of `npm run admin` that the test kills. */
export function startAdmin(args: string[], settings: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [adminProgram, ...args], { env: programEnvironment(settings), stdio: 'ignore' });
}
