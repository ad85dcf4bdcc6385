import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

// Asks one call after the other until it gets a message, and then posts the duration of each in milliseconds. A thread of
// its own: the main thread makes documents of megabytes and parses long answers, and would count that time as a wait.

export type Asked = { url: string; headers: Record<string, string> };

const askEveryMs = 5;

const { url, headers } = workerData as Asked;
const waits: number[] = [];
const done = new AbortController();
parentPort?.once('message', () => done.abort());
while (!done.signal.aborted) {
  const from = performance.now();
  await (await fetch(url, { headers })).arrayBuffer();
  waits.push(performance.now() - from);
  // The first answer also took the start of the thread's client.
  if (waits.length === 1) parentPort?.postMessage('asking');
  await sleep(askEveryMs);
}
parentPort?.postMessage(waits.slice(1));
