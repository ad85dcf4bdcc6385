import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { filesContract, listOrders } from '#features/files/core/files.contract.ts';
import type { Direction, File, FilesGroup, Grouping, SortOrder } from '#features/files/core/files.contract.ts';
import { naturalDirection } from '#features/files/list/files-view.rules.ts';
import { searchForm, sortKey } from '#shared/fold.ts';
import { readSearch } from '#shared/search-query.ts';
import type { SearchTerm } from '#shared/search-query.ts';
import { asAdmin, makeFileType, makeTeam, makeUser, signedIn } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { insertFiles } from '../core/files.queries.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A pseudorandom generator with a fixed seed, so that every run has the same numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type World = {
  files: File[];
  teams: { id: number; name: string }[];
  types: { id: number; name: string }[];
  people: { id: number; name: string; email: string }[];
  /** The folded names of a file, its team and its uploader, by the id of the file. */
  folded: Map<number, string[]>;
  nameKeys: Map<number, Buffer>;
};

const names = [
  'Invoice 2',
  'invoice 10',
  'Résumé',
  'packing list',
  'ÅNGSTRÖM',
  '装箱单',
  '🚢 manifest',
  'a',
  'AB',
  "50%_off'",
  'zoo',
];

/** Inserts some hundred files over teams, types, users and fourteen months, as an upload does. */
async function makeWorld(app: TestApp): Promise<World> {
  const pick = seeded(7);
  const teams = await Promise.all(
    ['Northern Freight', 'Customs', 'Zürich Office', 'Quiet team'].map(async (name) => ({
      id: await makeTeam(app, name),
      name,
    })),
  );
  const types = await Promise.all(
    ['Bill of Lading', 'Invoice', 'Zulu'].map(async (name) => ({ id: await makeFileType(app, name), name })),
  );
  const people = await Promise.all(
    ['Zoë Invoiceman', 'Bob', 'Carol'].map(async (name, index) =>
      makeUser(app, {
        role: 3,
        team: teams[index]?.id as number,
        sees: index === 1 ? [teams[2]?.id as number] : [],
        name,
      }),
    ),
  );
  // One type is deleted; its files stay.
  const gone = { id: types[2]?.id as number };
  const now = app.now().getTime();
  const rows = Array.from({ length: 300 }, (_, index) => {
    const uploader = people[pick(3)] as World['people'][number];
    return {
      filename: `${names[pick(names.length)]} ${pick(12)}.pdf`,
      filepath: randomBytes(16).toString('base64url'),
      file_type_id: types[pick(3)]?.id as number,
      team_id: teams[pick(3)]?.id as number,
      user_id: uploader.id,
      size: pick(5) * 1000,
      sha256: '0'.repeat(64),
      media_type: 'application/pdf',
      blob_key: `blob-${index}`,
      uploaded_at: new Date(now - pick(420) * day - pick(24) * hour).toISOString(),
      user: { id: uploader.id, name: uploader.name },
    };
  });
  const ids = await app.ctx.db.transaction().execute((tx) =>
    insertFiles(
      tx,
      rows.map(({ user: _, ...row }) => row),
    ),
  );
  await app.ctx.db.deleteFrom('file_types').where('id', '=', gone.id).execute();
  const files = rows.map(({ sha256: _s, media_type: _m, blob_key: _b, ...row }, index) => ({
    id: ids[index] as number,
    ...row,
  }));
  const general = { id: 1, name: 'General' };
  const known = [{ id: 1, name: 'Document' }, ...types.slice(0, 2)];
  const teamName = ({ team_id }: File) => teams.find(({ id }) => id === team_id)?.name ?? '';
  const namesOf = (file: File) =>
    [file.filename, teamName(file), file.user?.name ?? ''].map((name) => searchForm(name));
  return {
    files,
    teams: [general, ...teams],
    types: known,
    people,
    // Computed once: each of the 800 pages compares them.
    folded: new Map(files.map((file) => [file.id, namesOf(file)])),
    nameKeys: new Map(files.map(({ id, filename }) => [id, Buffer.from(sortKey(filename))])),
  };
}

type Query = {
  group_by: Grouping;
  sort: SortOrder;
  order?: Direction;
  team_id?: number;
  file_type_id?: number;
  uploaded_since?: string;
  uploaded_before?: string;
  user_id?: number;
  search?: string;
};

