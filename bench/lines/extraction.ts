import { readFileSync } from 'node:fs';
import { childrenOf } from '#features/extraction/server/sandbox.ts';
import { documentSamples } from '#tests/document-samples.ts';
import { readFixture } from '#tests/fixtures.ts';
import { madeDocuments } from '#tests/made-documents.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, cookiesOf, restedRow, startOurs, untilRead } from '../programs.ts';
import type { Program } from '../programs.ts';
import { waitsDuring } from './waits-during.ts';

const pictures = ['damage-report.png', 'photo-progressive.jpg', 'photo-rotated.jpg', 'fax-order.tif', 'yard.avif'];
const perUpload = 50;
const sampleEveryMs = 250;
const maxWorkerMiB = 800;
const minPerSecond = 10;

/** Line 13: content extraction of mixed documents, PDFs and pictures, from their upload to the last one. */
export async function extraction({ smallFiles }: Sizes): Promise<Row[]> {
  const count = smallFiles / 2;
  const ours = await startOurs();
  const headers = await cookiesOf(ours, adminEmail);
  const files = await differentFiles(count);
  let seconds = 0;
  const memory = watchWorkers(ours);
  const waits = await waitsDuring(
    ours,
    async () => {
      const from = performance.now();
      for (let at = 0; at < files.length; at += perUpload) await upload(ours, headers, files.slice(at, at + perUpload));
      await untilRead(ours, headers);
      seconds = (performance.now() - from) / 1000;
    },
    headers,
  );
  const peak = memory.stop();
  const rested = await restedRow(ours, 13);
  await ours.stop();
  const name = `content extraction of ${count.toLocaleString('en-US')} documents and pictures`;
  const speed = count / seconds;
  return [
    {
      line: 13,
      workload: name,
      ours: `${speed.toFixed(1)} documents/s`,
      limit: '',
      ratio: '',
      goal: `≥ ${minPerSecond} documents/s`,
      met: speed >= minPerSecond,
    },
    maxRow({ line: 13, workload: `${name}, memory of its processes`, unit: 'MiB', max: maxWorkerMiB }, peak),
    maxRow({ line: 13, workload: `${name}, other calls, p99`, unit: 'ms', max: 100 }, quantile(waits, 0.99)),
    rested,
  ];
}

type Sample = { name: string; bytes: Buffer };

/** Returns the samples again and again, each time with other bytes at the end, because equal contents are read once. */
async function differentFiles(count: number): Promise<Sample[]> {
  const fixtures = [...Object.keys(documentSamples), ...pictures].map((name) => ({ name, bytes: readFixture(name) }));
  // A company does not store many small texts in all charsets.
  const made = (await madeDocuments()).filter(({ name }) => !/\.(txt|xml)$/.test(name));
  const samples = [...fixtures, ...made];
  return Array.from({ length: count }, (_, index) => {
    const { name, bytes } = samples[index % samples.length] as Sample;
    return { name: `${index}-${name}`, bytes: Buffer.concat([bytes, Buffer.from(`\n${index}`)]) };
  });
}

async function upload({ origin }: Program, headers: Record<string, string>, files: readonly Sample[]): Promise<void> {
  const form = new FormData();
  form.append('file_type_id', '1');
  for (const { name, bytes } of files) form.append('files[]', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${origin}/api/upload`, { method: 'POST', headers, body: form });
  if (answer.status !== 201) throw new Error(`the upload failed with ${answer.status}: ${await answer.text()}`);
}

/** Watches the memory of all processes that the server has started. Returns the maximum in MiB. */
function watchWorkers({ pid }: Program): { stop: () => number } {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryBelow(pid))), sampleEveryMs);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function memoryBelow(pid: number): number {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + residentMiB(child) + memoryBelow(child), 0);
  } catch {
    // The process has ended since the list was read.
    return 0;
  }
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
