import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { dateFields, groupings, presets, sorts } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerSearchText, storedStatuses } from '#features/containers/core/containers.rules.ts';
import type { Db } from '#server/database/db.ts';
import { addDays } from '#shared/calendar.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedInAs, upload } from '#tests/make.ts';
import { nodesOf, onServer, recordQueries, stepsOf } from '#tests/query-plans.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const containers = 9_000;
const pageSize = 50;
/** Suppliers, users and teams. */
const related = 20;

const filters = [
  'status=Not%20Received',
  'status=Received',
  'status=Departed',
  'pfi_month=3',
  'ex_factory_month=3',
  'pfi_month=3&ex_factory_month=4',
  ...presets.filter((preset) => preset !== 'papers_missing').map((preset) => `preset=${preset}`),
  ...dateFields.map((field) => `${field}_from=2026-01-01&${field}_to=2026-12-31`),
  ...['supplier_id', 'customer_id', 'carrier_id', 'assignee_id', 'team_id'].map((field) => `${field}=1`),
  ...groupings.map((field) => `without=${field}`),
  'vessel=Aurora',
  'port=CNSHA',
  'pol=CNSHA',
  'pod=CNSHA',
  'delay_cause=supplier&delayed_from=2026-01-01',
];

type IsExcessive = (db: Db, text: string, values: readonly unknown[]) => Promise<string[]>;

describe('the list of containers reads indexes only', () => {
  const app = useTestApp();
  let plain: Db;
  let asked: ReturnType<typeof recordQueries>;
  let visitors: Visitor[];
  before(async () => {
    plain = app.ctx.db;
    visitors = await fill(app);
    // PostgreSQL would do so later by itself.
    if (onServer) await plain.executeQuery(CompiledQuery.raw('vacuum analyze containers'));
    asked = recordQueries(app);
  });
  /** Returns the steps of the queries of a page that do more than they need to, by query. */
  const excessOf = async (query: string, isExcessive: IsExcessive, readers = visitors) =>
    excessAt(`/api/containers/page?limit=${pageSize}&${query}`, isExcessive, readers);

  const excessAt = async (url: string, isExcessive: IsExcessive, readers = visitors) => {
    const excess: Record<string, string[]> = {};
    for (const visitor of readers) {
      const answer = await visitor.send({ method: 'GET', url });
      assert.equal(answer.statusCode, 200, `${url}: ${answer.body}`);
      for (const [text, values] of asked) {
        const steps = await isExcessive(plain, text, values);
        if (steps.length > 0) excess[`${url}: ${text}`] = steps;
      }
      asked.clear();
    }
    return excess;
  };

  for (const sort of sorts)
    test(`in the order ${sort}, it reads a page and not more`, async () => {
      for (const order of ['asc', 'desc'])
        assert.deepEqual(await excessOf(`sort=${sort}&order=${order}`, readsMoreThanAPage), {});
    });

  test('with each filter, it counts without reading the rows of the table, and so do the count cards', async () => {
    assert.deepEqual(await excessAt('/api/containers/counts', countsInTable), {});
    for (const filter of filters) assert.deepEqual(await excessOf(`sort=late&${filter}`, countsInTable), {}, filter);
  });

  test('the count cards read the index of the flagged containers', async () => {
    assert.deepEqual(await excessAt('/api/containers/counts', flaggedElsewhere), {});
    assert.deepEqual(await excessOf('status=Delayed&sort=late', flaggedElsewhere), {});
  });

  test('it finds the containers of a port in the order of the suppliers without a look at the others', async () => {
    assert.deepEqual(await excessOf('port=NLRTM&sort=supplier', scansContainers), {});
  });

  test('with a filter and another order, it reads the index of the order and does not sort', async () => {
    for (const query of [
      'ex_factory_date_from=2025-01-01&ex_factory_date_to=2027-12-31&sort=name',
      'status=Departed&sort=eta',
    ])
      assert.deepEqual(await excessOf(query, sortsInOrder), {}, query);
  });

  test('with a filter by status and any order, it finds the page in the index of the order', async () => {
    // A manager sees so few of them that they are sorted.
    const [admin] = visitors as [Visitor];
    for (const query of [
      'status=Departed&sort=eta',
      'status=Received&sort=vessel&order=desc',
      'status=Departed&sort=id&order=asc',
      'preset=no_new_date&sort=late&order=desc',
    ])
      assert.deepEqual(await excessOf(query, pagesInTable, [admin]), {}, query);
  });

  test('with matches far from the beginning of another order, it passes the others in its index and does not sort', async () => {
    assert.deepEqual(await excessOf('ata_from=2026-05-01&sort=etd', pagesInTableAtTheEnd), {});
  });

  test('the number of containers without papers is counted in the index of those that have not departed', async () => {
    const type = await makeFileType(app);
    await plain.insertInto('checklist').values({ file_type_id: type, stage: 'received', party_id: null }).execute();
    const admin = await asAdmin(app);
    const [paper] = await upload(admin, type, { name: 'paper.txt' });
    const { containers: rows } = (await admin.call(containersContract.page, { status: 'Received', limit: 1 })).body;
    await admin.call(containerFilesContract.link, { id: rows[0]?.id ?? 0, file_ids: [paper?.id ?? 0] });
    asked.clear();
    assert.deepEqual(await excessOf('preset=papers_missing&sort=late', countsOpenElsewhere), {});
  });

  test('the number of delayed containers is counted in the delays and the trash for an administrator', async () => {
    const [admin] = visitors as [Visitor];
    await admin.send({ method: 'GET', url: '/api/containers/page?delay_cause=supplier&sort=late' });
    const counts = [...asked.keys()].filter(isCount);
    asked.clear();
    assert.deepEqual(
      counts.map((text) => text.includes('from containers where deleted_at is not null')),
      [true],
    );
  });

  test('with a filter whose matches are far from the beginning, it sorts them in the index of the filter', async () => {
    for (const filter of ['outcome=pfi', 'outcome=ex_factory', 'eta_from=2026-12-01'])
      assert.deepEqual(await excessOf(`sort=late&${filter}`, sortsInTable), {}, filter);
  });
});

