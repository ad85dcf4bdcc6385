import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { fold } from '#shared/fold.ts';
import { extractStored } from '#tests/extraction.ts';
import { hostileStrings } from '#tests/fixtures.ts';
import { asAdmin, makeFileType, makeTeam, replaceContent, signedInAs, upload } from '#tests/make.ts';
import { signedInAsViewer, teamViewers } from '#tests/team-viewers.ts';
import { openTestApp, randomName, useTestApp } from '#tests/test-app.ts';
import type { TestApp } from '#tests/test-app.ts';
import { saveTexts } from '#tests/texts.ts';
import type { Visitor } from '#tests/visitor.ts';
import { insertFiles } from '../core/files.queries.ts';
import { deletePendingBlobs } from '../trash/trash.service.ts';

type Query = Omit<InputOf<typeof filesContract.textSearch>, 'search'>;

const searchTexts = (visitor: Visitor, search: string, more: Query = {}) =>
  visitor.call(filesContract.textSearch, { search, ...more });

const namesFor = async (visitor: Visitor, search: string, more: Query = {}) =>
  (await searchTexts(visitor, search, more)).body.files.map((file) => file.filename);

const fileOf = (of: { team?: number; user?: number; type?: number; at: Date }) => ({
  filepath: randomName(),
  file_type_id: of.type ?? 1,
  team_id: of.team ?? 1,
  user_id: of.user ?? 1,
  size: 1,
  sha256: randomName(),
  media_type: 'text/plain; charset=utf-8',
  blob_key: randomName(),
  uploaded_at: of.at.toISOString(),
});

/** More files than the limit up to which the search reads all files. */
async function addManyFiles({ ctx, now }: TestApp, team = 1): Promise<void> {
  for (let round = 0; round < 7; round += 1) {
    const rows = Array.from({ length: 300 }, () => ({ filename: 'another file', ...fileOf({ team, at: now() }) }));
    await ctx.db.transaction().execute((tx) => insertFiles(tx, rows));
  }
}

/** Inserts files with these texts, as upload and extraction do. */
async function addTexts(
  app: TestApp,
  texts: readonly { text: string; team?: number; user?: number; type?: number; ageMs?: number }[],
): Promise<number[]> {
  const rows = texts.map(({ ageMs = 0, ...of }, index) => ({
    filename: `text ${index}.txt`,
    ...fileOf({ ...of, at: new Date(app.now().getTime() - ageMs) }),
  }));
  const ids = await app.ctx.db.transaction().execute((tx) => insertFiles(tx, rows));
  const keys = rows.map((row) => row.blob_key);
  await saveTexts(
    app,
    texts.map(({ text }, index) => ({ blobKey: keys[index] ?? '', text })),
  );
  return ids;
}

describe('an order number in a text', () => {
  const app = useTestApp();
  test('is found in any spelling by any spelling', async () => {
    const admin = await asAdmin(app);
    const spellings = ['PO270100413', 'PO 2701 00413', 'PO-2701-00413', 'po# 2701 00413'];
    const texts = spellings.map((one) => ({ text: `Goods of order ${one} are packed` }));
    await addTexts(app, [...texts, { text: 'Goods of order PO 2701 00414' }]);
    const all = spellings.map((_, index) => `text ${index}.txt`);
    for (const spelling of [...spellings, 'PO 2701 0041', 'goods PO270100413'])
      for (const more of [{}, { order: 'newest' }] as const)
        assert.deepEqual(
          (await namesFor(admin, spelling, more)).filter((name) => name !== 'text 4.txt').toSorted(),
          all,
          spelling,
        );
    assert.ok(!(await namesFor(admin, 'PO270100413')).includes('text 4.txt'));
  });
});

