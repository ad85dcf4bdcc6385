import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { mostRow } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { adminEmail, ask, cookiesOf, memoryOf, processorSecondsOf, startOurs } from '../programs.ts';

const pollEveryMs = 30_000;

// Until every browser has opened its page and asked once.
const openingSeconds = 45;

/** Line 9: what many open pages cost while nothing happens. */
export async function openBrowsers({ browsers, watchSeconds }: Sizes): Promise<Row[]> {
  const ours = await startOurs();
  await cookiesOf(ours, adminEmail);
  const cookies = signInMany(join(ours.folder, 'stowage.db'), browsers);
  await sleep(10_000);
  const before = memoryOf(ours).now;
  const seconds = openingSeconds + watchSeconds;
  const done = ask({ kind: 'browsers', origin: ours.origin, headers: {}, cookies, pollEveryMs, seconds });
  await sleep(openingSeconds * 1000);
  const [usedBefore, from] = [processorSecondsOf(ours), performance.now()];
  await sleep(watchSeconds * 1000);
  const share = (processorSecondsOf(ours) - usedBefore) / ((performance.now() - from) / 1000);
  const more = memoryOf(ours).now - before;
  await done;
  await ours.stop();
  const workload = `${browsers} browsers with event streams and the 30-second poll`;
  return [
    mostRow({ line: 9, workload: `${workload}, of one core`, unit: '%', most: 3 }, share * 100),
    mostRow({ line: 9, workload: `${workload}, more memory`, unit: 'MiB', most: 143 }, more),
  ];
}

/** People like the administrator, each with a session: signing in so many would take longer than all the rest. */
function signInMany(path: string, count: number): string[] {
  const file = new DatabaseSync(path, { timeout: 5_000 });
  const copied = (table: string, others: Record<string, string>, values: Record<string, string>) => {
    const names = file.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[];
    const kept = names.map(({ name }) => name).filter((name) => name !== 'id' && name !== 'user_id');
    const columns = [...kept, ...Object.keys(others)];
    const taken = [...kept.map((name) => (name in values ? `:${name}` : name)), ...Object.values(others)];
    const sql = `insert into ${table} (${columns.join(', ')}) select ${taken.join(', ')} from ${table} limit 1`;
    file.prepare(sql).run(Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])));
  };
  file.exec('begin immediate');
  const cookies = Array.from({ length: count }, (_, place) => {
    const email = `browser${place}@example.com`;
    copied('users', {}, { email, email_key: email });
    const token = randomBytes(32).toString('base64url');
    const hash = createHash('sha256').update(token).digest('hex');
    copied('sessions', { user_id: '(select max(id) from users)' }, { token_hash: hash });
    return `stowage_session=${token}`;
  });
  file.exec('commit');
  file.close();
  return cookies;
}
