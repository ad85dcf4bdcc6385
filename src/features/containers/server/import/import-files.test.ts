import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { containerImportContract as calls } from '#features/containers/import/container-import.contract.ts';
import { maxTableRows } from '#features/extraction/table.rules.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { encodeIn } from '#tests/encode.ts';
import { readFixture } from '#tests/fixtures.ts';
import { asAdmin } from '#tests/make.ts';
import { useTestApp } from '#tests/test-app.ts';
import { cellXml, claimedBomb, sheetsWorkbook } from '#tests/xlsx-files.ts';

const noTables: [title: string, name: string, bytes: () => Buffer, message: RegExp][] = [
  ['no bytes', 'list.csv', () => Buffer.alloc(0), /^The file has no rows/],
  ['only empty lines', 'list.csv', () => Buffer.from('\n\n ; ;\n'), /^The file has no rows/],
  ['a PDF', 'list.xlsx', () => readFixture('booking-form.pdf'), /^This is not a spreadsheet/],
  ['a PNG picture', 'list.csv', () => readFixture('damage-report.png'), /^This is not a spreadsheet/],
  ['a JPEG picture', 'scan.jpg', () => readFixture('damage-note.jpg'), /^This is not a spreadsheet/],
  ['an HEIC picture', 'photo.heic', () => readFixture('photo.heic'), /^This is not a spreadsheet/],
  ['a Word document', 'letter.docx', () => readFixture('invoice.docx'), /^This is not a spreadsheet/],
  ['an old Word document', 'letter.doc', () => readFixture('delivery-note-de.doc'), /^This is not a spreadsheet/],
  ['an RTF document', 'letter.rtf', () => readFixture('claim-letter-de.rtf'), /^This is not a spreadsheet/],
  ['a ZIP archive', 'lists.zip', () => readFixture('shipment-4711.zip'), /^This is not a spreadsheet/],
  ['a 7z archive', 'lists.7z', () => readFixture('shipment-4712.7z'), /^This is not a spreadsheet/],
  ['a sound', 'note.mp3', () => readFixture('announcement.mp3'), /^This is not a spreadsheet/],
  [
    'an encrypted workbook',
    'list.xlsx',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    /^The file has a password/,
  ],
  [
    'a torn workbook',
    'list.xlsx',
    () => sheetsWorkbook([{ rows: cellXml(1) }]).subarray(0, 200),
    /^The file is damaged/,
  ],
  [
    'a torn old workbook',
    'list.xls',
    () => readFixture('freight-rates.xls').subarray(0, 3000),
    /^The file is damaged|^This is not/,
  ],
  ['a bomb', 'list.xlsx', claimedBomb, /^The file is too large to be read/],
  ['a lock file of Excel', '~$list.xlsx', () => Buffer.from(`\u0003Ann${' '.repeat(51)}`), /^This is the lock file/],
  [
    'a lock file of LibreOffice',
    '.~lock.list.ods#',
    () => Buffer.from(',ann,desk,28.11.2026 10:00,file:///;'),
    /^This is the lock file/,
  ],
  [
    'only a hidden sheet',
    'list.xlsx',
    () => sheetsWorkbook([{ rows: '' }, { rows: cellXml(1), state: 'hidden' }]),
    /^All rows of the file are in hidden sheets/,
  ],
  [
    'rows only far below',
    'list.xlsx',
    () => sheetsWorkbook([{ rows: cellXml(maxTableRows + 500) }]),
    /^The first 10,000 rows of the file are empty/,
  ],
];

