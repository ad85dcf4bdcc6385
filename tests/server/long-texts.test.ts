import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import { filesContract } from '#features/files/core/files.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { extractStored } from '#tests/extraction.ts';
import { asAdmin, upload } from '#tests/make.ts';
import { openTestApp } from '#tests/test-app.ts';

test('a text of several megabytes is found by its last word, and the details say if a longer one is not', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const text = (letters: number) => Buffer.from(`${'berth '.repeat(letters / 6)} hawser`);
  const [long, longer] = await upload(
    admin,
    1,
    { name: 'long.txt', bytes: text(3_000_000) },
    { name: 'longer.txt', bytes: text(5_000_000) },
  );
  await extractStored(app);
  const found = await admin.call(filesContract.textSearch, { search: 'hawser' });
  assert.deepEqual(
    found.body.files.map(({ filename }) => filename),
    ['long.txt'],
  );
  const isPartlySearched = async (file: { id: number } | undefined) =>
    (await admin.call(versionsContract.details, { id: file?.id ?? 0 })).body.is_partly_searched;
  assert.deepEqual([await isPartlySearched(long), await isPartlySearched(longer)], [false, true]);
});

test('a long first sheet of a workbook leaves the search a share for each other sheet', async (t) => {
  const app = await openTestApp();
  t.after(app.close);
  const admin = await asAdmin(app);
  const book = utils.book_new();
  const filler = 'reefer plugs '.repeat(30);
  const rows = Array.from({ length: 14_000 }, (_, at) => [`${filler}${at}`]);
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Plugs');
  utils.book_append_sheet(book, utils.aoa_to_sheet([['hawser']]), 'Ropes');
  const bytes = Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Uint8Array);
  await upload(admin, 1, { name: 'stock.xlsx', bytes });
  await extractStored(app);
  const { body } = await admin.call(filesContract.textSearch, { search: 'hawser' });
  assert.equal(body.files.length, 1);
});