test('the text of a file is found from its extraction until the file is deleted for good', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const [file] = (await upload(admin, 1, { name: 'notes.txt', bytes: 'Unload the Générateurs at gate 4.' })) as [File];
  const { id } = file;
  const replaceBy = (bytes: string) => replaceContent(admin, id, bytes);
  const restorePrevious = async () => {
    const { body } = await admin.call(versionsContract.list, { id });
    await admin.call(versionsContract.restore, { id, version_id: Number(body[0]?.id) });
  };
  const assertFound = async (search: string, ...names: string[]) =>
    assert.deepEqual(await namesFor(admin, search), names, search);

  assert.deepEqual((await searchTexts(admin, 'generateurs')).body, {
    files: [],
    next: null,
    waiting: 1,
    total: { files: 0, more: false },
  });
  await extractStored(app);
  const { body } = await searchTexts(admin, 'GATE generat');
  assert.equal(body.waiting, 0);
  assert.deepEqual(
    body.files.map((found) => ({ id: found.id, snippet: found.snippet })),
    [
      {
        id,
        snippet: [
          { text: 'Unload the ', marked: false },
          { text: 'Générat', marked: true },
          { text: 'eurs at ', marked: false },
          { text: 'gate', marked: true },
          { text: ' 4.', marked: false },
        ],
      },
    ],
  );
  await assertFound('gate 5');
  assert.equal((await admin.call(filesContract.overview, { search: 'generateurs' })).body.matching, 0, 'not by names');

  await admin.call(filesContract.update, { id, _method: 'PUT', filename: 'renamed.txt' });
  await assertFound('générateurs', 'renamed.txt');

  await replaceBy('Load the turbines.');
  await assertFound('generateurs');
  await assertFound('turbines');
  await extractStored(app);
  await assertFound('turbines', 'renamed.txt');
  await assertFound('generateurs');

  // A restored version needs no new extraction.
  await restorePrevious();
  await assertFound('generateurs', 'renamed.txt');
  await assertFound('turbines');

  // The content of this version was replaced before its extraction.
  await replaceBy('Never read capstan.');
  await replaceBy('Unload the Générateurs again.');
  await extractStored(app);
  await assertFound('capstan');
  await restorePrevious();
  await extractStored(app);
  await assertFound('capstan', 'renamed.txt');

  await admin.call(filesContract.remove, { id });
  await assertFound('capstan');
  await admin.call(trashContract.restore, { id });
  await assertFound('capstan', 'renamed.txt');

  const team = await makeTeam(app);
  const { visitor: colleague } = await signedInAs(app, { role: 3, team });
  assert.deepEqual(await namesFor(colleague, 'capstan'), []);
  await admin.call(selectionContract.move, { ids: [id], team_id: team });
  assert.deepEqual(await namesFor(colleague, 'capstan'), ['renamed.txt']);

  // A second file with the same content needs no extraction.
  const [duplicate] = (await upload(admin, 1, { name: 'duplicate.txt', bytes: 'Never read capstan.' })) as [File];
  await assertFound('capstan', 'duplicate.txt', 'renamed.txt');

  for (const one of [id, duplicate.id]) {
    await admin.call(filesContract.remove, { id: one });
    await admin.call(trashContract.remove, { id: one });
  }
  await assertFound('capstan');
  app.setNow(new Date(Date.now() + 2 * 60 * 60 * 1000));
  await deletePendingBlobs(app.ctx);
  assert.deepEqual(await app.ctx.db.selectFrom('texts').selectAll().execute(), []);
});

describe('a user finds texts only in visible files', () => {
  const app = useTestApp();
  const found = ['text 0.txt'];
  for (const viewer of teamViewers) {
    test(`${viewer.who}: ${viewer.sees ? 'found' : 'not found'}`, async () => {
      const team = await makeTeam(app);
      const word = `w${randomName()}`;
      await addTexts(app, [{ text: `secret ${word}`, team }]);
      const { visitor } = await signedInAsViewer(app, viewer, team);
      const expected = viewer.sees ? found : [];
      assert.deepEqual(await namesFor(visitor, word), expected);
      assert.deepEqual(await namesFor(visitor, word, { team_id: team }), expected);
    });
  }

  test('uploaders find own files in any team, and a file that waits for extraction is not revealed to other users', async () => {
    const team = await makeTeam(app);
    const { visitor, id } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    const { visitor: stranger } = await signedInAs(app, { role: 3, team: await makeTeam(app) });
    await addTexts(app, [{ text: 'mine alone', team, user: id }]);
    assert.deepEqual(await namesFor(visitor, 'alone'), found);
    assert.equal((await searchTexts(visitor, 'alone')).body.waiting, 1);
    assert.equal((await searchTexts(stranger, 'alone')).body.waiting, 0);
  });
});

