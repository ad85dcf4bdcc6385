import { checkDigit } from '#features/papers/container-number.rules.ts';
import { dayFromNow } from './containers.ts';
import { libraryWorkbook } from './supplier-sheets.ts';

const suppliers = ['Hai Phong Footwear Co., Ltd.', 'Ningbo Lamps', 'Laem Chabang Rubber', 'HAIPHONG FOOTWEAR'];
const ports = ['Shanghai', 'Ningbo', 'Laem Chabang', 'Yantian'];

export const numberOf = (index: number) => {
  const serial = String(544_600 + index);
  return `MSKU ${serial}-${checkDigit(`MSKU${serial}`)}`;
};

/** A day after today. Of every two rows, one has the form 2.11.26 and the other 2026/11/01. */
function dateOf(index: number, days: number): string {
  const [year = '', month = '', day = ''] = dayFromNow(days + index).split('-');
  return index % 2 === 0 ? `${Number(day)}.${Number(month)}.${year.slice(2)}` : `${year}/${month}/${day}`;
}

/** A day that does not exist: '31.11.26'. */
export const noDate = `31.11.${dayFromNow(0).slice(2, 4)}`;

/** Row 4 of the sheet has the index 0. */
function rowOf(index: number): string[] {
  // Another spelling of a port, and a wrong one.
  const isMisspelt = index >= 48 && index < 58;
  return [
    String(index + 1),
    numberOf(index),
    ['Shoes', 'Lamps', 'Tyres', 'Sandals'][index % 4] ?? '',
    `OR-${7000 + index}`,
    suppliers[index % 4] ?? '',
    index % 2 === 0 ? 'MAERSK' : 'Maersk Line',
    dateOf(index, 40),
    dateOf(index, 10),
    dateOf(index, 41),
    isMisspelt ? 'Hai Phong' : (ports[index % 4] ?? ''),
    isMisspelt ? 'Hambrug' : 'Rotterdam',
    `${8 + (index % 10)}.000,50`,
    String(300 + index),
    index % 3 === 0 ? 'arrived' : 'at sea',
    index % 5 === 0 ? 'telex release' : '',
  ];
}

/** The columns of `mondaySheet`. */
const column = { number: 1, pfi: 6, exFactory: 7, eta: 8 } as const;

/**
 * The own spreadsheet of a coordinator: a title line, a second sheet, columns without a field, and values that a person has
 * to correct. Rows 4 to 63 are containers, and row 64 repeats row 8.
 */
export function mondaySheet(): Buffer {
  const rows = Array.from({ length: 60 }, (_, index) => rowOf(index));
  const set = (index: number, at: number, value: string) => {
    const row = rows[index];
    if (row) row[at] = value;
  };
  // A wrong check digit and a missing number.
  set(
    2,
    column.number,
    numberOf(2).replace(/\d$/, (digit) => String((Number(digit) + 1) % 10)),
  );
  set(6, column.number, '');
  set(10, column.eta, 'tbc');
  set(58, column.pfi, 'KW 51');
  set(59, column.exFactory, noDate);
  rows.push([...(rows[4] ?? [])]);
  const headings =
    '# / Cntr No. / Goods / Our ref / Lieferant / Line / ETA PFI / ready ex fact. / ETA port / from / to / kgs gross / ctns / where / remarks';
  return libraryWorkbook([[['Shipments autumn 2026'], [], headings.split(' / '), ...rows], [['Notes']]], 'xlsx');
}
