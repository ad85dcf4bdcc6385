import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, runJob, cookiesOf, memoryOf, processorSecondsOf, startOurs } from '../programs.ts';

const pollEveryMs = 30_000;

// Enough time for every browser to open its page and poll once.
const openingSeconds = 45;

/** Line 9: the cost of many open pages without activity. */
export async function openBrowsers({ browsers, watchSeconds }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  await cookiesOf(ours, adminEmail);
  const cookies = signInMany(join(ours.folder, 'stowage.db'), browsers);
  await sleep(10_000);
  const before = memoryOf(ours).now;
  const seconds = openingSeconds + watchSeconds;
  const done = runJob({ kind: 'browsers', origin: ours.origin, headers: {}, cookies, pollEveryMs, seconds });
  await sleep(openingSeconds * 1000);
  const [usedBefore, from] = [processorSecondsOf(ours), performance.now()];
  await sleep(watchSeconds * 1000);
  const share = (processorSecondsOf(ours) - usedBefore) / ((performance.now() - from) / 1000);
  const more = memoryOf(ours).now - before;
  await done;
  await ours.stop();
  const workload = `${browsers} browsers with event streams and the 30-second poll`;
  return [
    maxRow({ line: 9, workload: `${workload}, of one core`, unit: '%', max: 5 }, share * 100),
    maxRow({ line: 9, workload: `${workload}, more memory`, unit: 'MiB', max: 143 }, more),
  ];
}

/** Inserts copies of the administrator, each with a session, because so many sign-ins would take too long. */
function signInMany(path: string, count: number): string[] {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  const copyRow = (table: string, others: Record<string, string>, values: Record<string, string>) => {
    const names = file.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
    const copiedColumns = names.map(({ name }) => name).filter((name) => name !== 'id' && name !== 'user_id');
    const columns = [...copiedColumns, ...Object.keys(others)];
    const expressions = [
      ...copiedColumns.map((name) => (name in values ? `:${name}` : name)),
      ...Object.values(others),
    ];
    const sql = `insert into ${table} (${columns.join(', ')}) select ${expressions.join(', ')} from ${table} limit 1`;
    file.prepare(sql).run(Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])));
  };
  file.exec('begin immediate');
  const cookies = Array.from({ length: count }, (_, index) => {
    const email = `browser${index}@example.com`;
    copyRow('users', {}, { email, email_key: email });
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    copyRow('sessions', { user_id: '(select max(id) from users)' }, { token_hash: hash });
    return `stowage_session=${token}`;
  });
  file.exec('commit');
  file.close();
  return cookies;
}
