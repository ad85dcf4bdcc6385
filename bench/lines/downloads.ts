import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { alternate, maxRow, quantile, ratioRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, runJob, cookiesOf, processorSecondsOf, startBareNode, startOurs } from '../programs.ts';

const rangeBytes = 64 * 1024;

/** Line 3: the download of one large file, and of random ranges of it. */
export async function downloads({ rounds, largeBytes, ranges }: Sizes): Promise<Row[]> {
  const [first, bare] = [await startOurs(), await startBareNode()];
  await pipeline(
    Readable.from(zeros(largeBytes), { objectMode: false }),
    createWriteStream(join(bare.folder, 'file.bin')),
  );
  const file = await storeOne(first.origin, await cookiesOf(first, adminEmail), largeBytes);
  await first.stop();

  const speed = async (origin: string, path: string, headers: Record<string, string>) => {
    const { seconds } = await runJob({ kind: 'download', origin, headers, path, size: largeBytes });
    return largeBytes / 1e6 / seconds;
  };
  // After the start, the server hashes a file at its first complete read.
  const unread = await alternate(
    rounds,
    async () => {
      const ours = await startOurs(first.folder);
      const found = await speed(ours.origin, file, await cookiesOf(ours, adminEmail));
      await ours.stop();
      return found;
    },
    () => speed(bare.origin, '/file', {}),
  );
  const ours = await startOurs(first.folder);
  const headers = await cookiesOf(ours, adminEmail);
  await speed(ours.origin, file, headers);
  const secondsPerGiB: number[] = [];
  const whole = await alternate(
    rounds,
    async () => {
      const before = processorSecondsOf(ours);
      const found = await speed(ours.origin, file, headers);
      secondsPerGiB.push(((processorSecondsOf(ours) - before) / largeBytes) * 1024 ** 3);
      return found;
    },
    () => speed(bare.origin, '/file', {}),
  );
  const rangesPerSecond = async (origin: string, path: string, headers: Record<string, string>) => {
    const job = { kind: 'ranges', size: largeBytes, bytes: rangeBytes, count: ranges } as const;
    const { seconds } = await runJob({ ...job, origin, path, headers });
    return ranges / seconds;
  };
  const parts = await alternate(
    rounds,
    () => rangesPerSecond(ours.origin, file, headers),
    () => rangesPerSecond(bare.origin, '/file', {}),
  );
  await Promise.all([ours.stop(), bare.stop()]);
  const workload = `${largeBytes / 1024 ** 2} MiB down`;
  return [
    ratioRow({ line: 3, workload: `${workload}, against bare Node static`, unit: 'MB/s', atLeast: 0.6 }, whole),
    maxRow(
      { line: 3, workload: `${workload}, processor time of a GiB`, unit: 's', max: 1.2 },
      quantile(secondsPerGiB, 0.5),
    ),
    ratioRow(
      { line: 3, workload: `${workload}, its first reader since the start`, unit: 'MB/s', atLeast: 0.6 },
      unread,
    ),
    ratioRow(
      { line: 3, workload: `${ranges} random ranges of 64 KB, against the same`, unit: 'ranges/s', atLeast: 0.7 },
      parts,
    ),
  ];
}

function* zeros(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(1024 * 1024, 'stowage');
  for (let remaining = bytes; remaining > 0; remaining -= block.length)
    yield block.subarray(0, Math.min(remaining, block.length));
}

/** Uploads one file and returns the path of its download. */
async function storeOne(origin: string, headers: Record<string, string>, bytes: number): Promise<string> {
  await runJob({ kind: 'upload', origin, headers, path: '/api/upload', bytes, form: true });
  const response = await fetch(`${origin}/api/files/overview`, { headers });
  const { groups } = (await response.json()) as { groups: { files: { filepath: string }[] }[] };
  const [file] = groups.flatMap((group) => group.files);
  if (!file) throw new Error('the uploaded file is not in the list');
  return `/storage/${file.filepath}`;
}
