import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inTurn, ratioRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, ask, cookiesOf, startBareNode, startOurs } from '../programs.ts';

const rangeBytes = 64 * 1024;

/** Line 3: one large file out, and random ranges of it. */
export async function downloads({ rounds, largeBytes, ranges }: Sizes): Promise<Row[]> {
  const [first, bare] = [await startOurs(), await startBareNode()];
  await pipeline(
    Readable.from(zeros(largeBytes), { objectMode: false }),
    createWriteStream(join(bare.folder, 'file.bin')),
  );
  const file = await storeOne(first.origin, await cookiesOf(first, adminEmail), largeBytes);
  await first.stop();

  const speed = async (origin: string, path: string, headers: Record<string, string>) => {
    const { seconds } = await ask({ kind: 'download', origin, headers, path, size: largeBytes });
    return largeBytes / 1e6 / seconds;
  };
  // What was read to its end since the start is known to be good; before, it is hashed on its way.
  const unread = await inTurn(
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
  const whole = await inTurn(
    rounds,
    () => speed(ours.origin, file, headers),
    () => speed(bare.origin, '/file', {}),
  );
  const rangesPerSecond = async (origin: string, path: string, headers: Record<string, string>) => {
    const job = { kind: 'ranges', size: largeBytes, bytes: rangeBytes, count: ranges } as const;
    const { seconds } = await ask({ ...job, origin, path, headers });
    return ranges / seconds;
  };
  const parts = await inTurn(
    rounds,
    () => rangesPerSecond(ours.origin, file, headers),
    () => rangesPerSecond(bare.origin, '/file', {}),
  );
  await Promise.all([ours.stop(), bare.stop()]);
  const workload = `${largeBytes / 1024 ** 2} MiB down`;
  return [
    ratioRow({ line: 3, workload: `${workload}, against bare Node static`, unit: 'MB/s', atLeast: 0.9 }, whole),
    ratioRow(
      { line: 3, workload: `${workload}, its first reader since the start`, unit: 'MB/s', atLeast: 0.9 },
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
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}

/** Uploads one file and answers the address that it is downloaded from. */
async function storeOne(origin: string, headers: Record<string, string>, bytes: number): Promise<string> {
  await ask({ kind: 'upload', origin, headers, path: '/api/upload', bytes, form: true });
  const answer = await fetch(`${origin}/api/files/overview`, { headers });
  const { groups } = (await answer.json()) as { groups: { files: { filepath: string }[] }[] };
  const [file] = groups.flatMap((group) => group.files);
  if (!file) throw new Error('the uploaded file is not in the list');
  return `/storage/${file.filepath}`;
}
