import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessFields, headingRowOf, headingsOf } from './import-columns.rules.ts';
import { namedField } from './import-headings.rules.ts';
import { dayOrderOf, orderOfOpenColumns, parseDate, parseNumber } from './import-values.rules.ts';

test('a date is read in every usual order', () => {
  const cases: [string | number, string | undefined, string | undefined][] = [
    ['2026-03-04', '2026-03-04', '2026-03-04'],
    ['04.03.2026', '2026-03-04', '2026-04-03'],
    ['3/4/26', '2026-04-03', '2026-03-04'],
    ['1/2/70', '1970-02-01', '1970-01-02'],
    ['4 Mar 2026', '2026-03-04', '2026-03-04'],
    ['March 4th, 2026', '2026-03-04', '2026-03-04'],
    ['04-MÄR-26', '2026-03-04', '2026-03-04'],
    ['Wed, 4 Mar 2026', '2026-03-04', '2026-03-04'],
    ['4.3.2026 10:30', '2026-03-04', '2026-04-03'],
    ['2026年3月4日', '2026-03-04', '2026-03-04'],
    ['20260304', '2026-03-04', '2026-03-04'],
    [46_085, '2026-03-04', '2026-03-04'],
    [46_085.5, '2026-03-04', '2026-03-04'],
    ['46085', '2026-03-04', '2026-03-04'],
    ['20NOV26', '2026-11-20', '2026-11-20'],
    ['20NOV2026', '2026-11-20', '2026-11-20'],
    ['2026.11.20.', '2026-11-20', '2026-11-20'],
    ['9999-12-31', '9999-12-31', '9999-12-31'],
    ['2250-01-01', '2250-01-01', '2250-01-01'],
    ['1900-01-01', '1900-01-01', '1900-01-01'],
    ['1899-12-31', undefined, undefined],
    ['20CTN26', undefined, undefined],
    ['31.02.2026', undefined, undefined],
    ['13/13/2026', undefined, undefined],
    ['next week', undefined, undefined],
    [12, undefined, undefined],
  ];
  for (const [cell, day, month] of cases)
    assert.deepEqual([parseDate(cell, 'day'), parseDate(cell, 'month')], [day, month], String(cell));
});

test('the order of day and month follows from the column, or is open', () => {
  assert.equal(dayOrderOf(['03/04/2026', '25/04/2026']), 'day');
  assert.equal(dayOrderOf(['03/04/2026', '04/25/2026']), 'month');
  assert.equal(dayOrderOf(['03/04/2026', null, '05/06/2026']), 'open');
  assert.equal(dayOrderOf(['Fri 03/05/2027']), 'open');
  assert.equal(dayOrderOf(['Fri, 03/05/2027', 'Thu 03/25/2027']), 'month');
  assert.equal(dayOrderOf(['2026-03-04', '4 Mar 2026', 46_085]), undefined);
});

test('the date columns of a sheet show together the order of day and month of the open ones', () => {
  assert.equal(orderOfOpenColumns(['open', null, 'month']), 'month');
  assert.equal(orderOfOpenColumns(['open', 'day', 'open', 'day']), 'day');
  assert.equal(orderOfOpenColumns(['open', 'day', 'month']), 'open');
  assert.equal(orderOfOpenColumns(['open', undefined]), 'open');
  assert.equal(orderOfOpenColumns(['day', 'month']), undefined);
});

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
    ['Remark', undefined],
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
