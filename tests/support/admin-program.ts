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
  return promisify(execFile)(process.execPath, [adminProgram, ...args], {
    env: programEnvironment(settings),
    timeout: 60_000,
    ...(as === undefined ? {} : { uid: as, gid: as }),
  }).then(
    (done) => ({ code: 0, ...done }),
    (failed: Ended) => failed,
  );
}

/** Starts a command of `npm run admin` that the test kills. */
export function startAdmin(args: string[], settings: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [adminProgram, ...args], { env: programEnvironment(settings), stdio: 'ignore' });
}