describe('filters, order and pages', () => {
  const app = useTestApp();
  const day = 24 * 60 * 60 * 1000;

  test('team, type and date narrow the list', async () => {
    const admin = await asAdmin(app);
    const team = await makeTeam(app);
    const type = await makeFileType(app);
    await addTexts(app, [{ text: 'crane' }, { text: 'crane', team }, { text: 'crane', type, ageMs: 9 * day }]);
    assert.deepEqual(await namesFor(admin, 'crane', { team_id: team }), ['text 1.txt']);
    assert.deepEqual(await namesFor(admin, 'crane', { file_type_id: type }), ['text 2.txt']);
    const uploaded_since = new Date(app.now().getTime() - day).toISOString();
    assert.deepEqual(await namesFor(admin, 'crane', { uploaded_since }), ['text 1.txt', 'text 0.txt']);
  });

  test('the newest content comes first, in any order of extraction, and pages are complete', async () => {
    const admin = await asAdmin(app);
    const texts = Array.from({ length: 25 }, (_, index) => ({ text: 'winch', ageMs: ((index * 7) % 25) * day }));
    await addTexts(app, texts);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { body } = await searchTexts(admin, 'winch', { limit: 4, ...(after && { after }) });
      assert.ok(body.files.length <= 4);
      seen.push(...body.files.map((file) => file.uploaded_at));
      after = body.next ?? undefined;
    } while (after);
    assert.equal(seen.length, 25);
    assert.deepEqual(seen, seen.toSorted().toReversed());
  });

  test('files in the trash are left out of a search over few files', async () => {
    const admin = await asAdmin(app);
    const [, trashed] = await addTexts(app, [{ text: 'bollard' }, { text: 'bollard' }]);
    await admin.call(filesContract.remove, { id: Number(trashed) });
    assert.deepEqual(await namesFor(admin, 'bollard'), ['text 0.txt']);
  });

  test('files that share a content are all listed', async () => {
    const admin = await asAdmin(app);
    const [id] = await addTexts(app, [{ text: 'davit' }]);
    const { blob_key } = await app.ctx.db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', id as number)
      .executeTakeFirstOrThrow();
    const others = await addTexts(
      app,
      Array.from({ length: 6 }, () => ({ text: '' })),
    );
    await app.ctx.db.updateTable('files').set({ blob_key }).where('id', 'in', others).execute();
    const first = (await searchTexts(admin, 'davit', { limit: 5 })).body;
    const second = (await searchTexts(admin, 'davit', { limit: 5, after: first.next ?? '' })).body;
    assert.deepEqual([...first.files, ...second.files].map((file) => file.id).toSorted(), [id, ...others].toSorted());
    assert.equal(second.next, null);
  });

  test('an invalid cursor is refused', async () => {
    const admin = await asAdmin(app);
    for (const after of ['x', '1', '1-2-3', '-', '99999999999999999-1', '1-\u0000', "1' or '1"])
      assert.equal((await searchTexts(admin, 'crane', { after })).status, 422, after);
  });
});

