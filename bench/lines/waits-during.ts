import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Program } from '../programs.ts';
import type { Asked } from './waits.worker.ts';

/**
 * Asks one call after the other on a thread while `work` runs: `/healthz`, or with the headers of a signed-in user
 * `/api/user`. Returns the duration of each in milliseconds.
 */
export async function waitsDuring(
  { origin }: Program,
  work: () => Promise<unknown>,
  headers?: Record<string, string>,
): Promise<number[]> {
  const asked: Asked = { url: origin + (headers ? '/api/user' : '/healthz'), headers: headers ?? {} };
  const worker = new Worker(new URL('./waits.worker.ts', import.meta.url), { workerData: asked });
  try {
    await once(worker, 'message');
    await work();
    worker.postMessage('done');
    const [waits] = (await once(worker, 'message')) as [number[]];
    return waits;
  } finally {
    await worker.terminate();
  }
}
