import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { dateFields, groupings, presets, sorts } from '#features/containers/core/container-fields.rules.ts';
import { containerSearchText } from '#features/containers/core/containers.rules.ts';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import { analyze } from '#server/database/dialect/maintenance.ts';
import { databasePath } from '#server/database/open.ts';
import { addDays } from '#shared/calendar.ts';
import { asAdmin, makeFileType, makeTeam, signedInAs } from '#tests/make.ts';
import { onServer, recordQueries } from '#tests/query-plans.ts';
import { randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const containers = 10_000;
const files = 20_000;

const filters = [
  ...['Not%20Received', 'Received', 'Departed', 'Delayed'].map((status) => `status=${status}`),
  ...presets.map((preset) => `preset=${preset}`),
  ...dateFields.map((field) => `${field}_from=2026-01-01&${field}_to=2026-12-31`),
  ...['supplier_id', 'customer_id', 'carrier_id', 'assignee_id', 'team_id'].map((field) => `${field}=1`),
  ...groupings.map((field) => `without=${field}`),
  'pfi_month=3',
  'ex_factory_month=4',
  'vessel=Aurora',
  'port=CNSHA',
  'pol=CNSHA&pod=DEHAM',
  'outcome=pfi&result=first_late',
  'delay_cause=supplier&delayed_from=2026-01-01',
  'import_id=1',
  'search=container',
  'search=PO%209999',
  'search=xq',
  'search=nothing%20here',
];

type Read = (text: string, values: readonly unknown[]) => Promise<number>;

// What is read does not depend on the machine, as times do. Reading the rows of a scattered index one by one would exceed the
// bounds by far: a page of the table has seven rows.
describe('a page of 10,000 containers', () => {
  const app = useTestApp();
  let visitors: Visitor[];
  let asked: ReturnType<typeof recordQueries>;
  let read: Read;
  let table: number;
  before(async () => {
    visitors = await fill(app);
    read = onServer ? readOnServer(app) : readOfFile(app);
    table = await read('select max(remarks || search_text || import_id) from containers', []);
    asked = recordQueries(app);
  });

  /** Returns the calls of which a visitor's queries read more than so many times the table. */
  const tooMany = async (visitor: Visitor | undefined, paths: readonly string[], limit: number, of = 'containers') => {
    const found: string[] = [];
    for (const path of paths) {
      asked.clear();
      const answer = await visitor?.send({ method: 'GET', url: `/api/containers/${path}` });
      assert.equal(answer?.statusCode, 200, path);
      let sum = 0;
      for (const [text, values] of asked) if (text.includes(of)) sum += await read(text, values);
      if (!(sum <= limit * table)) found.push(`${path}: ${(sum / table).toFixed(1)} times the table`);
    }
    return found;
  };

  test('in each order, it reads the table twice: for the page and for the number of matches', async () => {
    const [admin, manager] = visitors;
    const orders = sorts.map((sort) => `page?sort=${sort}`);
    assert.deepEqual(await tooMany(admin, orders, 2.5), []);
    const reversed = orders.map((order) => `${order}&order=desc`);
    assert.deepEqual(await tooMany(manager, reversed, 2.5), []);
  });

  test('with each filter, it reads the table twice, and the links or delays of containers once', async () => {
    const [admin, manager] = visitors;
    const narrowed = (order: string) => filters.map((filter) => `page?sort=${order}&${filter}`);
    assert.deepEqual(await tooMany(admin, narrowed('late'), 3), []);
    assert.deepEqual(await tooMany(manager, narrowed('eta'), 3), []);
  });

  test('the count cards read an index, which is far smaller than the table', async () => {
    for (const visitor of visitors) assert.deepEqual(await tooMany(visitor, ['counts'], 0.5), []);
  });

  test('after an import of containers, a page reads the files that are linked to its containers, and no others', async () => {
    // In SQLite, an import leaves the other tables without statistics.
    await analyze(app.ctx.db, ['containers', 'container_events']);
    read = onServer ? readOnServer(app) : readOfFile(app);
    for (const visitor of visitors)
      assert.deepEqual(await tooMany(visitor, ['page?sort=late'], 0.05, '"container_files" as "links"'), []);
  });
});

/** Reads with a connection that has hardly any cache, and returns the number of bytes that it read. */
function readOfFile({ dataDir }: TestApp): Read {
  const file = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  file.exec('pragma cache_size = 16');
  const readSoFar = () => Number(/^rchar: (\d+)/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1]);
  return async (text, values) => {
    const statement = file.prepare(text);
    const start = readSoFar();
    statement.all(...(values as SQLInputValue[]));
    return readSoFar() - start;
  };
}

