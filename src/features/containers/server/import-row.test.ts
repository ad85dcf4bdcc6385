import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRow } from './import-row.ts';

const plain = { formats: [{ order: 'day', decimal: undefined, unit: 'kg' }] } as const;

test('a port is read by its code or by its name, also if the name looks like a code', () => {
  const cases: Record<string, string | undefined> = {
    DEHAM: 'DEHAM',
    'de ham': 'DEHAM',
    'Hamburg (DEHAM)': 'DEHAM',
    'HAMBURG DEHAM': 'DEHAM',
    Busan: 'KRPUS',
    Genoa: 'ITGOA',
    Tokyo: 'JPTYO',
    Osaka: 'JPOSA',
    Izmir: 'TRIZM',
    MIAMI: 'USMIA',
    'PORT KLANG': 'MYPKG',
    'LE HAVRE': 'FRLEH',
    'PORT OF SPAIN': 'TTPOS',
    'GENOA, ITALY': 'ITGOA',
    'Genoa (Italy)': 'ITGOA',
    // Codes of places that are missing in the list.
    CZPRG: 'CZPRG',
    'CZ PRG': 'CZPRG',
    'Prague (CZPRG)': 'CZPRG',
    // Names of several ports, and of none.
    GEOJE: undefined,
    Delhi: undefined,
    'OLD DELHI': undefined,
    MILAN: undefined,
  };
  for (const [text, pol] of Object.entries(cases))
    assert.deepEqual(readRow(1, [text], ['pol'], plain).values.pol, pol, text);
});

test('an error value of a spreadsheet counts as an empty cell', () => {
  for (const text of ['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NULL!', '#NUM!', '#NV', '#BEZUG!', '#¡VALOR!'])
    assert.deepEqual(readRow(1, [text, text], ['name', 'eta'], plain), {
      row: 1,
      values: {},
      written: {},
      complaints: [],
    });
  for (const text of ['#1', '# A', 'PO#REF!', '#12!'])
    assert.deepEqual(readRow(1, [text], ['name'], plain).values, { name: text });
});
