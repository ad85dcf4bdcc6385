import { inTurn, mostRow, quantile, ratioRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, adminPassword, ask, askBeside, cookiesOf, startBareFastify, startOurs } from '../programs.ts';

/** Line 6: the call that every page begins with. */
export async function userCalls({ rounds, calls }: Sizes): Promise<Row[]> {
  const [ours, bare] = [await startOurs(), await startBareFastify()];
  const cookies = await cookiesOf(ours, adminEmail);
  const perSecond = async (origin: string, headers: Record<string, string>) => {
    const job = { kind: 'calls', paths: ['/api/user'], atOnce: 64, count: calls } as const;
    return calls / (await ask({ ...job, origin, headers })).seconds;
  };
  // What the first calls compile is not what is asked about.
  await perSecond(ours.origin, cookies);
  await perSecond(bare.origin, {});
  const measured = await inTurn(
    rounds,
    () => perSecond(ours.origin, cookies),
    () => perSecond(bare.origin, {}),
  );
  await Promise.all([ours.stop(), bare.stop()]);
  const workload = '`GET /api/user`, 64 connections, against bare Fastify';
  return [ratioRow({ line: 6, workload, unit: 'calls/s', atLeast: 0.85 }, measured)];
}

/** Line 7: what signing in, which is meant to be slow, does to everybody else. */
export async function callsDuringSignIns({ calls }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  const { origin } = ours;
  const [headers, visitor] = [await cookiesOf(ours, adminEmail), await cookiesOf(ours)];
  const others = { kind: 'calls', origin, headers, paths: ['/api/user'], atOnce: 4, everyMs: 5 } as const;
  await ask({ ...others, count: calls / 20 });
  const person = { email: adminEmail, password: adminPassword };
  const signIns = askBeside({ kind: 'sign-ins', origin, headers: visitor, atOnce: 8, count: 64, ...person });
  const { each } = await ask({ ...others, count: calls / 20 });
  await signIns;
  await ours.stop();
  const workload = 'other calls while 8 people sign in at once, p99';
  return [mostRow({ line: 7, workload, unit: 'ms', most: 60 }, quantile(each, 0.99))];
}