/** Returns the number of blocks that PostgreSQL read, from its cache or not. */
const readOnServer =
  ({ ctx: { db } }: TestApp): Read =>
  async (text, values) => {
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...values]),
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return (plan?.['Shared Hit Blocks'] ?? NaN) + (plan?.['Shared Read Blocks'] ?? NaN);
  };

async function fill(app: TestApp): Promise<Visitor[]> {
  const { db } = app.ctx;
  const at = app.now().toISOString();
  const team = await makeTeam(app);
  const type = await makeFileType(app);
  await db.insertInto('checklist').values({ file_type_id: type, stage: 'received', party_id: null }).execute();
  const names = Array.from({ length: 20 }, (_, index) => ({ name: `Party ${index}`, name_norm: `PARTY${index}` }));
  await db
    .insertInto('parties')
    .values(names.map((name) => ({ ...name, created_at: at })))
    .execute();
  const rows = Array.from({ length: containers }, (_, index) => {
    const some = <T>(every: number, value: T) => (index % every === 0 ? null : value);
    // Neighbours in a date are far from each other in the table.
    const day = (after: number) => addDays('2025-06-01', ((index * 37) % 700) + after);
    const [name, container_no, status_id] = [`Container ${index}`, `PO-${index}`, (index % 3) + 1];
    return {
      name,
      container_no,
      status_id,
      search_text: containerSearchText(name, container_no),
      pfi_date: day(0),
      ex_factory_date: day(7),
      first_pfi_date: day(0),
      first_ex_factory_date: day(7),
      created_by: 1,
      created_at: at,
      updated_at: at,
      awaits_pfi_date: status_id === 1 ? 1 : 0,
      received_on: status_id > 1 ? day(0) : null,
      pfi_slip: status_id > 1 ? (index % 9) - 4 : null,
      etd: some(2, day(3)),
      eta: some(3, day(5)),
      atd: some(4, day(3)),
      ata: some(4, day(5)),
      supplier_id: some(2, (index % 20) + 1),
      customer_id: some(3, (index % 20) + 1),
      carrier_id: 1,
      assignee_id: some(2, 1),
      team_id: some(2, team),
      packages: some(2, index),
      weight_kg: some(2, index),
      vessel: some(2, 'Aurora'),
      pol: some(2, 'CNSHA'),
      pod: some(3, 'DEHAM'),
      goods: some(4, 'Chairs'),
      remarks: 'A remark that makes the row as long as those of other companies. '.repeat(4),
    };
  });
  for (let first = 0; first < containers; first += 200)
    await db
      .insertInto('containers')
      .values(rows.slice(first, first + 200))
      .execute();
  await fillFiles(app, { team, type });
  if (onServer) await db.executeQuery(CompiledQuery.raw('vacuum analyze containers, files, container_files'));
  return [await asAdmin(app), (await signedInAs(app, { role: 2, team })).visitor];
}

/** Many files of an expected type, of which hardly any is linked to a container. */
async function fillFiles({ ctx: { db }, now }: TestApp, of: { team: number; type: number }): Promise<void> {
  const file = (index: number) => ({
    filename: `Document ${index}.pdf`,
    filepath: randomName(),
    file_type_id: of.type,
    team_id: of.team,
    user_id: 1,
    size: 1000,
    sha256: '',
    media_type: 'application/pdf',
    blob_key: randomName(),
    uploaded_at: now().toISOString(),
  });
  for (let first = 0; first < files; first += 500)
    await insertFiles(
      db,
      Array.from({ length: 500 }, (_, index) => file(first + index)),
    );
}
