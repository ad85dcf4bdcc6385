import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredCell } from '#features/extraction/table.rules.ts';
import { plainFormat, readRow } from './import-row.ts';

const plain = { formats: [plainFormat], today: '2026-11-28' };

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
    'Los Angeles, CA': 'USLAX',
    'LOS ANGELES,CA,USA': 'USLAX',
    'CNSHA - Shanghai': 'CNSHA',
    'Shanghai/China': 'CNSHA',
    'FOB Shanghai': 'CNSHA',
    'Rotterdam / NL': 'NLRTM',
    Pusan: 'KRPUS',
    'Port Kelang': 'MYPKG',
    JNPT: 'INNSA',
    上海: 'CNSHA',
    横浜: 'JPYOK',
    汉堡: 'DEHAM',
    ハンブルク: 'DEHAM',
    Kopenhagen: 'DKCPH',
    Lissabon: 'PTLIS',
    Genua: 'ITGOA',
    Gênes: 'ITGOA',
    'Hai Phong': 'VNHPH',
    'St. Petersburg': 'RULED',
    // A country decides between ports of one name, and two ports are none.
    'Cartagena, Spain': 'ESCAR',
    'Cartagena, Kolumbien': 'COCTG',
    'Vancouver, WA': undefined,
    'Hamburg/Bremerhaven': undefined,
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
      corrected: [],
      complaints: [],
    });
  for (const text of ['#1', '# A', 'PO#REF!', '#12!'])
    assert.deepEqual(readRow(1, [text], ['name'], plain).values, { name: text });
});

test('a text takes a number as the sheet shows it, and a quantity takes its value', () => {
  const cells: StoredCell[] = [
    [4711, '0004711'],
    [12, '12 ctns'],
    [46_085, 'day 46085'],
  ];
  const { values } = readRow(1, cells, ['container_no', 'packages', 'eta'], plain);
  assert.deepEqual(values, { container_no: '0004711', packages: 12, eta: '2026-03-04' });
});

test('a text whose digits the spreadsheet has lost carries a warning', () => {
  const remarked = (cell: StoredCell) =>
    readRow(1, [cell], ['bl_number'], plain).complaints.map(({ kind, code }) => `${kind} ${code}`);
  const lost: StoredCell[] = ['4.50012E+09', '4,5E+12', 1_234_567_890_123_456, 1e22, [1e15, '#1000000000000000']];
  for (const cell of lost) assert.deepEqual(remarked(cell), ['warning lost_digits'], String(cell));
  for (const cell of ['4500123456', '12345678901234567890', 'E+09', '4E12', 123_456_789_012_345])
    assert.deepEqual(remarked(cell), [], String(cell));
  assert.equal(readRow(1, [1e22], ['container_no'], plain).values.container_no, '10000000000000000000000');
});