/** A pseudorandom generator with a fixed seed, so that every run has the same numbers. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

describe('the syntax of a text search', () => {
  const app = useTestApp();

  test('finds texts with all words; the last one may be a prefix; accents and case do not matter', async () => {
    const admin = await asAdmin(app);
    await addManyFiles(app);
    const pick = seeded(11);
    const vocabulary = [
      'a',
      'An',
      'anchor',
      'Ánchorage',
      'anch',
      'Größe',
      'GROSSE',
      'ΟΔΟΣ',
      'οδός',
      '42',
      '4210',
      'x2',
      'straße',
    ];
    const texts = Array.from({ length: 80 }, () =>
      Array.from({ length: 1 + pick(5) }, () => vocabulary[pick(vocabulary.length)]).join(
        [' ', ', ', '-', '/\n'][pick(4)],
      ),
    );
    const ids = await addTexts(
      app,
      texts.map((text) => ({ text })),
    );
    const wordsOf = (text: string) =>
      fold(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean);
    for (let round = 0; round < 60; round += 1) {
      const words = Array.from({ length: 1 + pick(3) }, () => vocabulary[pick(vocabulary.length)] as string);
      const last = Array.from(words.pop() ?? '');
      const search = [...words, last.slice(0, 1 + pick(last.length)).join('')].join([' ', ' (', ' * ', '+'][pick(4)]);
      const [end, ...whole] = [...new Set(wordsOf(search))].toReversed();
      const expected = texts.flatMap((text, index) => {
        const has = wordsOf(text);
        // Words of five letters and more are also found in longer ones.
        const hasWord = (word: string) => has.some((one) => one === word || (word.length > 4 && one.startsWith(word)));
        const isFound = whole.every(hasWord) && has.some((word) => word.startsWith(end ?? ''));
        return isFound ? [ids[index]] : [];
      });
      const found: (number | undefined)[] = [];
      let after: string | undefined;
      do {
        const { body } = await searchTexts(admin, search, { limit: 20, ...(after && { after }) });
        found.push(...body.files.map((file) => file.id));
        for (const { snippet } of body.files)
          assert.ok(
            snippet.some((piece) => piece.marked),
            search,
          );
        after = body.next ?? undefined;
      } while (after);
      assert.deepEqual(found.toSorted(), expected.toSorted(), search);
    }
  });

  test('finds the visible files for a word that occurs in very many hidden ones', async () => {
    const team = await makeTeam(app);
    await addManyFiles(app, team);
    const { visitor } = await signedInAs(app, { role: 3, team });
    await addTexts(app, [
      { text: 'quay', team, ageMs: 100 * 24 * 60 * 60 * 1000 },
      ...Array.from({ length: 450 }, () => ({ text: 'quay' })),
    ]);
    assert.deepEqual(await namesFor(visitor, 'quay'), ['text 0.txt']);
  });

  test('files in the trash are left out of a search over many files', async () => {
    const admin = await asAdmin(app);
    const [, trashed] = await addTexts(app, [{ text: 'bollard' }, { text: 'bollard' }]);
    await admin.call(filesContract.remove, { id: Number(trashed) });
    assert.deepEqual(await namesFor(admin, 'bollard'), ['text 0.txt']);
  });

  test('in scripts without spaces any part of a text is found', async () => {
    const admin = await asAdmin(app);
    await addTexts(app, [{ text: '请在码头卸载集装箱。' }, { text: 'コンテナを降ろす' }, { text: '컨테이너 하역' }]);
    assert.deepEqual(await namesFor(admin, '集装箱'), ['text 0.txt']);
    assert.deepEqual(await namesFor(admin, '箱'), ['text 0.txt']);
    assert.deepEqual(await namesFor(admin, '码头 集装'), ['text 0.txt']);
    assert.deepEqual(await namesFor(admin, '装集'), []);
    assert.deepEqual(await namesFor(admin, 'テナ'), ['text 1.txt']);
    assert.deepEqual(await namesFor(admin, '컨테'), ['text 2.txt']);
  });

  test('operators of query languages have no effect', async () => {
    const admin = await asAdmin(app);
    await addTexts(app, [{ text: 'berth near the not and or lock' }]);
    const searches = [
      'berth AND lock',
      'berth NOT lock',
      'NEAR(berth lock, 3)',
      '"berth" "lock',
      'berth* lock*',
      'words:berth',
      '^berth',
      "berth' & 'lock",
      'berth:* | !lock',
      'berth <-> lock',
      '{berth lock} : ',
      'berth\\',
    ];
    for (const search of searches) {
      const { status, body } = await searchTexts(admin, search);
      const words = fold(search).match(/[a-z0-9]+/g) ?? [];
      const expected = words.every((word) => ['berth', 'near', 'not', 'and', 'or', 'lock'].includes(word));
      assert.deepEqual([status, body.files.length], [200, expected ? 1 : 0], search);
    }
  });

  test('unusual searches get a response', async () => {
    const admin = await asAdmin(app);
    const own = [
      '',
      ' ',
      '…',
      '*',
      '"',
      "'",
      '\\',
      '%',
      '\ud800',
      'a\u0301',
      'é…',
      'x'.repeat(10_000),
      'a b '.repeat(2_500),
    ];
    for (const search of [...own, '装'.repeat(5000), ...hostileStrings().filter((_, at) => at % 4 === 0)]) {
      const { status } = await searchTexts(admin, search);
      assert.ok(status === 200 || status === 422, `${status} for ${JSON.stringify(search.slice(0, 100))}`);
    }
    assert.ok([200, 422].includes((await searchTexts(admin, 'a\0b')).status));
  });

  test('unusual texts are stored, found and shown unchanged', async () => {
    const admin = await asAdmin(app);
    await addTexts(app, [
      { text: 'fender <img src=x onerror=alert(1)> </mark> & more' },
      { text: `fender \0 \ud800 ${'x'.repeat(100_000)}` },
      { text: 'fender '.repeat(100_000) },
      { text: `fender ${Array.from({ length: 120_000 }, (_, index) => (index * 7919).toString(36)).join(' ')}` },
      {
        text: `fender ${Array.from({ length: 100_000 }, (_, index) => String.fromCodePoint(0x4e00 + ((index * 31) % 20_000))).join('')}`,
      },
    ]);
    const { body } = await searchTexts(admin, 'fender');
    assert.deepEqual(
      body.files.map((file) => file.filename).toSorted(),
      [0, 1, 2, 3, 4].map((index) => `text ${index}.txt`),
    );
    const shown = body.files.find((file) => file.filename === 'text 0.txt')?.snippet;
    assert.equal(shown?.map((piece) => piece.text).join(''), 'fender <img src=x onerror=alert(1)> </mark> & more');
    for (const { snippet } of body.files) assert.ok(snippet.map((piece) => piece.text).join('').length < 400);
  });
});