const isPage = (text: string) => /^\s*select containers\.id from/.test(text);
const isCount = (text: string) => text.endsWith(' as found') && /from "?containers/.test(text);
/** The numbers on the count cards. */
const isCards = (text: string) => text.includes(' as not_received');

async function readsMoreThanAPage(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (!isPage(text)) return [];
  if (!onServer)
    return (await stepsOf(db, text, values)).filter(
      (step) => step.includes('TEMP B-TREE') || /^SCAN containers$/.test(step),
    );
  // PostgreSQL sorts a table of this size rather than to read an index in its order, and always sorts within related rows.
  if (text.includes('as related')) return [];
  return (await nodesOf(db, text, values, 'sort'))
    .filter((node) => node.looked > containers / 4)
    .map((node) => `${node['Node Type']} of ${node['Relation Name']}: ${node.looked} rows`);
}

/** A page that is sorted after its filters has the sort keys in expressions. */
const isSortedPage = (text: string) => isPage(text) && text.includes('coalesce(');

/** PostgreSQL decides it by its statistics. */
async function sortsInOrder(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (onServer || !isPage(text) || isSortedPage(text)) return [];
  return (await stepsOf(db, text, values)).filter((step) => step.includes('TEMP B-TREE'));
}

/** Two ranges of flagged containers are counted: not received and received. */
async function flaggedElsewhere(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (!isCards(text) && !isCount(text)) return [];
  const index = 'containers_flagged';
  const steps = onServer
    ? (await nodesOf(db, text, values)).map((node) => `${node['Node Type']} ${node['Index Name']}`)
    : await stepsOf(db, text, values);
  const read = steps.filter((step) => /COVERING|Index Only/.test(step) && step.includes(index));
  return read.length === 2 ? [] : steps;
}

/**
 * The index has no suppliers, which only rules of a supplier need. PostgreSQL decides by its statistics whether to use it, and
 * compares the papers only of containers with links: here there is one.
 */
async function countsOpenElsewhere(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (!isCount(text)) return [];
  if (onServer)
    return (await nodesOf(db, text, values))
      .filter((node) => node['Relation Name'] === 'checklist' && node['Actual Loops'] > 10)
      .map((node) => `${node['Node Type']} of the rules: ${node['Actual Loops']} times`);
  return (await stepsOf(db, text, values)).filter(
    (step) => / containers\b/.test(step) && !step.includes('INDEX containers_open'),
  );
}

/** PostgreSQL decides it by its statistics. */
async function scansContainers(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (onServer || !isSortedPage(text)) return [];
  return (await stepsOf(db, text, values)).filter((step) => /^SCAN containers\b/.test(step));
}

