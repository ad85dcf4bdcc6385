import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessFields, headingRowOf, headingsOf } from './import-columns.rules.ts';
import { namedField } from './import-headings.rules.ts';
import { parseNumber } from './import-values.rules.ts';

test('a number is read with a decimal point or comma, thousands and a unit', () => {
  const cases: [string | number, number | undefined][] = [
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['18.500', 18_500],
    ['0.500', 0.5],
    ['12,5', 12.5],
    ["1'234", 1234],
    ['18 500 kg', 18_500],
    ['12 CTNS', 12],
    ['1.234.567', 1_234_567],
    ['-3', -3],
    [7.5, 7.5],
    ['.85', 0.85],
    [',85', 0.85],
    ['-.5', -0.5],
    ['kg .5', 0.5],
    ['approx. 18.5 t', 18.5],
    ['US$ 1,234.50', 1234.5],
    ['.', undefined],
    ['1.2.3', undefined],
    ['many', undefined],
  ];
  for (const [cell, number] of cases) assert.equal(parseNumber(cell), number, String(cell));
});

test('a column is guessed by its heading, then by its content', () => {
  for (const [heading, field] of [
    ['Container No.', 'container_number'],
    ['ETA (POD)', 'eta'],
    ['Ex-Factory', 'ex_factory_date'],
    ['Lieferant', 'supplier_name'],
    ['G.W. (KGS)', 'weight_kg'],
    ['提单号', 'bl_number'],
    ['Remark', 'remarks'],
    ['Anmerkungen', 'remarks'],
    ['Stand', 'status'],
    ['Wareneingang', 'received_on'],
    ['Gate out', 'departed_on'],
    ['Sales', undefined],
  ] as const)
    assert.equal(namedField(heading)?.field, field, heading);
  const rows = [
    ['MSCU1234566', 'x'],
    ['TGHU 765432-1', 'y'],
  ];
  assert.deepEqual(guessFields(['A', 'ETA'], rows), ['container_number', 'eta']);
  assert.deepEqual(guessFields(['ETA', 'ETA (2)'], []), ['eta', null]);
  assert.deepEqual(guessFields(['Stowage ID', 'PO'], []), ['id', 'container_no']);
  // A bare 'ID' is that of a supplier, unless the other headings are those of an export of the product.
  const id = (...others: string[]) => guessFields(others, [])[0];
  assert.equal(id('ID', 'Container Name', 'Order Number', 'Remark'), 'id');
  assert.equal(id('ID', 'PO', 'PFI', 'ETA', 'Vessel'), null);
  assert.equal(id('ID', 'ETA', 'ETD', 'Vessel', 'Order Number'), null);
  assert.equal(id('ID No', 'Container Name', 'Order Number', 'ETA'), null);
  assert.equal(id('ID (factory)', 'Container Name', 'Order Number', 'ETA'), null);
});

test('the heading row may be below a title, and blank and repeated headings get names', () => {
  assert.equal(headingRowOf([['Plan 2027'], [], ['PO', 'ETA', 'Vessel'], ['1', '2', '3']]), 2);
  assert.equal(
    headingRowOf([
      ['Alpha', 'Beta', 'Gamma'],
      ['1', 2, 3],
    ]),
    0,
  );
  assert.equal(headingRowOf([[1, 2, 3]]), -1);
  assert.deepEqual(headingsOf(['ETA', null, 'ETA'], 4), ['ETA', 'Column B', 'ETA (2)', 'Column D']);
});
