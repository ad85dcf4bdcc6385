import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { extractionTimeoutMs, maxWorkerBytes } from '../extraction.rules.ts';
import type { Searchable } from '../extraction.rules.ts';
import { childrenOf, sandboxed } from './sandbox.ts';

/** The worker exceeded its time or memory limit, crashed, or could not read the content. */
export class ExtractionWorkerEnded extends Error {
  /** The text that the worker found before it failed. */
  searchable: Searchable | undefined;
}

export type WorkerProcess = {
  /**
   * Sends a request with its bytes, and returns the response. One call at a time. `onMessage` gets each message of the
   * process: it returns true for the response, and handles any other message. Throws ExtractionWorkerEnded, also above
   * `maxProcessorMs` of processor time.
   */
  request: (bytes: Readable, request: { size: number }, options: Options) => Promise<unknown>;
  /** Kills the process, even while it works. */
  stop: () => void;
};
type Options = { maxProcessorMs: number; timeoutMs?: number; onMessage: OnMessage };
export type OnMessage = (message: unknown, answer: (message: object) => void) => boolean;

// Libraries leak some memory. A new process costs 0.1 s.
const requestsPerProcess = 100;
const idleMs = 10_000;
const checkEveryMs = 250;
const memoryPageBytes = 4096;

// Systems without /proc do not report the processor time, so there the clock alone limits a request.
const reportsProcessorTime = existsSync('/proc/self/stat');

/** Starts the process at the first request, and kills it when it has been idle for 10 s or has failed. */
export function makeWorkerProcess(program: string, nodeArguments: readonly string[]): WorkerProcess {
  let child: ChildProcess | undefined;
  let requests = 0;
  let idle: NodeJS.Timeout | undefined;
  let stops = 0;

  const stop = () => {
    stops += 1;
    clearTimeout(idle);
    if (child) end(child);
    child = undefined;
  };
  const start = async () => {
    const stopsBefore = stops;
    const sandbox = await sandboxed(nodeArguments);
    if (stops > stopsBefore) throw new ExtractionWorkerEnded('it was stopped');
    requests = 0;
    const started = fork(program, {
      cwd: join(import.meta.dirname, '../../../..'),
      // No environment variables, because the settings contain secrets.
      env: {},
      ...sandbox,
      // A process group of its own: a signal to the group does not reach the server.
      detached: true,
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    // Writing to a process that has exited fails. The 'exit' event reports the exit.
    started.stdin?.on('error', () => {});
    started.on('error', () => {});
    return started;
  };

  return {
    async request(bytes, request, options) {
      try {
        clearTimeout(idle);
        if (requests >= requestsPerProcess) stop();
        child ??= await start();
        requests += 1;
        const response = await send(child, { bytes, request, ...options });
        idle = setTimeout(stop, idleMs).unref();
        return response;
      } catch (error) {
        stop();
        throw error;
      } finally {
        bytes.destroy();
      }
    },
    stop,
  };
}

/**
 * Kills the group of the process. If bubblewrap is killed right after its start, the program inside it is not yet bound to
 * end with it. A signal to a group also reaches a process that is just being forked; a list of children can miss it.
 */
function end(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All have ended already.
  }
  child.stdin?.destroy();
  if (child.connected) child.disconnect();
}

type Sent = Options & { bytes: Readable; request: object };

function send(
  child: ChildProcess,
  { bytes, request, maxProcessorMs, timeoutMs = extractionTimeoutMs, onMessage }: Sent,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const endsAt = performance.now() + (reportsProcessorTime ? timeoutMs : Math.min(timeoutMs, maxProcessorMs));
    const failed = (problem: string) => finish(() => reject(new ExtractionWorkerEnded(problem)));
    const maxProcessorAt = totalOf(child.pid, processorMsOf) + maxProcessorMs;
    const check = setInterval(() => {
      if (performance.now() > endsAt || totalOf(child.pid, processorMsOf) > maxProcessorAt) failed('it took too long');
      else if (totalOf(child.pid, memoryOf) > maxWorkerBytes) failed('it took too much memory');
    }, checkEveryMs);
    const crashed = () => failed('it crashed');
    const answer = (message: object) => void child.send(message, (error) => error && crashed());
    const received = (message: unknown) => {
      try {
        if (onMessage(message, answer)) finish(() => resolve(message));
      } catch (error) {
        finish(() => reject(error instanceof Error ? error : new Error(String(error))));
      }
    };
    const finish = (settle: () => void) => {
      clearInterval(check);
      child.off('exit', crashed).off('message', received);
      settle();
    };
    child.once('exit', crashed).on('message', received);
    // An error of the blob store is not a fault of the content.
    bytes.once('error', (error) => finish(() => reject(error)));
    answer(request);
    if (child.stdin) bytes.pipe(child.stdin, { end: false });
  });
}

/** Returns the sum of a property of a process and its children, or 0 on systems without /proc. */
function totalOf(pid: number | undefined, propertyOf: (pid: number) => number): number {
  if (pid === undefined) return 0;
  try {
    return childrenOf(pid).reduce((sum, child) => sum + totalOf(child, propertyOf), propertyOf(pid));
  } catch {
    return 0;
  }
}

const clockTickMs = 10;

/** Returns the processor time of a process so far. */
function processorMsOf(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * clockTickMs;
}

/** Returns the resident memory of a process in bytes. */
function memoryOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * memoryPageBytes;
}
