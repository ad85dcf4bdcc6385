import { setTimeout as sleep } from 'node:timers/promises';
import { inTurn, mostRow, showSpread } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { memoryOf, newFolder, startBareFastify, startOurs } from '../programs.ts';

// After this long nothing of the start is still under way.
const settleMs = 10_000;

/** Line 8: from the start of the process to its first answer, and what it holds when nobody asks for anything. */
export async function start({ rounds }: Sizes): Promise<Row[]> {
  const folder = await newFolder();
  // The first start makes the database and the compiled code; the later ones are what people wait for.
  await (await startOurs(folder)).stop();
  const once = async (starting: Promise<{ startedInMs: number; stop: () => Promise<void> }>) => {
    const program = await starting;
    await program.stop();
    return program.startedInMs;
  };
  const { ours, limit, ratio } = await inTurn(
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
      goal: '≤ 2.00',
      met: ratio.median <= 2,
    },
    mostRow(
      { line: 8, workload: 'memory when idle', unit: 'MiB', most: 120, limit: `${bareIdle.toFixed(0)} MiB` },
      idle,
    ),
  ];
}
