import { setTimeout as sleep } from 'node:timers/promises';
import { alternate, maxRow, showSpread } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { memoryOf, newFolder, startBareFastify, startOurs } from '../programs.ts';

// By then, the work at the start is finished.
const settleMs = 10_000;

/** Line 8: the time from the start of the process to its first response, and the memory of the idle server. */
export async function start({ rounds }: Sizes): Promise<Row[]> {
  const folder = await newFolder();
  // The first start creates the database and the compile cache, and is not measured.
  await (await startOurs(folder)).stop();
  const once = async (starting: Promise<{ startedInMs: number; stop: () => Promise<void> }>) => {
    const program = await starting;
    await program.stop();
    return program.startedInMs;
  };
  const { ours, limit, ratio } = await alternate(
    rounds,
    () => once(startOurs(folder)),
    () => once(startBareFastify()),
  );
  const [program, bare] = [await startOurs(folder), await startBareFastify()];
  await sleep(settleMs);
  const [idle, bareIdle] = [memoryOf(program).now, memoryOf(bare).now];
  await Promise.all([program.stop(), bare.stop()]);
  return [
    {
      line: 8,
      workload: 'start to the first 200, against bare Fastify',
      ours: `${ours.median.toFixed(0)} ms`,
      limit: `${limit.median.toFixed(0)} ms`,
      ratio: showSpread(ratio),
      goal: '≤ 2.50',
      met: ratio.median <= 2.5,
    },
    maxRow({ line: 8, workload: 'memory when idle', unit: 'MiB', max: 150, limit: `${bareIdle.toFixed(0)} MiB` }, idle),
  ];
}
