import { alternate, maxRow, quantile, ratioRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import {
  adminEmail,
  adminPassword,
  cookiesOf,
  processorSecondsOf,
  restedRow,
  runJob,
  runJobBeside,
  startBareFastify,
  startOurs,
} from '../programs.ts';

/** Line 6: the first call of every page. */
export async function userCalls({ rounds, calls }: Sizes): Promise<Row[]> {
  const [ours, bare] = [await startOurs(), await startBareFastify()];
  const cookies = await cookiesOf(ours, adminEmail);
  const perSecond = async (origin: string, headers: Record<string, string>) => {
    const job = { kind: 'calls', paths: ['/api/user'], atOnce: 64, count: calls } as const;
    return calls / (await runJob({ ...job, origin, headers })).seconds;
  };
  // Warm-up: the first calls include compilation.
  await perSecond(ours.origin, cookies);
  await perSecond(bare.origin, {});
  const measured = await alternate(
    rounds,
    () => perSecond(ours.origin, cookies),
    () => perSecond(bare.origin, {}),
  );
  const before = processorSecondsOf(ours);
  await perSecond(ours.origin, cookies);
  const processorUs = (1e6 * (processorSecondsOf(ours) - before)) / calls;
  await Promise.all([ours.stop(), bare.stop()]);
  const workload = '`GET /api/user`, 64 connections, against bare Fastify';
  const compared = ratioRow({ line: 6, workload, unit: 'calls/s', atLeast: 0 }, measured);
  const spent = '`GET /api/user`, 64 connections, processor time of a call';
  return [
    { ...compared, goal: '', met: undefined },
    maxRow({ line: 6, workload: spent, unit: 'µs', max: 185 }, processorUs),
  ];
}

/** Line 7: the effect of sign-ins, which hash passwords and are slow by design, on other calls. */
export async function callsDuringSignIns({ calls }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  const { origin } = ours;
  const [headers, visitor] = [await cookiesOf(ours, adminEmail), await cookiesOf(ours)];
  const others = { kind: 'calls', origin, headers, paths: ['/api/user'], atOnce: 4, everyMs: 5 } as const;
  await runJob({ ...others, count: calls / 20 });
  const person = { email: adminEmail, password: adminPassword };
  const signIns = runJobBeside({ kind: 'sign-ins', origin, headers: visitor, atOnce: 8, count: 64, ...person });
  const { each } = await runJob({ ...others, count: calls / 20 });
  await signIns;
  const rested = await restedRow(ours, 7);
  await ours.stop();
  const workload = 'other calls while 8 people sign in at once, p99';
  return [maxRow({ line: 7, workload, unit: 'ms', max: 60 }, quantile(each, 0.99)), rested];
}
