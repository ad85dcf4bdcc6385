import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { asAdmin, makeTeam, signedInAs } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { addTexts } from '#tests/texts.ts';
import type { Visitor } from '#tests/visitor.ts';

type Query = InputOf<typeof filesContract.textSearch>;

async function open(t: TestContext): Promise<TestApp> {
  const app = await openTestApp();
  t.after(app.close);
  return app;
}

const find = async (visitor: Visitor, search: string, more: Partial<Query> = {}) => {
  const { status, body } = await visitor.call(filesContract.textSearch, { search, ...more });
  assert.equal(status, 200, search);
  return body;
};

const namesFor = async (visitor: Visitor, search: string, more: Partial<Query> = {}) =>
  (await find(visitor, search, more)).files.map((file) => file.filename);

/** Reads all pages. */
async function readAll(visitor: Visitor, query: Query): Promise<string[]> {
  const names: string[] = [];
  for (let after: string | undefined; ;) {
    const { files, next } = await find(visitor, query.search, { ...query, ...(after !== undefined && { after }) });
    names.push(...files.map((file) => file.filename));
    if (next === null) return names;
    after = next;
  }
}

test('texts are found by phrases and without excluded words, in few and in many files', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  await addTexts(app, [
    { text: 'bill of lading for cargo' },
    { text: 'lading of bill for cargo' },
    { text: 'bill of lading, draft' },
    { text: 'the cargo list', name: 'Draft 3' },
    { text: '请在码头卸载集装箱。' },
    { text: 'archive.pdf inside.txt', mediaType: 'application/zip' },
  ]);
  const cases: [search: string, names: string[]][] = [
    ['"bill of lading"', ['0', '2']],
    ['"bill of lad', ['0', '2']],
    ['bill of lading', ['0', '1', '2']],
    ['cargo -draft', ['0', '1']],
    ['cargo -"of lading"', ['1', 'Draft 3']],
    ['"of lading" -cargo', ['2']],
    ['"集装箱"', ['4']],
    ['"装集"', []],
    // The search of names lists the files without this word.
    ['-cargo', []],
    ['"-"', []],
    ['"" --', []],
    ['cargo -for -list', []],
    ['cargo -" OR 1', ['0', '1', 'Draft 3']],
    ['cargo" NOT -"', []],
    [`cargo ${'-word '.repeat(500)}`, ['0', '1', 'Draft 3']],
    [`"${'cargo '.repeat(500)}"`, []],
  ];
  const checkAll = async () => {
    for (const [search, names] of cases) assert.deepEqual(await namesFor(admin, search), names, search);
  };
  await checkAll();
  const [hit] = (await find(admin, '"of lading" -draft')).files;
  assert.deepEqual(
    hit?.snippet.filter((piece) => piece.marked).map((piece) => piece.text),
    ['of', 'lading'],
  );
  const kinds = await Promise.all(['inside', 'list'].map(async (word) => (await find(admin, word)).files[0]?.found_in));
  assert.deepEqual(kinds, ['archive', 'text']);
  await addTexts(
    app,
    Array.from({ length: 2_100 }, () => ({ text: '', name: 'other' })),
  );
  await checkAll();
});

test('the first page has the number of all matching files that the caller sees', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  const team = await makeTeam(app);
  const { visitor } = await signedInAs(app, { role: 3, team });
  await addTexts(app, [
    ...Array.from({ length: 12 }, () => ({ text: 'red crane', team })),
    ...Array.from({ length: 1_100 }, () => ({ text: 'red crane' })),
  ]);
  assert.deepEqual((await find(visitor, 'crane')).total, { files: 12, more: false });
  assert.deepEqual((await find(visitor, '"red crane"')).total, { files: 12, more: false });
  assert.deepEqual((await find(visitor, 'crane', { order: 'relevance' })).total, { files: 12, more: false });
  const first = await find(admin, 'crane');
  assert.deepEqual(first.total, { files: 1_000, more: true });
  assert.equal((await find(admin, 'crane', { after: first.next ?? '' })).total, undefined);
  const phrase = (await find(admin, '"red crane"')).total;
  assert.ok(phrase?.more && phrase.files > 0 && phrase.files <= 200);
});

test('relevance sorts by the words in name and text, and its pages continue with the older files', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  await addTexts(app, [
    { name: 'mention', text: `cargo ${'and other words '.repeat(300)} list` },
    { name: 'apart', text: 'the list of all cargo' },
    { name: 'best', text: 'cargo list, cargo list' },
    { name: 'cargo list.txt', text: 'cargo list' },
  ]);
  assert.deepEqual(await namesFor(admin, 'cargo list'), ['mention', 'apart', 'best', 'cargo list.txt']);
  const relevance = { search: 'cargo list', order: 'relevance' } as const;
  const sorted = ['cargo list.txt', 'best', 'apart', 'mention'];
  assert.deepEqual(await namesFor(admin, relevance.search, relevance), sorted);
  assert.deepEqual(await readAll(admin, { ...relevance, limit: 3 }), sorted);
  await addTexts(
    app,
    Array.from({ length: 230 }, (_, index) => ({ name: `many ${index}`, text: 'winch drum' })),
  );
  const all = await readAll(admin, { search: 'winch', order: 'relevance', limit: 20 });
  assert.deepEqual([all.length, new Set(all).size], [230, 230]);
  const phrases = await readAll(admin, { search: '"winch drum"', limit: 20 });
  assert.deepEqual([phrases.length, new Set(phrases).size], [230, 230]);
});

test('the pages by relevance neither repeat nor skip a file when files come, change and go between them', async (t) => {
  const app = await open(t);
  const admin = await asAdmin(app);
  const stored = Array.from({ length: 12 }, (_, index) => ({
    name: `kept ${index}`,
    text: 'anchor '.repeat(12 - index),
  }));
  await addTexts(app, stored);
  const query = { search: 'anchor', order: 'relevance', limit: 4 } as const;
  const all = await readAll(admin, query);
  assert.equal(all.length, 12);
  const first = await find(admin, query.search, query);
  // The best match is the newest, one of the second page becomes better, and one of the second and third page goes.
  await addTexts(app, [{ name: 'anchor anchor', text: 'anchor' }]);
  const [better, gone, last] = [all[5] ?? '', all[6] ?? '', all[10] ?? ''];
  await app.ctx.db.updateTable('files').set({ name_folded: 'anchor' }).where('filename', '=', better).execute();
  const trashed_at = app.now().toISOString();
  await app.ctx.db.updateTable('files').set({ trashed_at }).where('filename', 'in', [gone, last]).execute();
  const second = await find(admin, query.search, { ...query, after: first.next ?? '' });
  const third = await find(admin, query.search, { ...query, after: second.next ?? '' });
  assert.deepEqual(
    [...first.files, ...second.files, ...third.files].map((file) => file.filename),
    all.filter((name) => name !== gone && name !== last),
  );
  assert.equal(third.next, null);
  // A cursor gives no file that the caller may not see.
  const { visitor: stranger } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
  assert.deepEqual((await find(stranger, query.search, { ...query, after: first.next ?? '' })).files, []);
  for (const after of ['r', 'r.zzzzzz', 'r.-1', 'r1-2', `r..${'1.'.repeat(900)}`]) {
    const { status } = await admin.call(filesContract.textSearch, { ...query, after });
    assert.equal(status, 422, after);
  }
});
