import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxTableColumns, maxTableRows } from '../table.rules.ts';
import { openDocumentSheets } from './open-document-rows.ts';

const flat = (tables: string) =>
  Buffer.from(
    `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document>`,
  );

test('cells and rows of OpenDocument that are repeated a million times are read as far as an import goes', () => {
  const cell =
    '<table:table-cell table:number-columns-repeated="1048576" office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const row = `<table:table-row table:number-rows-repeated="1048576" table:visibility="filter">${cell}</table:table-row>`;
  const { sheets } = openDocumentSheets(flat(`<table:table table:name="A">${row.repeat(20)}</table:table>`));
  const [sheet] = sheets;
  assert.equal(sheet?.rows.length, maxTableRows + 1);
  assert.equal(sheet.rows[0]?.length, maxTableColumns + 1);
  assert.equal([...(sheet.hiddenRows ?? [])].length, maxTableRows + 1);
});

test('a row of OpenDocument far below the others shows that the sheet is cut', () => {
  const text = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
  const gap = '<table:table-row table:number-rows-repeated="20000"><table:table-cell/></table:table-row>';
  const { sheets } = openDocumentSheets(
    flat(`<table:table>${gap}<table:table-row>${text}</table:table-row></table:table>`),
  );
  assert.equal(sheets[0]?.rows.length, maxTableRows + 1);
});