/** PostgreSQL sorts by its statistics. */
const inTable =
  (isQuery: (text: string) => boolean, otherStep?: string) =>
  async (db: Db, text: string, values: readonly unknown[]): Promise<string[]> => {
    if (!isQuery(text)) return [];
    if (!onServer)
      return (await stepsOf(db, text, values)).filter(
        (step) =>
          (/ containers\b/.test(step) && !step.includes('COVERING INDEX')) ||
          (otherStep !== undefined && step.includes(otherStep)),
      );
    if (otherStep !== undefined) return [];
    return (await nodesOf(db, text, values))
      .filter((node) => node['Relation Name'] === 'containers' && node['Node Type'] === 'Seq Scan')
      .map((node) => `${node['Node Type']}: ${node.looked} rows`);
  };
const pagesInTable = inTable(isPage, 'TEMP B-TREE');
/** The query of the first rows in the order compares them with the filter. The next one looks up the ids of all matches. */
const pagesInTableAtTheEnd = inTable(
  (text) => isPage(text) && text.includes(' in (select containers.id'),
  'TEMP B-TREE',
);
const countsInTable = inTable((text) => isCount(text) || isCards(text));
const sortsInTable = inTable(isSortedPage);

async function fill(app: TestApp): Promise<Visitor[]> {
  const { db } = app.ctx;
  const [teams, people]: [number[], number[]] = [[], []];
  for (let index = 0; index < related; index += 1) teams.push(await makeTeam(app));
  for (const team of teams) people.push((await makeUser(app, { role: 3, team })).id);
  const at = app.now().toISOString();
  const names = Array.from({ length: related }, (_, index) => ({
    name: `Party ${index}`,
    name_norm: `PARTY${index}`,
    created_at: at,
  }));
  await db.insertInto('parties').values(names).execute();
  const day = (index: number) => addDays('2025-06-01', index % 700);
  for (let first = 0; first < containers; first += 200) {
    const rows = Array.from({ length: 200 }, (_, step) => {
      const index = first + step;
      const [name, number] = [`Container ${index}`, `PO-${index}`];
      const status_id = (index % Object.keys(storedStatuses).length) + 1;
      const some = <T>(every: number, value: T) => (index % every === 0 ? null : value);
      return {
        name,
        container_no: number,
        search_text: containerSearchText(name, number),
        pfi_date: day(index),
        ex_factory_date: day(index + 7),
        first_pfi_date: day(index),
        first_ex_factory_date: day(index + 7),
        status_id,
        awaits_pfi_date: status_id === 1 ? 1 : 0,
        ...(status_id > 1 && { received_on: day(index), pfi_slip: 0, pfi_last_slip: 0 }),
        ...(status_id > 2 && { departed_on: day(index), ex_factory_slip: 0, ex_factory_last_slip: 0 }),
        created_by: 1,
        created_at: at,
        updated_at: at,
        supplier_id: some(2, (index % related) + 1),
        customer_id: some(3, (index % related) + 1),
        carrier_id: some(5, (index % related) + 1),
        assignee_id: some(2, people[Math.floor(index / 2) % related] ?? null),
        team_id: some(2, teams[Math.floor(index / 2) % related] ?? null),
        vessel: some(2, ['Aurora', 'Borealis'][index % 2] ?? ''),
        voyage: some(2, String(index % 100)),
        container_number: some(2, `TSTU ${index}`),
        bl_number: some(2, `BL${index}`),
        booking_number: some(2, `BK${index}`),
        seal: some(2, `S${index}`),
        pol: some(2, ['CNSHA', 'THLCH'][index % 2] ?? ''),
        pod: some(2, index % related === related - 1 ? 'NLRTM' : (['DEHAM', 'CNSHA'][index % 2] ?? '')),
        etd: some(2, day(index + 3)),
        eta: some(2, day(index + 5)),
        atd: some(4, day(index + 3)),
        ata: some(4, day(index + 5)),
        last_free_day: some(4, day(index + 9)),
        remarks: some(4, `Remark ${index}`),
        packages: some(2, index),
        weight_kg: some(2, index),
      };
    });
    await db.insertInto('containers').values(rows).execute();
  }
  return [await asAdmin(app), (await signedInAs(app, { role: 2, team: teams[0] ?? null })).visitor];
}
