import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTotalRow } from './totals.rules.ts';

test('a row that names a total is found in the languages of the headings', () => {
  for (const text of [
    'Total',
    'Grand Total',
    'Subtotal March',
    'Total: 2 containers',
    'PO-1 Total',
    'Gesamtsumme',
    'Gesamtergebnis',
    'Zwischensumme März',
    'PO-1 Ergebnis',
    'Sous-total mars',
    'Total général',
    'Suma',
    'Totale generale',
    'Total geral',
    'Eindtotaal',
    'Razem',
    'Ara toplam',
    'Итого:',
    '合计',
    '三月小计',
    '合計：',
    '합계',
  ])
    assert.equal(isTotalRow([text, null, '2027-03-25', '300']), true, text);
  assert.equal(isTotalRow([null, 'Total', '300']), true);
});

test('a record whose text contains such a word is no total', () => {
  const records: (string | null)[][] = [
    ['PO-1', 'MSCU1234566', '2027-03-04'],
    ['Total Energies', 'PO-1', '2027-03-04'],
    ['4711', 'Total Oak Chairs', '2027-03-04'],
    ['Totally Oak', '4711'],
    ['Summer chairs', '4711'],
    ['Somerset', '4711'],
    ['2027-03-04', '300'],
    [],
  ];
  for (const cells of records) assert.equal(isTotalRow(cells), false, cells.join());
});