describe('files of an import', () => {
  const app = useTestApp();

  for (const [title, name, bytes, message] of noTables)
    test(`a file with ${title} is refused with a sentence that says what to do`, async () => {
      const admin = await asAdmin(app);
      for (const call of [calls.read, usersImportContract.read] as const) {
        const { status, failure } = await admin.call(call, {}, [{ name, bytes: bytes() }]);
        assert.deepEqual([status, failure.code], [422, 'import.unreadable']);
        assert.match(failure.message, message);
      }
    });

  test('a list is read in the charset that a person chooses instead of the detected one', async () => {
    const admin = await asAdmin(app);
    const bytes = encodeIn('windows-1250', 'Name,E-mail,Order No,Supplier\nAnn,a@x.org,4711,Győr\n');
    const file = [{ name: 'list.csv', bytes }];
    const detected = await admin.call(calls.read, {}, file);
    assert.equal(detected.body.charset, 'windows-1252');
    const chosen = await admin.call(calls.read, { charset: 'windows-1250' }, file);
    assert.equal(chosen.body.charset, 'windows-1250');
    assert.deepEqual(chosen.body.sheets[0]?.columns.at(-1)?.samples, ['Győr']);
    const users = await admin.call(usersImportContract.read, { charset: 'windows-1250' }, file);
    assert.deepEqual([users.body.charset, users.body.sheets[0]?.rows[0]?.cells.at(-1)], ['windows-1250', 'Győr']);
    const utf8 = await admin.call(calls.read, {}, [{ name: 'list.csv', bytes: 'Name,Order No\nŁódź,1\n' }]);
    assert.equal(utf8.body.charset, 'utf-8');
    const book = await admin.call(calls.read, {}, [
      { name: 'list.xlsx', bytes: sheetsWorkbook([{ rows: cellXml(1) }]) },
    ]);
    assert.equal(book.body.charset, null);
  });

  test('a total is imported if a person keeps it', async () => {
    const admin = await asAdmin(app);
    const list = 'Order No,PFI Date,Ex-Factory\nTotal,2099-03-04,2099-01-15\n';
    const { body } = await admin.call(calls.read, {}, [{ name: 'list.csv', bytes: list }]);
    const choices = { id: body.id, sheet: 0, columns: body.sheets[0]?.columns.map(({ field }) => field) ?? [] };
    const statesWith = async (totals: 'keep' | 'omit') =>
      (await admin.call(calls.check, { ...choices, totals })).body.rows.map(({ state, label }) => [state, label]);
    assert.deepEqual(await statesWith('omit'), [['wrong', 'Total']]);
    assert.deepEqual(await statesWith('keep'), [['new', 'Total']]);
  });

  test('a row that an unquoted decimal comma divided is not imported', async () => {
    const admin = await asAdmin(app);
    const list =
      'Order No,PFI Date,Ex-Factory,Weight,Goods\nPO-1,2099-03-04,2099-01-15,18,5,Chairs\nPO-2,2099-03-04,2099-01-15,18,Lamps\nPO-3,2099-03-04,2099-01-15,18,Beds\n';
    const { body } = await admin.call(calls.read, {}, [{ name: 'list.csv', bytes: list }]);
    const columns = body.sheets[0]?.columns.map(({ field }) => field) ?? [];
    const check = await admin.call(calls.check, { id: body.id, sheet: 0, columns });
    assert.deepEqual(
      check.body.rows.map(({ state }) => state),
      ['wrong', 'new', 'new'],
    );
    assert.match(check.body.rows[0]?.problems.join() ?? '', /more cells than the headings/);
  });

  test('an import of users says which rows are hidden in the file', async () => {
    const admin = await asAdmin(app);
    const text = (row: number, value: string) => `<c r="A${row}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = `<row r="1">${text(1, 'E-mail')}</row><row r="2" hidden="1">${text(2, 'a@x.org')}</row><row r="3">${text(3, 'b@x.org')}</row>`;
    const { body } = await admin.call(usersImportContract.read, {}, [
      { name: 'people.xlsx', bytes: sheetsWorkbook([{ rows }]) },
    ]);
    const [sheet] = body.sheets;
    assert.equal(sheet?.hidden_rows, 1);
    assert.deepEqual(
      sheet?.rows.map(({ row, is_hidden }) => [row, is_hidden]),
      [
        [2, true],
        [3, false],
      ],
    );
  });
});
