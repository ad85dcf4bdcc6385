import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { openPackage } from './office-package.ts';
import { walkCells } from './sheet-cells.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';

const workbookOf = (styles: string, book = '<workbook></workbook>') =>
  openPackage(Buffer.from(zipSync({ 'xl/styles.xml': strToU8(styles), 'xl/workbook.xml': strToU8(book) })));

test('the number formats are those of the cell styles, with and without a namespace prefix', () => {
  const own = '<numFmt numFmtId="164" formatCode="0.0&quot;t&quot;"/>';
  for (const prefix of ['', 'x:'])
    assert.deepEqual(
      readWorkbook(
        workbookOf(
          `<${prefix}cellStyleXfs><xf numFmtId="9"/></${prefix}cellStyleXfs>${own}<${prefix}cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></${prefix}cellXfs><dxfs><xf numFmtId="1"/></dxfs>`,
        ),
      ).formats,
      ['General', '0.0"t"'],
    );
});

test('a workbook without cell styles has no formats', () => {
  for (const styles of ['', '<cellXfs/>', '<cellXfs count="0" />', '<cellXfs><xf numFmtId="0"/>'])
    assert.deepEqual(readWorkbook(workbookOf(styles)).formats, []);
});

// A pattern that starts again at each of them takes minutes.
test('elements that are repeated and never closed are read in linear time', { timeout: 60_000 }, () => {
  const fill = (element: string) => element.repeat(Math.floor(4_000_000 / element.length));
  for (const element of ['<cellXfs/>', '<cellXfs>', '<cellXfs ', '<numFmt ', '<x:', '&amp', ' numFmtId="'])
    assert.deepEqual(readWorkbook(workbookOf(fill(element))).formats, []);
  assert.deepEqual(readWorkbook(workbookOf('', fill('<sheet '))).sheets, []);
});

test('an escaped character in a shared, an own or a calculated text is read', () => {
  const text = '<t>Oak _x005F_x0041_ chairs_x000D_\n_x0041_, _x004_</t>';
  const plain = 'Oak _x0041_ chairs\r\nA, _x004_';
  const book = openPackage(
    Buffer.from(
      zipSync({ 'xl/sharedStrings.xml': strToU8(`<sst><si>${text}</si></sst>`), 'xl/workbook.xml': strToU8('<x/>') }),
    ),
  );
  assert.deepEqual(sharedStrings(book), [plain]);
  const found: string[] = [];
  const sheet = `<row><c t="inlineStr"><is>${text}</is></c><c t="str"><v>_x0041_</v></c></row>`;
  walkCells(sheet, { cell: ({ value }) => found.push(value) });
  assert.deepEqual(found, [plain, 'A']);
});
