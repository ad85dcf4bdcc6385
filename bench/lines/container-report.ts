import { execFileSync } from 'node:child_process';
import { groupings, measures } from '#features/containers/core/container-fields.rules.ts';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/open.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { cookiesOf, demoPerson, newFolder, runJob, startDemo } from '../programs.ts';

/** A manager, who sees the containers of the other teams by a condition of each query. */
const manager = 'meiling.chen@northquay.example';

const eventsOfContainer = 3;
const callsPerPath = 20;

/** All containers of the demo are of the last twelve months. */
const paths = measures.flatMap((measure) =>
  groupings.map((group) => `${containerReportContract.report.path}?measure=${measure}&group=${group}`),
);

/**
 * Line 19: the report on promised dates, by each date and group, for an administrator and for a manager. With
 * DATABASE_URL on that PostgreSQL server.
 */
export async function containerReports({ containers }: Sizes): Promise<Row[]> {
  const count = containers.at(-1) ?? 1_000;
  const schema = await freshSchema(process.env['DATABASE_URL']);
  const folder = await newFolder();
  const start = () => startDemo(folder, 1_000, { containers: count, databaseUrl: schema?.url });
  await (await start()).stop();
  const events = await fillDelays({ DATA_DIR: folder, DATABASE_URL: schema?.url }, count * eventsOfContainer);
  const program = await start();
  // Otherwise the measurement would include writing the demo to the disk.
  execFileSync('sync');
  const size = `${count.toLocaleString('en-US')} containers, ${events.toLocaleString('en-US')} events${schema ? ', PostgreSQL' : ''}`;
  const rows: Row[] = [];
  for (const [who, email] of [
    ['an administrator', demoPerson.email],
    ['a manager', manager],
  ] as const) {
    const headers = await cookiesOf(program, email, demoPerson.password);
    const job = { kind: 'calls', origin: program.origin, headers, atOnce: 1, paths } as const;
    // Warm-up: the first calls include compilation.
    await runJob({ ...job, count: paths.length });
    const { each } = await runJob({ ...job, count: paths.length * callsPerPath });
    const row = (share: number) =>
      maxRow(
        { line: 19, workload: `report for ${who}, ${size}, p${share * 100}`, unit: 'ms', max: 300 },
        quantile(each, share),
      );
    rows.push(row(0.5), row(0.99));
  }
  await program.stop();
  await schema?.drop();
  return rows;
}

/** Adds delays to received and departed containers until there are `events` events of containers. Returns their number. */
async function fillDelays(env: Record<string, string | undefined>, events: number): Promise<number> {
  const db = await connectDatabase(readConfig(env));
  const countEvents = async () => {
    const { count } = await db
      .selectFrom('container_events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  };
  const missing = events - (await countEvents());
  if (missing > 0)
    await db
      .insertInto('container_events')
      .columns([
        'container_id',
        'what',
        'user_id',
        'reason',
        'happened_at',
        'category',
        'cause',
        'logged_on',
        'days_lost',
      ])
      .expression((eb) =>
        eb
          .selectFrom('containers')
          .select((of) => [
            'id',
            of.val('delay_pfi').as('what'),
            'created_by',
            of.val('Vessel schedule changed').as('reason'),
            'updated_at',
            of.val('carrier').as('category'),
            of.val('carrier').as('cause'),
            'received_on',
            of.lit(3).as('days_lost'),
          ])
          .where('received_on', 'is not', null)
          .orderBy('id')
          .limit(missing),
      )
      .execute();
  const all = await countEvents();
  await db.destroy();
  return all;
}
