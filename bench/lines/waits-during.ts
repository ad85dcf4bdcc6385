import { setTimeout as sleep } from 'node:timers/promises';
import type { Program } from '../programs.ts';

const askEveryMs = 5;

/**
 * Asks one call after the other while `work` runs: `/healthz`, or with the headers of a signed-in user `/api/user`.
 * Returns the duration of each in milliseconds.
 */
export async function waitsDuring(
  { origin }: Program,
  work: () => Promise<unknown>,
  headers?: Record<string, string>,
): Promise<number[]> {
  const waits: number[] = [];
  const done = new AbortController();
  const path = headers ? '/api/user' : '/healthz';
  const asking = (async () => {
    while (!done.signal.aborted) {
      const from = performance.now();
      await (await fetch(origin + path, { headers: headers ?? {} })).arrayBuffer();
      waits.push(performance.now() - from);
      await sleep(askEveryMs);
    }
  })();
  try {
    await work();
  } finally {
    done.abort();
    await asking;
  }
  return waits;
}
