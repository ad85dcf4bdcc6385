import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, makeTeam, signedInAs, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import type { Visitor } from '#tests/visitor.ts';
import { textInZip } from '#tests/zip.ts';

const csv = async (visitor: Visitor, query = '') => {
  const { statusCode, headers, body } = await visitor.send({ method: 'GET', url: `/api/files.csv${query}` });
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/csv; charset=utf-8']);
  return body.slice(1).trimEnd().split('\r\n').slice(1);
};

async function open(t: TestContext): Promise<TestApp> {
  const app = await openTestApp();
  t.after(app.close);
  return app;
}

test('the exported list of files has the filtered files, newest first, with ids, sizes and dates, and no formulas', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  const [one] = await upload(admin, 1, { name: '=bill, "A".pdf', bytes: 'x'.repeat(7) });
  await upload(admin, 1, { name: 'Packing list.xlsx', bytes: 'y' });
  const lines = await csv(admin);
  assert.deepEqual([lines.length, lines[0]?.includes('"Packing list.xlsx"')], [2, true]);
  const [found] = await csv(admin, '?search=BILL');
  assert.match(found ?? '', /^"\d+","'=bill, ""A"".pdf","1","[^"]+","1","[^"]+","7","\d{4}-\d\d-\d\d","\d{4}.*Z","1",/);
  assert.ok(found?.startsWith(`"${one?.id}"`));
  assert.equal((await csv(admin, '?search=administrator')).length, 2);
  assert.deepEqual(await csv(admin, '?file_type_id=2'), []);
  assert.deepEqual(await csv(admin, '?uploaded_since=2999-01-01T00:00:00.000Z'), []);
  assert.deepEqual(await csv(admin, `?search=${encodeURIComponent('\u0301')}`), []);
  const { rawPayload } = await admin.send({ method: 'GET', url: '/api/files.xlsx?search=bill' });
  const sheet = textInZip(rawPayload, 'xl/worksheets/sheet1.xml');
  assert.equal(sheet.match(/<row /g)?.length, 2);
  for (const cell of ['<c r="G2"><v>7</v></c>', '=bill, "A".pdf']) assert.ok(sheet.includes(cell), cell);
});

test('the exported list of files has only the files that the caller sees', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  await upload(admin, 1, { name: 'theirs.txt' });
  const { visitor: other } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  assert.deepEqual(await csv(other), []);
  await upload(other, 1, { name: 'own.txt', bytes: 'z' });
  const own = await csv(other);
  assert.deepEqual([own.length, own[0]?.includes('"own.txt"')], [1, true]);
  assert.deepEqual(await csv(other, '?search=theirs'), []);
  assert.equal((await csv(admin, '?search=theirs')).length, 1);
});

test('the exported list of files continues after the files that one query examines', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  await upload(admin, 1, { name: 'original' });
  const { db } = app.ctx;
  const { id: original, ...row } = await db.selectFrom('files').selectAll().orderBy('id').executeTakeFirstOrThrow();
  const rows = Array.from({ length: 2_100 }, (_, index) => ({
    ...row,
    filepath: String(index).padStart(22, '0'),
    filename: `copy ${index}`,
  }));
  for (let first = 0; first < rows.length; first += 300)
    await db
      .insertInto('files')
      .values(rows.slice(first, first + 300))
      .execute();
  const ids = (await csv(admin)).map((line) => Number(/^"(\d+)"/.exec(line)?.[1]));
  assert.deepEqual([new Set(ids).size, ids.at(-1)], [2_101, original]);
  assert.deepEqual(
    ids,
    ids.toSorted((a, b) => b - a),
  );
});

test('with texts, the files that only their text matches follow those that the name matches', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  const [named] = await upload(admin, 1, { name: 'crane.txt', bytes: 'the red crane' });
  const [inText] = await upload(admin, 1, { name: 'notes.txt', bytes: 'a red crane on the quay' });
  const [apart] = await upload(admin, 1, { name: 'apart.txt', bytes: 'crane, not red' });
  await upload(admin, 1, { name: 'other.txt', bytes: 'winch' });
  await extractStored(app);
  const { visitor: other } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  const found = async (visitor: Visitor, search: string) =>
    (await csv(visitor, `?texts=yes&search=${encodeURIComponent(search)}`)).map((line) => [
      Number(/^"(\d+)"/.exec(line)?.[1]),
      /"([^"]*)"$/.exec(line)?.[1],
    ]);
  const cases: [search: string, rows: [id: number | undefined, foundIn: string][]][] = [
    [
      'crane',
      [
        [named?.id, 'name'],
        [apart?.id, 'text'],
        [inText?.id, 'text'],
      ],
    ],
    [
      '"red crane"',
      [
        [inText?.id, 'text'],
        [named?.id, 'text'],
      ],
    ],
    [
      'crane -quay',
      [
        [named?.id, 'name'],
        [apart?.id, 'text'],
      ],
    ],
    ['-crane -apart -other', [[inText?.id, 'name']]],
  ];
  for (const [search, rows] of cases) assert.deepEqual(await found(admin, search), rows, search);
  assert.deepEqual(await found(other, 'crane'), []);
});