/** The expected content of the files page, computed from every file. */
function expected(world: World, sees: (file: File) => boolean, query: Query): Map<number, File[]> {
  const { wanted, unwanted } = readSearch(query.search ?? '');
  const has = (file: File, { text }: SearchTerm) => {
    const wantedText = searchForm(text);
    return world.folded.get(file.id)?.some((name) => name.includes(wantedText)) === true;
  };
  const types = world.types.toSorted((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  const typeRank = (id: number | null) => {
    const rank = types.findIndex((type) => type.id === id);
    return rank === -1 ? 1_000_000 + (id ?? 0) : rank;
  };
  const teams = world.teams.toSorted((a, b) => order(sortKey(a.name), sortKey(b.name)));
  const teamRank = (id: number) => teams.findIndex((team) => team.id === id);
  const passing = world.files.filter(
    (file) =>
      sees(file) &&
      (query.team_id === undefined || file.team_id === query.team_id) &&
      (query.file_type_id === undefined || file.file_type_id === query.file_type_id) &&
      (query.uploaded_since === undefined || file.uploaded_at >= query.uploaded_since) &&
      (query.uploaded_before === undefined || file.uploaded_at < query.uploaded_before) &&
      (query.user_id === undefined || file.user_id === query.user_id) &&
      wanted.every((term) => has(file, term)) &&
      !unwanted.some((term) => has(file, term)),
  );
  const nameKey = ({ id }: File) => world.nameKeys.get(id) as Buffer;
  const newest = (a: File, b: File) => order(b.uploaded_at, a.uploaded_at) || b.id - a.id;
  // Negative with a reversed order. Within a type or a team the newest file comes first in both directions.
  const sign = query.order === undefined || query.order === naturalDirection(query.sort) ? 1 : -1;
  const compare: Record<SortOrder, (a: File, b: File) => number> = {
    uploaded_at: (a, b) => sign * newest(a, b),
    filename: (a, b) => sign * (Buffer.compare(nameKey(a), nameKey(b)) || a.id - b.id),
    size: (a, b) => sign * (b.size - a.size || b.id - a.id),
    file_type: (a, b) => sign * (typeRank(a.file_type_id) - typeRank(b.file_type_id)) || newest(a, b),
    team: (a, b) => sign * (teamRank(a.team_id) - teamRank(b.team_id)) || newest(a, b),
  };
  const groups = new Map<number, File[]>();
  for (const file of passing.toSorted(compare[query.sort])) {
    const id = query.group_by === 'team' ? file.team_id : (file.file_type_id as number);
    groups.set(id, [...(groups.get(id) ?? []), file]);
  }
  return groups;
}

const reversed = (sort: SortOrder): Direction => (naturalDirection(sort) === 'asc' ? 'desc' : 'asc');

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Reads a group page by page, as clicks on 'Show more' do. */
async function readToEnd(visitor: Visitor, group: FilesGroup, query: Query): Promise<number[]> {
  const ids = group.files.map((file) => file.id);
  let next = group.next;
  while (next !== null) {
    const answer = await visitor.call(filesContract.group, { ...query, group_id: group.id, after: next, limit: 23 });
    assert.equal(answer.status, 200);
    ids.push(...answer.body.files.map((file) => file.id));
    next = answer.body.next;
  }
  return ids;
}

describe('the files page equals a computation over every file', () => {
  const app = useTestApp();
  let world!: World;
  // The tests only read the records of these visitors.
  let visitors!: { name: string; visitor: Visitor; sees: (file: File) => boolean }[];
  before(async () => {
    world = await makeWorld(app);
    const [zoe, bob] = world.people as [World['people'][number], World['people'][number]];
    const [, north, customs, zurich] = world.teams.map((team) => team.id);
    visitors = [
      { name: 'the administrator', visitor: await asAdmin(app), sees: () => true },
      {
        name: 'someone with one team',
        visitor: await signedIn(app, zoe.email),
        sees: (file) => file.team_id === north || file.user_id === zoe.id,
      },
      {
        name: 'someone who views another',
        visitor: await signedIn(app, bob.email),
        sees: (file) => file.team_id === customs || file.team_id === zurich || file.user_id === bob.id,
      },
    ];
  });
  const now = Date.now();
  const filters = (): Omit<Query, 'group_by' | 'sort'>[] => [
    {},
    { team_id: world.teams[1]?.id as number },
    { file_type_id: world.types[1]?.id as number, uploaded_since: new Date(now - 200 * day).toISOString() },
    { uploaded_since: new Date(now - 7 * day).toISOString() },
    { uploaded_since: new Date(now - 31 * day - 5 * hour).toISOString() },
    { uploaded_since: new Date(now - 2 * hour).toISOString() },
    { user_id: world.people[0]?.id as number },
    { user_id: world.people[1]?.id as number, uploaded_before: new Date(now - 50 * day).toISOString() },
    {
      uploaded_since: new Date(now - 60 * day - 5 * hour).toISOString(),
      uploaded_before: new Date(now - 20 * day - hour).toISOString(),
    },
    { uploaded_before: new Date(now - 390 * day).toISOString(), search: 'customs' },
    { user_id: world.people[2]?.id as number, search: 'customs' },
    { user_id: world.people[0]?.id as number, search: '1 -bob' },
    { search: 'inv' },
    { search: 'INVOICE 1' },
    { search: 'resume' },
    { search: 'a' },
    { search: 'ab' },
    { search: '单' },
    { search: '%_' },
    { search: "off'" },
    { search: '🚢' },
    { search: 'zurich', uploaded_since: new Date(now - 300 * day).toISOString() },
    { search: 'bob', team_id: world.teams[2]?.id as number },
    { search: 'no such thing' },
    { search: '-bob' },
    { search: 'off_s' },
    { search: '.PDF' },
    { search: '"invoice 1" -10 -bob' },
    { search: 'a "zurich" -"packing list"', uploaded_since: new Date(now - 300 * day).toISOString() },
  ];
  const orders = listOrders.flatMap((sort) => [{ sort }, { sort, order: reversed(sort) }]);
  for (const [nth, { sort, ...direction }] of orders.entries()) {
    for (const [side, group_by] of (['team', 'file_type'] as const).entries()) {
      test(`grouped by ${group_by}, sorted by ${sort} ${Object.values(direction).join('')}`, async () => {
        // Every filter meets every order, in one of the groupings. Visitors take turns, so that each of them meets every
        // filter, every order and both groupings.
        for (const [index, filter] of filters().entries()) {
          if ((index + nth + side) % 2 === 1) continue;
          const { name, visitor, sees } = visitors[(index + nth) % visitors.length] as (typeof visitors)[number];
          const query = { ...filter, group_by, sort, ...direction };
          const wanted = expected(world, sees, query);
          const answer = await visitor.call(filesContract.overview, query);
          assert.equal(answer.status, 200, answer.raw.body);
          const what = `${name}, ${JSON.stringify(query)}`;
          const groups = answer.body.groups.filter((group) => group.files_count > 0);
          assert.deepEqual(
            new Map(groups.map((group) => [group.id, group.files_count])),
            new Map([...wanted].map(([id, files]) => [id, files.length])),
            what,
          );
          assert.equal(answer.body.matching, [...wanted.values()].flat().length, what);
          assert.equal(answer.body.totals.files, world.files.filter(sees).length, what);
          for (const group of groups) {
            assert.deepEqual(group.files, wanted.get(group.id)?.slice(0, 5), `${what}: first five of ${group.id}`);
          }
          const [one] = groups;
          if (one)
            assert.deepEqual(
              await readToEnd(visitor, one, query),
              wanted.get(one.id)?.map((file) => file.id),
              `${what}: to the end`,
            );
        }
      });
    }
  }

  test('groups are in the order of their names; empty ones are shown only without filters; deleted types have no name', async () => {
    const { visitor } = visitors[0] as (typeof visitors)[number];
    const byType = (await visitor.call(filesContract.overview, {})).body;
    assert.deepEqual(
      byType.groups.map((group) => group.name),
      ['Bill of Lading', 'Document', 'Invoice', null],
    );
    assert.deepEqual(byType.groups.find((group) => group.name === 'Document')?.files, []);
    const byTeam = (await visitor.call(filesContract.overview, { group_by: 'team' })).body;
    assert.deepEqual(
      byTeam.groups.map((group) => group.name),
      ['Customs', 'General', 'Northern Freight', 'Quiet team', 'Zürich Office'],
    );
    const filtered = (await visitor.call(filesContract.overview, { group_by: 'team', search: 'inv' })).body;
    assert.ok(filtered.groups.length > 0 && filtered.groups.every((group) => group.files_count > 0));
    assert.deepEqual([byType.totals.teams, byType.totals.file_types], [5, 3]);
  });

  test('invalid cursors and parameters are refused, and a search text is never run as SQL', async () => {
    const { visitor } = visitors[0] as (typeof visitors)[number];
    const group_id = world.types[1]?.id as number;
    const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const after of ['x', text([1]), text([1, null, 2]), text({ a: 1 }), text([1, 'x', 1.5])]) {
      assert.equal((await visitor.call(filesContract.group, { group_id, after })).status, 422, after);
    }
    assert.equal(
      (await visitor.call(filesContract.group, { group_id, sort: 'size', after: text([1, 'not a size', 3]) })).status,
      422,
    );
    for (const query of [
      'sort=random',
      'order=random',
      'team_id=-1',
      'team_id=1e3',
      'team_id=99999999999',
      'uploaded_since=yesterday',
      'uploaded_before=tomorrow',
      'user_id=me',
      'group_by=x',
    ]) {
      const answer = await visitor.send({ method: 'GET', url: `/api/files/overview?${query}` });
      assert.equal(answer.statusCode, 422, query);
    }
    for (const search of [
      "'; drop table files; --",
      '"',
      '*',
      '\\',
      'a AND b',
      '%',
      '_',
      '\u0000',
      'x'.repeat(255),
      '(.*)*$',
      '-a',
      '-"a" -"b',
      '""',
      '"a" -b '.repeat(300),
    ]) {
      const answer = await visitor.call(filesContract.overview, { search });
      assert.equal(answer.status, 200, search);
    }
    assert.equal((await visitor.call(filesContract.overview, { search: 'x'.repeat(5000) })).body.matching, 0);
  });
});
