import { parentPort, Worker } from 'node:worker_threads';
import { makeFairQueue } from './fair-queue.ts';

/** A thread for work that would block the main thread. It starts at the first job and ends when it has been idle. */
export type WorkerThread<Job, Result> = {
  /**
   * Runs one job at a time. Callers (`turnOf`) take turns, so that many jobs of one do not delay those of another.
   * Throws ThreadTookTooLong after the time limit of a job, the reason of `signal` when it aborts the job, and the error
   * of a job. `onTurn` is called before the job begins, and may throw.
   */
  run: (
    job: Job,
    options?: { turnOf?: number; signal?: AbortSignal | undefined; onTurn?: () => void },
  ) => Promise<Result>;
  /** The number of running and waiting jobs. */
  load: () => number;
  stop: () => Promise<void>;
};

export class ThreadTookTooLong extends Error {}

type Reply = { isReady: true } | { result: unknown } | { failure: { message: string; errcode: number | undefined } };
type Running<Result> = { resolve: (result: Result) => void; reject: (error: unknown) => void; post: () => void };

const endIdleAfterMs = 10_000;

/** `program` is a module that calls `answerJobs`; `data` is its `workerData`. */
export function makeWorkerThread<Job, Result>(
  program: URL,
  { timeoutMs, idleMs = endIdleAfterMs, data }: { timeoutMs: number; idleMs?: number; data?: unknown },
): WorkerThread<Job, Result> {
  const queue = makeFairQueue<number>();
  let running: Running<Result> | undefined;
  let worker: Worker | undefined;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    isReady = false;
    await ended?.terminate();
  };
  const abandon = (reason: unknown) => {
    void end();
    running?.reject(reason);
  };
  const start = () => {
    const started = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
    started.on('message', (reply: Reply) => {
      if (started !== worker) return;
      if ('isReady' in reply) {
        isReady = true;
        running?.post();
      } else if ('result' in reply) running?.resolve(reply.result as Result);
      else running?.reject(Object.assign(new Error(reply.failure.message), reply.failure));
    });
    started.on('error', (error) => {
      if (started === worker) abandon(error);
    });
    return started;
  };
  const perform = async (job: Job, signal: AbortSignal | undefined): Promise<Result> => {
    signal?.throwIfAborted();
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    let deadline: NodeJS.Timeout | undefined;
    const answer = new Promise<Result>((resolve, reject) => {
      const post = () => {
        // The start of a thread does not count.
        deadline = setTimeout(() => abandon(new ThreadTookTooLong()), timeoutMs);
        worker?.postMessage(job);
      };
      running = { resolve, reject, post };
    });
    if (isReady) running?.post();
    const abort = () => abandon(signal?.reason);
    signal?.addEventListener('abort', abort);
    try {
      return await answer;
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', abort);
      running = undefined;
      // The connections of the server keep the process alive; an idle thread does not.
      worker?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  return {
    run: async (job, { turnOf = 0, signal, onTurn } = {}) =>
      queue.run(turnOf, async () => {
        onTurn?.();
        return perform(job, signal);
      }),
    load: queue.load,
    stop: async () => {
      const stopped = new Error('the thread was stopped');
      queue.clear(stopped);
      running?.reject(stopped);
      await end();
    },
  };
}

/** Answers the jobs of a WorkerThread. Called once, by the module that runs in the thread. */
export function answerJobs(handle: (job: never) => unknown): void {
  const reply = (message: Reply) => parentPort?.postMessage(message);
  parentPort?.on('message', (job: unknown) => {
    try {
      reply({ result: handle(job as never) });
    } catch (error) {
      const { message, errcode } = error as Error & { errcode?: number };
      reply({ failure: { message, errcode } });
    }
  });
  reply({ isReady: true });
}
