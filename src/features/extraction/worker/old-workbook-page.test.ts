import assert from 'node:assert/strict';
import { test } from 'node:test';
import { utils, write } from '@e965/xlsx';
import type { WorkSheet } from '@e965/xlsx';
import { oldWorkbookHtml } from './old-workbook-page.ts';

/** Returns an Excel 97-2003 or binary workbook of two columns. `added` has further parts of its sheet. */
function workbookOf(added: Partial<WorkSheet>, bookType: 'biff8' | 'xlsb' = 'biff8'): Buffer {
  const sheet = Object.assign(
    utils.aoa_to_sheet([
      ['Port', '', 'Tons'],
      ['Kiel', '', 12],
    ]),
    added,
  );
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, 'Rates');
  return Buffer.from(write(book, { type: 'buffer', bookType, cellStyles: true }) as Uint8Array);
}

test('the page of an old workbook keeps the widths of some of its columns', async () => {
  const columns: WorkSheet['!cols'] = [];
  columns[2] = { wpx: 180 };
  const page = await oldWorkbookHtml(workbookOf({ '!cols': columns }));
  assert.match(page, /<th scope="col" class="head" style="min-width:1\d\dpx">C<\/th>/);
  assert.match(page, /<th scope="col" class="head">B<\/th>/);
});

test('the page of an old workbook keeps its merged cells', async () => {
  const merge = { s: { r: 0, c: 0 }, e: { r: 0, c: 1 } };
  assert.match(await oldWorkbookHtml(workbookOf({ '!merges': [merge] })), /<td colspan="2">Port<\/td><td>Tons<\/td>/);
});

test('the page of an old workbook leaves hidden columns out and counts them', async () => {
  const page = await oldWorkbookHtml(workbookOf({ '!cols': [{ hidden: true }] }));
  assert.doesNotMatch(page, /Port|Kiel/);
  assert.match(page, />Tons<.*1 hidden column is not shown\./);
});

test('the page of a binary workbook leaves hidden rows out and counts them', async () => {
  const page = await oldWorkbookHtml(workbookOf({ '!rows': [{ hidden: true }] }, 'xlsb'));
  assert.doesNotMatch(page, /Port|Tons/);
  assert.match(page, />Kiel<.*1 hidden row is not shown\./);
});
