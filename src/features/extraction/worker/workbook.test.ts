import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { openPackage } from './office-package.ts';
import { walkCells } from './sheet-cells.ts';
import type { SheetCell } from './sheet-cells.ts';
import { readWorkbook, sharedStrings } from './workbook.ts';

const workbookOf = (styles: string, book = '<workbook></workbook>') =>
  openPackage(Buffer.from(zipSync({ 'xl/styles.xml': strToU8(styles), 'xl/workbook.xml': strToU8(book) })));

test('the number formats are those of the cell styles, with and without a namespace prefix', () => {
  for (const x of ['', 'x:']) {
    const own = `<${x}numFmts><${x}numFmt numFmtId="164" formatCode="0.0&quot;t&quot;"/></${x}numFmts>`;
    const styles = `<${x}cellXfs count="2"><${x}xf numFmtId="0"/><${x}xf numFmtId="164"/></${x}cellXfs>`;
    const others = `<${x}cellStyleXfs><${x}xf numFmtId="9"/></${x}cellStyleXfs>`;
    const differential = `<${x}dxfs><${x}dxf><${x}numFmt numFmtId="164" formatCode="yyyy"/></${x}dxf></${x}dxfs>`;
    const book = workbookOf(`<${x}styleSheet>${own}${others}${styles}${differential}</${x}styleSheet>`);
    assert.deepEqual(readWorkbook(book).formats, ['General', '0.0"t"']);
  }
});

test('an element of an extension does not count as the ordinary one with its name', () => {
  const sheets = '<sheets><sheet name="List" r:id="r1"/></sheets>';
  const extensions = [
    '<extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst>',
    '<extLst><ext><workbookPr chartTrackingRefBase="1"/></ext></extLst>',
    '<mc:AlternateContent><mc:Choice><x15:workbookPr/></mc:Choice></mc:AlternateContent>',
  ];
  for (const extension of extensions)
    assert.equal(
      readWorkbook(workbookOf('', `<workbook><workbookPr date1904="1"/>${sheets}${extension}</workbook>`)).isFrom1904,
      true,
      extension,
    );
  const found: string[] = [];
  const extension =
    '<extLst><ext><x14:row r="9"/><xm:c r="A1"><xm:v>1</xm:v></xm:c><c r="A1"><v>2</v></c></ext></extLst>';
  const rows = `<row r="1"><c r="A1"><v>3</v>${extension}</c></row><x14:c r="A2"><v>4</v></x14:c>${extension}`;
  const cell = ({ row, value }: SheetCell) => found.push(`${row} ${value}`);
  walkCells(`<worksheet><sheetData>${rows}</sheetData></worksheet>`, { cell });
  assert.deepEqual(found, ['0 3']);
});

test('a workbook without cell styles has no formats', () => {
  for (const styles of ['', '<cellXfs/>', '<cellXfs count="0" />'])
    assert.deepEqual(readWorkbook(workbookOf(`<styleSheet>${styles}</styleSheet>`)).formats, []);
});

test('elements that are repeated and never closed are read in linear time', { timeout: 60_000 }, () => {
  const fill = (element: string) => element.repeat(Math.floor(4_000_000 / element.length));
  for (const element of ['<cellXfs/>', '<cellXfs ', '<numFmt ', '&amp', ' numFmtId="'])
    assert.deepEqual(readWorkbook(workbookOf(fill(element))).formats, []);
  for (const element of ['<cellXfs>', '<x:cellXfs>'])
    assert.throws(() => readWorkbook(workbookOf(fill(element))), /too deep/);
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
  const sheet = `<sheetData><row><c t="inlineStr"><is>${text}</is></c><c t="str"><v>_x0041_</v></c></row></sheetData>`;
  walkCells(sheet, { cell: ({ value }) => found.push(value) });
  assert.deepEqual(found, [plain, 'A']);
});
