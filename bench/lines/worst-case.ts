import { setTimeout as sleep } from 'node:timers/promises';
import { worstDocuments, worstRequests } from '#tests/worst-requests.ts';
import type { WorstRequest } from '#tests/worst-requests.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, cookiesOf, startOurs } from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

/** The size of each document, of which the server reads 1 MB of text. */
const letters = 1_000_000;

const maxWaitMs = 50;

/** Line 15: how long `/healthz` waits while a signed-in user sends the worst requests, and while the worst documents are read. */
export async function worstCase({ rounds }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  const headers = await cookiesOf(ours, adminEmail);
  const idle = await waitsDuring(ours, () => sleep(2_000));
  const reading = await waitsDuring(ours, async () => {
    await uploadDocuments(ours, headers);
    await untilRead(ours, headers);
  });
  const requests = await waitsDuring(ours, async () => {
    for (let round = 0; round < rounds; round += 1)
      for (const request of worstRequests) await send(ours, headers, request);
  });
  await ours.stop();
  // The wait of an idle server is that of the machine.
  const limit = `${Math.max(...idle).toFixed(0)} ms when idle`;
  const row = (workload: string, waits: readonly number[], share: number) =>
    maxRow({ line: 15, workload, unit: 'ms', max: maxWaitMs, limit }, quantile(waits, share));
  return [
    row('`/healthz` during the worst requests, p99', requests, 0.99),
    row('`/healthz` during the worst requests, slowest', requests, 1),
    row('`/healthz` while the worst documents are read, p99', reading, 0.99),
    row('`/healthz` while the worst documents are read, slowest', reading, 1),
  ];
}

async function send({ origin }: Program, headers: Record<string, string>, request: WorstRequest): Promise<void> {
  const { method, path, payload, status, title } = request;
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...request.headers },
    ...(payload === undefined ? {} : { body: payload as string }),
  });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${title}: the server responded with ${answer.status}`);
}

async function uploadDocuments({ origin }: Program, headers: Record<string, string>): Promise<void> {
  const form = new FormData();
  form.append('file_type_id', '1');
  for (const { name, bytes } of worstDocuments(letters))
    form.append('files[]', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`the upload failed with ${answer.status}: ${await answer.text()}`);
}

async function untilRead({ origin }: Program, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/api/files/text-search?search=a`, { headers });
    const { waiting } = (await answer.json()) as { waiting: number };
    if (waiting === 0) return;
    await sleep(500);
  }
}
