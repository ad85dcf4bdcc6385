import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import type { KyselyPlugin } from 'kysely';
import { insertFiles } from '#features/files/server/files.queries.ts';
import type { Db } from '#server/parts.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { keepNames } from '#tests/names.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const files = 6_000;
const groups = 6;

const onServer = process.env['DATABASE_URL'] !== undefined;

/** What a question may read whole: tables with as many rows as there are groups, days, people or containers, and its own parts. */
const bounded = new Set(
  `teams file_types roles modules permissions permission_saves file_tally today settings
  users sessions containers creator checker
  cells own_cells ranks firsts placed found hits candidates named parts
  seen newest changed waiting page json_each CONSTANT`.split(/\s+/),
);

/** Tables that grow with every upload, download and notice. */
const growing = [
  'files',
  'file_words',
  'file_versions',
  'file_events',
  'downloads',
  'notifications',
  'texts',
  'readings',
  'renditions',
  'container_events',
];

test('no list and no search reads through a table that grows with the files', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const asked = new Map<string, readonly unknown[]>();
  const plain = app.parts.db;
  let visitors!: Visitor[];
  await t.test('made', async () => {
    visitors = await fill(app);
    // PostgreSQL does so by itself after a while; the embedded database goes by the rules it has without.
    if (onServer) await plain.executeQuery(CompiledQuery.raw('analyze'));
    const { db, reader } = app.parts;
    Object.assign(app.parts, {
      db: db.withPlugin(noting(db, asked)),
      reader: reader.withPlugin(noting(reader, asked)),
    });
  });
  const look = async (addresses: string[]) => {
    for (const visitor of visitors) for (const url of addresses) await callAndFollow(visitor, url);
    const scans: Record<string, string[]> = {};
    for (const [text, values] of asked) {
      const found = await scansOf(plain, text, values);
      if (found.length > 0) scans[text] = found;
    }
    asked.clear();
    assert.deepEqual(scans, {});
  };

  await t.test('of the files page, with every filter and in every order', async () => {
    for (const narrowed of ['', 'team_id=2', 'file_type_id=2', 'uploaded_since=2026-11-01T00:00:00.000Z'])
      for (const sort of ['uploaded_at', 'filename', 'size', 'file_type'])
        await look(['team', 'file_type'].map((by) => `/api/files/overview?group_by=${by}&sort=${sort}&${narrowed}`));
  });
  await t.test('of a search by the index, of what is rare or not there', () =>
    look(['no%20such', 'qx', 'needle', 'rare%20person'].map((term) => `/api/files/overview?search=${term}`)),
  );
  await t.test('of a search with names in memory, of whatever it is', async () => {
    await keepNames(app);
    await look(['no%20such', 'qx', 'e', 'invoice', 'team', 'a'].map((term) => `/api/files/overview?search=${term}`));
  });
  await t.test('of everything else that is listed', () =>
    look([
      '/api/user',
      '/api/notifications',
      '/api/permissions',
      '/api/teams',
      '/api/teams/2/usage',
      '/api/file-type',
      '/api/admin-index',
      '/api/admin-dashboard',
      '/api/user/activity',
      '/api/teams_with_files',
      '/api/users',
      '/api/users?search=person',
      '/api/users_list',
      '/api/users/totals',
      '/api/containers',
      '/api/containers/page',
      '/api/containers/page?search=a&status=Delayed&pfi_month=3',
      '/api/containers/trash',
      '/api/trash',
      '/api/files/7',
      '/api/files/7/history',
      '/api/files/7/versions',
      '/api/files/text-search?search=contract',
    ]),
  );
});

