import { ratioRow, alternate, maxRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import {
  adminEmail,
  runJob,
  cookiesOf,
  resetPeak,
  memoryOf,
  processorSecondsOf,
  restedRow,
  startBareFastify,
  startBareNode,
  startOurs,
} from '../programs.ts';

const mebibyte = 1024 ** 2;

/** Line 1: the upload of one large file, hashed and flushed. */
export async function largeUpload({ rounds, largeBytes }: Sizes): Promise<Row[]> {
  const [ours, bare] = [await startOurs(), await startBareNode()];
  const headers = await cookiesOf(ours, adminEmail);
  const once = async (origin: string, form: boolean) => {
    const job = { kind: 'upload', path: '/api/upload', bytes: largeBytes, form } as const;
    const { seconds } = await runJob({ ...job, origin, headers: form ? headers : {} });
    return largeBytes / 1e6 / seconds;
  };
  resetPeak(ours);
  const measured = await alternate(
    rounds,
    () => once(ours.origin, true),
    () => once(bare.origin, false),
  );
  const { peak } = memoryOf(ours);
  const rested = await restedRow(ours, 1);
  await Promise.all([ours.stop(), bare.stop()]);
  const workload = `${largeBytes / mebibyte} MiB up`;
  return [
    ratioRow({ line: 1, workload: `${workload}, against bare Node`, unit: 'MB/s', atLeast: 1 }, measured),
    maxRow({ line: 1, workload: `${workload}, peak memory`, unit: 'MiB', max: 250 }, peak),
    rested,
  ];
}

/** Line 2: the upload of many small files, durable before the response. */
export async function smallUploads({ rounds, smallFiles }: Sizes): Promise<Row[]> {
  const [ours, bare] = [await startOurs(), await startBareFastify()];
  const headers = await cookiesOf(ours, adminEmail);
  const filesPerSecond = async (origin: string, perRequest: number, atOnce: number) => {
    const job = { kind: 'small uploads', path: '/api/upload', files: smallFiles, bytes: 10_240 } as const;
    const { seconds } = await runJob({
      ...job,
      perRequest,
      atOnce,
      origin,
      headers: origin === ours.origin ? headers : {},
    });
    return smallFiles / seconds;
  };
  const compare = (perRequest: number, atOnce: number, ofLimit: { perRequest: number; atOnce: number }) =>
    alternate(
      rounds,
      () => filesPerSecond(ours.origin, perRequest, atOnce),
      () => filesPerSecond(bare.origin, ofLimit.perRequest, ofLimit.atOnce),
    );
  const oneByOne = await compare(1, 1, { perRequest: 1, atOnce: 1 });
  const before = processorSecondsOf(ours);
  await filesPerSecond(ours.origin, 1, 1);
  const processorMs = (1_000 * (processorSecondsOf(ours) - before)) / smallFiles;
  const eightAtOnce = await compare(1, 8, { perRequest: 1, atOnce: 8 });
  const twentyEach = await compare(20, 1, { perRequest: 1, atOnce: 8 });
  await Promise.all([ours.stop(), bare.stop()]);
  const row = (workload: string, atLeast: number, measured: typeof oneByOne) =>
    ratioRow({ line: 2, workload: `10 KB files up, ${workload}`, unit: 'files/s', atLeast }, measured);
  return [
    row('one by one, against bare Fastify', 0.4, oneByOne),
    maxRow(
      { line: 2, workload: '10 KB files up, one by one, processor time of a file', unit: 'ms', max: 3.2 },
      processorMs,
    ),
    row('8 at once, against bare Fastify', 0.28, eightAtOnce),
    row('20 per request, against bare Fastify with 8 at once', 0.75, twentyEach),
  ];
}
