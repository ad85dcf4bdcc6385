import { parentPort, Worker } from 'node:worker_threads';

/** A thread for work that would block the main thread. It starts at the first job and ends when it has been idle. */
export type WorkerThread<Job, Result> = {
  /**
   * Runs one job at a time. Callers (`turnOf`) take turns, so that many jobs of one do not delay those of another.
   * Throws ThreadTookTooLong after the time limit of a job, and passes on the error of a job.
   */
  run: (job: Job, turnOf?: number) => Promise<Result>;
  stop: () => Promise<void>;
};

export class ThreadTookTooLong extends Error {}

type Reply = { isReady: true } | { result: unknown } | { failure: { message: string; errcode: number | undefined } };
type Entry<Job, Result> = { job: Job; resolve: (result: Result) => void; reject: (error: unknown) => void };

const idleMs = 10_000;

/** `program` is a module that calls `answerJobs`; `data` is its `workerData`. */
export function makeWorkerThread<Job, Result>(
  program: URL,
  { timeoutMs, data }: { timeoutMs: number; data?: unknown },
): WorkerThread<Job, Result> {
  /** The waiting jobs of each caller. The caller whose turn it is comes first. */
  const queues = new Map<number, Entry<Job, Result>[]>();
  let running: Entry<Job, Result> | undefined;
  let worker: Worker | undefined;
  let isReady = false;
  let deadline: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const end = async () => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    isReady = false;
    await ended?.terminate();
  };
  const settle = (apply: (entry: Entry<Job, Result>) => void) => {
    clearTimeout(deadline);
    const entry = running;
    running = undefined;
    if (entry) apply(entry);
    next();
  };
  const abandon = (reason: unknown) => {
    void end();
    settle(({ reject }) => reject(reason));
  };
  const post = () => {
    if (!running || !isReady) return;
    // The start of a thread does not count.
    deadline = setTimeout(() => abandon(new ThreadTookTooLong()), timeoutMs);
    worker?.postMessage(running.job);
  };
  const start = () => {
    const started = new Worker(program, { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: 4 } });
    started.on('message', (reply: Reply) => {
      if (started !== worker) return;
      if ('isReady' in reply) {
        isReady = true;
        post();
      } else if ('result' in reply) settle(({ resolve }) => resolve(reply.result as Result));
      else settle(({ reject }) => reject(Object.assign(new Error(reply.failure.message), reply.failure)));
    });
    started.on('error', (error) => {
      if (started === worker) abandon(error);
    });
    return started;
  };
  const next = () => {
    const [turn] = queues;
    if (!turn) {
      // The connections of the server keep the process alive; an idle thread does not.
      worker?.unref();
      idle = setTimeout(() => void end(), idleMs).unref();
      return;
    }
    const [caller, entries] = turn;
    queues.delete(caller);
    running = entries.shift();
    if (entries.length > 0) queues.set(caller, entries);
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    post();
  };

  return {
    run: async (job, turnOf = 0) =>
      new Promise((resolve, reject) => {
        const entries = queues.get(turnOf) ?? [];
        entries.push({ job, resolve, reject });
        queues.set(turnOf, entries);
        if (!running) next();
      }),
    stop: async () => {
      queues.clear();
      await end();
      running?.reject(new Error('the thread was stopped'));
      running = undefined;
      clearTimeout(deadline);
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
