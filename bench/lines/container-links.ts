import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { numbersVersion } from '#features/papers/numbers.rules.ts';
import { indexedSetting } from '#features/papers/server/number-index.service.ts';
import { readConfig } from '#server/config.ts';
import { connectDatabase } from '#server/database/open.ts';
import { saveSetting } from '#server/database/settings.queries.ts';
import { freshSchema } from '#tests/postgres-schema.ts';
import { maxRow, quantile } from '../measure.ts';
import type { Row, Sizes } from '../measure.ts';
import { cookiesOf, demoPerson, newFolder, settleDatabase, startDemo } from '../programs.ts';
import type { Program } from '../programs.ts';

const papers = 15;
const referencesOfFile = 3;
const warmUp = 10;
const measured = 200;
const created = warmUp + measured;

const orderOf = (index: number) => `BENCH ${String(index).padStart(6, '0')}`;
const normalOf = (index: number) => orderOf(index).replace(' ', '');

/**
 * Line 17: the creation of containers whose 15 papers are there already, and the list of the papers of one. Three numbers for
 * each file. With DATABASE_URL on that PostgreSQL server.
 */
export async function linkingPapers({ fillings }: Sizes): Promise<Row[]> {
  const files = fillings.at(-1) ?? 1_000;
  const schema = await freshSchema(process.env['DATABASE_URL']);
  const folder = await newFolder();
  const start = () => startDemo(folder, files, { containers: files / 5, databaseUrl: schema?.url });
  await (await start()).stop();
  await fillReferences({ DATA_DIR: folder, DATABASE_URL: schema?.url }, files);
  await settleDatabase(schema?.url);
  const program = await start();
  const headers = await cookiesOf(program, demoPerson.email, demoPerson.password);
  const creations: number[] = [];
  const openings: number[] = [];
  for (let index = 0; index < created; index += 1) {
    const from = performance.now();
    const { id } = await create(program, headers, index);
    const made = performance.now();
    const { files: linked } = await ask<{ files: unknown[] }>(program, headers, filesOf(id));
    const opened = performance.now();
    // Warm-up: the first calls include compilation.
    if (index >= warmUp) {
      creations.push(made - from);
      openings.push(opened - made);
    }
    if (linked.length !== papers) throw new Error(`${orderOf(index)} has ${linked.length} papers`);
  }
  await program.stop();
  await schema?.drop();
  const size = `${files.toLocaleString('en-US')} files${schema ? ', PostgreSQL' : ''}`;
  const row = (workload: string, max: number, value: number) =>
    maxRow({ line: 17, workload: `${workload}, ${size}`, unit: 'ms', max }, value);
  return [
    row('creating a container links its 15 papers, p50', 50, quantile(creations, 0.5)),
    row('creating a container links its 15 papers, p99', 50, quantile(creations, 0.99)),
    row('the papers of a container, p99', 20, quantile(openings, 0.99)),
  ];
}

/** Fills up the numbers in texts and names, among them the order numbers of the containers to come. */
async function fillReferences(env: Record<string, string | undefined>, files: number): Promise<void> {
  const db = await connectDatabase(readConfig(env));
  // Otherwise the server would index the names of the demo again, without these numbers.
  await saveSetting(db, indexedSetting, String(numbersVersion));
  // Files in the trash are linked, but not listed.
  const listed = await db
    .selectFrom('files')
    .select('id')
    .where('trashed_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const has = await db
    .selectFrom('file_references')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const values = Array.from({ length: created * papers }, (_, index) => normalOf(Math.floor(index / papers)));
  for (let more = has.count + values.length; more < files * referencesOfFile; more += 1)
    values.push(`FILL${String(more).padStart(8, '0')}`);
  const rows = values.map((value, index) => ({ file_id: listed[index % listed.length]?.id ?? 0, value, waits: 0 }));
  for (let first = 0; first < rows.length; first += 500)
    await db
      .insertInto('file_references')
      .values(rows.slice(first, first + 500))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await db.destroy();
}

const filesOf = (id: number) => containerFilesContract.files.path.replace(':id', String(id));

const create = (program: Program, headers: Record<string, string>, index: number) =>
  ask<{ id: number }>(program, headers, containersContract.create.path, {
    name: `Bench ${index}`,
    container_no: orderOf(index),
    expected_date: '2099-09-09',
    ex_factory_date: '2099-08-08',
  });

async function ask<T>({ origin }: Program, headers: Record<string, string>, path: string, body?: object): Promise<T> {
  const answer = await fetch(
    origin + path,
    body
      ? { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers },
  );
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