async function fill(app: TestApp): Promise<Visitor[]> {
  const teams = await Promise.all(Array.from({ length: groups }, async (_, place) => makeTeam(app, `Team ${place}`)));
  const types = await Promise.all(
    Array.from({ length: groups }, async (_, place) => makeFileType(app, `Type ${place}`)),
  );
  const people: { id: number; email: string }[] = [];
  for (let place = 0; place < 20; place += 1) {
    const team = teams[place % groups] as number;
    people.push(await makeUser(app, { role: 3, team, sees: teams.slice(0, 2), name: `Person ${place}` }));
  }
  const rare = await makeUser(app, { role: 3, team: teams[0] as number, name: 'Rare Person' });
  const start = app.now().getTime();
  const pick = <T>(list: readonly T[], place: number) => list[place % list.length] as T;
  const at = (place: number) => new Date(start - place * 3_600_000).toISOString();
  for (let first = 0; first < files; first += 500) {
    const rows = Array.from({ length: 500 }, (_, step) => {
      const place = first + step;
      return {
        filename: place === 77 ? 'needle.pdf' : `Invoice ${place}.pdf`,
        filepath: randomBytes(16).toString('base64url'),
        file_type_id: pick(types, place),
        team_id: pick(teams, Math.floor(place / groups)),
        user_id: place % 1_000 === 0 ? rare.id : pick(people, place).id,
        size: place,
        sha256: randomBytes(32).toString('hex'),
        media_type: 'application/pdf',
        blob_key: `blob-${place}`,
        uploaded_at: at(place),
      };
    });
    await app.parts.db.transaction().execute((tx) => insertFiles(tx, rows));
  }
  await app.parts.db.updateTable('readings').set({ due_at: null }).where('blob_key', 'not like', 'blob-77%').execute();
  const ids = (await app.parts.db.selectFrom('files').select('id').execute()).map((row) => row.id);
  for (let first = 0; first < files; first += 500) {
    const some = ids.slice(first, first + 500);
    const user = (place: number) => pick(people, place).id;
    await app.parts.db
      .insertInto('downloads')
      .values(some.map((file_id) => ({ file_id, user_id: user(file_id), downloaded_at: at(file_id) })))
      .execute();
    await app.parts.db
      .insertInto('notifications')
      .values(
        some.map((id) => ({
          user_id: user(id),
          title: 'New',
          message: 'New',
          link: null,
          created_at: at(id),
          read_at: null,
        })),
      )
      .execute();
    await app.parts.db
      .insertInto('file_events')
      .values(
        some.map((file_id) => ({
          file_id,
          what: 'renamed',
          old_value: 'a',
          new_value: 'b',
          user_id: user(file_id),
          happened_at: at(file_id),
        })),
      )
      .execute();
  }
  return [await asAdmin(app), await signedIn(app, pick(people, 0).email)];
}

/** Notes every question that goes by. */
function noting(db: Db, asked: Map<string, readonly unknown[]>): KyselyPlugin {
  return {
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = db.getExecutor().compileQuery(node, queryId);
      if (/^\s*(select|with)\b/i.test(sql)) asked.set(sql, parameters);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
}

/** A list, and where it says how to go on, its next page. */
async function callAndFollow(visitor: Visitor, url: string): Promise<void> {
  const answer = await visitor.send({ method: 'GET', url });
  assert.ok([200, 403, 404].includes(answer.statusCode), `${url}: ${answer.body}`);
  const { groups: found } = JSON.parse(answer.body) as { groups?: { id: number; next: string | null }[] };
  const group = found?.find(({ next }) => next !== null);
  if (!group) return;
  const more = `${url.replace('overview', 'group')}&group_id=${group.id}&after=${group.next}`;
  assert.equal((await visitor.send({ method: 'GET', url: more })).statusCode, 200, more);
}

/** What is read through, for a question to be answered. */
async function scansOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  return onServer ? manyRowsOf(db, text, values) : tableScansOf(db, text, values);
}

async function tableScansOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...values]),
  );
  return rows
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN') && !detail.includes('VIRTUAL TABLE'))
    .filter((detail) => !/^\(subquery-\d+\)$/.test(detail.split(' ')[1] ?? ''))
    .filter((detail) => !bounded.has(detail.split(' ')[1] ?? ''));
}

type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
};

/** What counts is how many rows it looked at of the tables that grow, by whatever way. */
async function manyRowsOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  const { rows } = await db.transaction().execute(async (tx) => {
    // As if reading a table whole took a hundred times as long: what can do without it then does.
    await tx.executeQuery(CompiledQuery.raw('set local seq_page_cost = 100'));
    return tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
      CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...values]),
    );
  });
  const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];
  return nodes(rows[0]?.['QUERY PLAN'][0]?.Plan as Node)
    .filter((node) => growing.includes(node['Relation Name'] ?? ''))
    .map((node) => ({
      node,
      looked: (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    }))
    .filter(({ looked }) => looked > files / 2)
    .map(({ node, looked }) => `${node['Node Type']} of ${node['Relation Name']}: ${looked} rows`);
}
