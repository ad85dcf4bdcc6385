import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { insertFiles } from '#features/files/server/core/files.queries.ts';
import type { Db } from '#server/database/db.ts';
import { asAdmin, makeContainer, makeFileType, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { nodesOf, onServer, recordQueries, stepsOf } from '#tests/query-plans.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';

const files = 6_000;
const groups = 6;

/**
 * Tables that a query may scan: their size depends on the number of groups, days, users or containers. With the aliases and
 * common table expressions of the queries.
 * Comments are written by hand, and a search reads an index with their texts only.
 */
const bounded = new Set(
  `teams file_types roles modules permissions permission_saves file_counts today settings
  users sessions containers numbers comments parties checklist expected saved_views creator checker
  counts own_counts all_counts ranks firsts numbered found hits candidates named parts
  seen newest changed waiting page json_each CONSTANT
  spelled days slips ranked largest delays`.split(/\s+/),
);

/** Tables that grow with every upload, download and notification. */
const growing = [
  'files',
  'file_versions',
  'file_events',
  'downloads',
  'notifications',
  'texts',
  'extractions',
  'work',
  'derived_files',
  'container_events',
  'container_files',
  'file_references',
];

describe('no list and no search in texts scans a table that grows with the number of files', () => {
  const app = useTestApp();
  let asked: ReturnType<typeof recordQueries>;
  let plain: Db;
  let visitors: Visitor[];
  before(async () => {
    plain = app.ctx.db;
    visitors = await fill(app);
    // PostgreSQL would analyze the tables later by itself. SQLite plans without statistics.
    if (onServer) await plain.executeQuery(CompiledQuery.raw('analyze'));
    asked = recordQueries(app);
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

  test('the files page, with every filter and in every order', async () => {
    for (const narrowed of ['', 'team_id=2', 'file_type_id=2', 'uploaded_since=2026-11-01T00:00:00.000Z'])
      for (const sort of [
        'uploaded_at',
        'filename',
        'size',
        'size&order=asc',
        'filename&order=desc',
        'file_type',
        'team&order=desc',
      ])
        await look(['team', 'file_type'].map((by) => `/api/files/overview?group_by=${by}&sort=${sort}&${narrowed}`));
  });
  test('the files page by type and date is read from one index for a person who sees every team', async () => {
    const [admin] = visitors as [Visitor];
    await callAndFollow(admin, '/api/files/overview?sort=uploaded_at&group_by=file_type');
    const pages = [...asked].filter(([text]) => text.includes('firsts as'));
    const read = await Promise.all(pages.map(([text, values]) => indexesOf(plain, text, values)));
    asked.clear();
    assert.equal(pages.length, 1);
    assert.deepEqual(
      [...new Set(read.flat())].filter((index) => index.startsWith('files_by_')),
      ['files_by_type'],
    );
  });
  test('the files of a folder, with and without a search', () =>
    look([
      ...['', '&search=invoice', '&team_id=2', '&sort=filename&group_by=team'].map(
        (more) => `/api/files/overview?folder=Incoming/2026${more}`,
      ),
      ...['', '&team_id=2'].map((more) => `/api/files/text-search?search=contract&folder=Incoming/2026${more}`),
    ]));
  test('the files of a container, with and without a search', () =>
    look([
      ...['', '&search=invoice', '&team_id=2', '&sort=filename&group_by=team'].map(
        (more) => `/api/files/overview?container_id=1${more}`,
      ),
      ...['', '&team_id=2'].map((more) => `/api/files/text-search?search=contract&container_id=1${more}`),
    ]));
  test('the files of an uploader or of a month, in every order, with and without a search', async () => {
    const month = 'uploaded_since=2026-10-01T00:00:00.000Z&uploaded_before=2026-11-01T00:00:00.000Z';
    for (const narrowed of ['user_id=3', month, `user_id=3&${month}`, 'user_id=22'])
      await look([
        ...['uploaded_at', 'uploaded_at&order=asc', 'filename', 'size', 'file_type', 'team'].map(
          (sort) => `/api/files/overview?sort=${sort}&${narrowed}`,
        ),
        `/api/files/text-search?search=contract&${narrowed}`,
      ]);
  });
  test('all other lists', () =>
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
      '/api/users?active=yes',
      '/api/users_list',
      '/api/users/totals',
      '/api/containers',
      '/api/containers/page',
      '/api/containers/counts',
      '/api/containers/totals?search=a&group=supplier',
      '/api/containers/page?group=vessel&sort=eta&after=1',
      '/api/containers/page?sort=late&after=1',
      '/api/containers/page?search=a&status=Delayed&pfi_month=3',
      '/api/containers/page?sort=late&preset=late_now',
      '/api/containers/page?sort=late&preset=papers_missing',
      '/api/containers/1/papers',
      '/api/containers/1/files',
      '/api/containers/1/history',
      '/api/waiting-papers',
      '/api/containers/page?search=QKYU%20234623-0',
      '/api/parties?ids=1,2',
      '/api/containers/people?ids=1',
      '/api/checklist',
      '/api/containers/page?sort=supplier&search=chairs',
      '/api/containers/page?sort=eta&eta_from=2026-01-01&supplier_id=1',
      '/api/containers.csv',
      '/api/containers/page?outcome=pfi&outcome_from=2026-01-01&outcome_to=2026-12-31&result=first_late&pol=CNSHA',
      '/api/containers/page?delay_cause=supplier&delayed_from=2026-01-01',
      '/api/containers/report?from=2026-01&to=2026-12&measure=eta&group=pol',
      '/api/containers/people?search=a',
      '/api/containers/views',
      '/api/parties?search=a',
      '/api/containers/trash',
      '/api/trash',
      '/api/files/7',
      '/api/files/7/history',
      '/api/files/7/versions',
      '/api/files/text-search?search=contract',
    ]));
});

async function fill(app: TestApp): Promise<Visitor[]> {
  const teams = await Promise.all(Array.from({ length: groups }, async (_, index) => makeTeam(app, `Team ${index}`)));
  const types = await Promise.all(
    Array.from({ length: groups }, async (_, index) => makeFileType(app, `Type ${index}`)),
  );
  const people: { id: number; email: string }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const team = teams[index % groups] as number;
    people.push(await makeUser(app, { role: 3, team, sees: teams.slice(0, 2), name: `Person ${index}` }));
  }
  const rare = await makeUser(app, { role: 3, team: teams[0] as number, name: 'Rare Person' });
  const start = app.now().getTime();
  const pick = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  const at = (index: number) => new Date(start - index * 3_600_000).toISOString();
  for (let first = 0; first < files; first += 500) {
    const rows = Array.from({ length: 500 }, (_, step) => {
      const index = first + step;
      return {
        filename: index === 77 ? 'needle.pdf' : `Invoice ${index}.pdf`,
        filepath: randomBytes(16).toString('base64url'),
        file_type_id: pick(types, index),
        team_id: pick(teams, Math.floor(index / groups)),
        user_id: index % 1_000 === 0 ? rare.id : pick(people, index).id,
        size: index,
        sha256: randomBytes(32).toString('hex'),
        media_type: 'application/pdf',
        blob_key: `blob-${index}`,
        uploaded_at: at(index),
        folder: index % 50 === 0 ? `Incoming/2026/${index % 300}` : null,
      };
    });
    await app.ctx.db.transaction().execute((tx) => insertFiles(tx, rows));
  }
  await app.ctx.db.deleteFrom('work').where('key', 'not like', 'blob-77%').execute();
  const ids = (await app.ctx.db.selectFrom('files').select('id').execute()).map((row) => row.id);
  // All files belong to containers in the trash, so the papers of the other one need none of them.
  const trashed: number[] = [];
  for (let index = 0; index < 100; index += 1) trashed.push(await makeContainer(app, { isTrashed: true }));
  await makeContainer(app);
  await app.ctx.db
    .insertInto('checklist')
    .values(types.map((file_type_id) => ({ file_type_id, stage: 'received', party_id: null })))
    .execute();
  for (let first = 0; first < files; first += 500) {
    const some = ids.slice(first, first + 500);
    const user = (index: number) => pick(people, index).id;
    const link = { how: 'hand', found: null, linked_by: 1, linked_at: at(0), removed_at: null };
    await app.ctx.db
      .insertInto('container_files')
      .values(some.map((file_id) => ({ ...link, container_id: pick(trashed, file_id), file_id })))
      .execute();
    await app.ctx.db
      .insertInto('downloads')
      .values(some.map((file_id) => ({ file_id, user_id: user(file_id), downloaded_at: at(file_id) })))
      .execute();
    await app.ctx.db
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
    await app.ctx.db
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

/** Requests a list and, if the response has a cursor, its next page. */
async function callAndFollow(visitor: Visitor, url: string): Promise<void> {
  const answer = await visitor.send({ method: 'GET', url });
  assert.ok([200, 403, 404].includes(answer.statusCode), `${url}: ${answer.body}`);
  if (!String(answer.headers['content-type']).startsWith('application/json')) return;
  const { groups: found } = JSON.parse(answer.body) as { groups?: { id: number; next: string | null }[] };
  const group = found?.find(({ next }) => next !== null);
  if (!group) return;
  const more = `${url.replace('overview', 'group')}&group_id=${group.id}&after=${group.next}`;
  assert.equal((await visitor.send({ method: 'GET', url: more })).statusCode, 200, more);
}

/** Returns the indexes that a query reads. */
async function indexesOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (onServer) return (await nodesOf(db, text, values)).flatMap((node) => node['Index Name'] ?? []);
  return (await stepsOf(db, text, values)).flatMap((step) => / INDEX (\w+)/.exec(step)?.[1] ?? []);
}

/** Returns the table scans of a query. On PostgreSQL, a plan counts as a scan by the rows that it reads from growing tables. */
async function scansOf(db: Db, text: string, values: readonly unknown[]): Promise<string[]> {
  if (onServer)
    return (await nodesOf(db, text, values))
      .filter((node) => growing.includes(node['Relation Name'] ?? '') && node.looked > files / 2)
      .map((node) => `${node['Node Type']} of ${node['Relation Name']}: ${node.looked} rows`);
  return (
    (await stepsOf(db, text, values))
      .filter((step) => step.startsWith('SCAN') && !step.includes('VIRTUAL TABLE'))
      // Partial indexes of the few numbers that no container has.
      .filter((step) => !step.endsWith('_references_waits'))
      .filter((step) => !/^\(subquery-\d+\)$/.test(step.split(' ')[1] ?? ''))
      .filter((step) => !bounded.has(step.split(' ')[1] ?? ''))
  );
}
