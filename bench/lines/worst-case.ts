import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendWorstToEveryEndpoint } from '#tests/worst-endpoints.ts';
import { worstDocuments, worstRequests } from '#tests/worst-requests.ts';
import type { WorstRequest } from '#tests/worst-requests.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, cookiesOf, startWatched, untilRead } from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

/** The size of each document, of which the server reads 1 MB of text. */
const letters = 1_000_000;

const maxWaitMs = 50;

/** The number of containers. An import may have 10,000 rows. */
const rows = 9_000;

/**
 * Line 15: how long `/healthz` waits while a signed-in user sends the worst requests, and while the worst documents are read,
 * and how long the main thread works without a pause, in processor time.
 */
export async function worstCase({ rounds }: Sizes): Promise<Row[]> {
  const ours = await startWatched();
  const headers = await cookiesOf(ours, adminEmail);
  const delays = watchDelays(ours);
  const idle = await waitsDuring(ours, () => sleep(2_000));
  delays.take('start');
  const reading = await waitsDuring(ours, async () => {
    await uploadDocuments(ours, headers);
    await untilRead(ours, headers);
  });
  const whileReading = delays.take('the worst documents');
  const sendOne = async (request: WorstRequest) => {
    const body = await send(ours, headers, request);
    await sleep(pauseMs);
    delays.take(request.title);
    return body;
  };
  const requests = await waitsDuring(ours, async () => {
    for (let round = 0; round < rounds; round += 1) for (const request of worstRequests) await sendOne(request);
    await sendWorstToEveryEndpoint(sendOne, rows);
  });
  await ours.stop();
  // The wait of an idle server shows the delay that the machine itself causes.
  const limit = `${Math.max(...idle).toFixed(0)} ms when idle`;
  const row = (workload: string, waits: readonly number[], share: number, of = limit) =>
    maxRow({ line: 15, workload, unit: 'ms', max: maxWaitMs, limit: of }, quantile(waits, share));
  const [longest] = delays.all();
  return [
    row('`/healthz` during the worst requests, p99', requests, 0.99),
    row('`/healthz` during the worst requests, slowest', requests, 1),
    row('`/healthz` while the worst documents are read, p99', reading, 0.99),
    row('`/healthz` while the worst documents are read, slowest', reading, 1),
    row(
      'longest work of the event loop for the worst request of every endpoint',
      [longest?.ms ?? 0],
      1,
      longest?.title,
    ),
    row('longest work of the event loop while the worst documents are read', [whileReading], 1, 'processor time'),
  ];
}

// Slightly longer than the interval at which the server measures its event loop.
const pauseMs = 4;

/** Reads the event-loop delays that the server has written, and prints each request that exceeded the goal. */
function watchDelays({ folder }: Program) {
  const found: { title: string; ms: number }[] = [];
  let read = 0;
  return {
    /** Returns the longest delay since the last call. */
    take: (title: string): number => {
      const path = join(folder, 'delays');
      const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
      const ms = Math.max(0, ...lines.slice(read).map(Number));
      read = lines.length;
      if (title !== 'start') found.push({ title, ms });
      if (ms > maxWaitMs) console.error(`${ms} ms of the event loop: ${title}`);
      return ms;
    },
    all: () => found.toSorted((one, other) => other.ms - one.ms),
  };
}

async function send(
  { origin }: Program,
  headers: Record<string, string>,
  { method, path, payload, status, title, ...request }: WorstRequest,
): Promise<string> {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...request.headers },
    ...(payload === undefined ? {} : { body: payload as string }),
  });
  const text = await answer.text();
  if (status === undefined ? answer.status >= 500 : answer.status !== status)
    throw new Error(`${title}: the server responded with ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}

async function uploadDocuments({ origin }: Program, headers: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.append('file_type_id', '1');
  for (const { name, bytes } of worstDocuments(letters))
    form.append('files[]', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`the upload failed with ${answer.status}: ${await answer.text()}`);
}
