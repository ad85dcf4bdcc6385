import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';

// Spreadsheets as suppliers send them. Each has the two containers of `expectedRows`, and then rows that are not containers.

type Value = string | number | null | { serial: number; style?: number };

export const expectedRows = [
  {
    number: 'MSCU1234566',
    order: 'PO-1',
    pfi: '2027-03-04',
    exFactory: '2027-01-15',
    goods: 'Chairs, oak',
    weight: 18_500.5,
  },
  {
    number: 'TGHU7654321',
    order: 'PO-2',
    pfi: '2027-03-25',
    exFactory: '2027-02-01',
    goods: 'Tische für Büro',
    weight: 900,
  },
];

export type SupplierSheet = {
  title: string;
  name: string;
  bytes: Buffer;
  sheet?: number;
  /** The problems of each row that is not a container. */
  otherRows?: RegExp[];
};

const letters = (column: number) => String.fromCodePoint(65 + column);
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function cellXml(value: Value, reference: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
  if (typeof value === 'object') return `<c r="${reference}" s="${value.style ?? 1}"><v>${value.serial}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const sheetXml = (rows: readonly (readonly Value[])[], merges: readonly string[]) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((value, column) => cellXml(value, `${letters(column)}${at + 1}`)).join('')}</row>`,
    )
    .join(
      '',
    )}</sheetData><mergeCells>${merges.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells></worksheet>`;

/** Returns a workbook of these sheets. A cell may be one of the library, with a number format. */
export function libraryWorkbook(
  sheets: readonly (readonly (readonly unknown[])[])[],
  bookType: 'xlsx' | 'biff8',
): Buffer {
  const book = utils.book_new();
  for (const rows of sheets) utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])));
  return Buffer.from(write(book, { type: 'buffer', bookType }) as Uint8Array);
}

function oldWorkbookOf(rows: readonly (readonly Value[])[]): Buffer {
  const cell = (value: Value) =>
    value !== null && typeof value === 'object' ? { t: 'n', v: value.serial, z: 'dd/mm/yyyy' } : value;
  return libraryWorkbook([rows.map((row) => row.map(cell))], 'biff8');
}

/** Returns a workbook. Style 1 is a date, style 2 a date with time. */
function workbookOf(
  sheets: Record<string, readonly (readonly Value[])[]>,
  { merges = [], isFrom1904 = false, hidden = [] }: { merges?: string[]; isFrom1904?: boolean; hidden?: string[] } = {},
): Buffer {
  const names = Object.keys(sheets);
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="x" xmlns:r="${relation}"><workbookPr date1904="${isFrom1904 ? 1 : 0}"/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" r:id="r${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheets[name] ?? [], merges)]),
    ),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))));
}

const serial = (date: string) => (Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000;
const head = ['Container No.', 'PO No.', 'PFI Date', 'Ex-Factory', 'Description', 'Gross Weight (kg)'];

type Look = { date: (iso: string) => Value; weight?: (value: number) => Value; number?: (value: string) => string };

const rowsWith = ({ date, weight = (value) => value, number = (value) => value }: Look): Value[][] =>
  expectedRows.map((row) => [
    number(row.number),
    row.order,
    date(row.pfi),
    date(row.exFactory),
    row.goods,
    weight(row.weight),
  ]);

const csv = (rows: readonly (readonly Value[])[], delimiter: string) => {
  const quoted = (value: Value) => {
    const text = value === null || typeof value === 'object' ? '' : String(value);
    return text.includes(delimiter) ? `"${text}"` : text;
  };
  return rows.map((row) => row.map(quoted).join(delimiter)).join('\r\n');
};

const part = (iso: string) => iso.split('-') as [string, string, string];
const dotted = (iso: string) => part(iso).toReversed().join('.');
const british = (iso: string) => part(iso).toReversed().join('/');
const american = (iso: string) => `${Number(part(iso)[1])}/${Number(part(iso)[2])}/${part(iso)[0].slice(2)}`;
const named = (iso: string) =>
  new Date(iso)
    .toLocaleDateString('en-GB', { day: '2-digit', month: 'short', year: '2-digit', timeZone: 'UTC' })
    .replaceAll(' ', '-');
const day: Look = { date: (iso) => ({ serial: serial(iso) }) };
const iso: Look = { date: (date) => date };
const german: Look = { date: dotted, weight: (value) => value.toLocaleString('de-DE', { minimumFractionDigits: 1 }) };
const windows1252 = (text: string) => Buffer.from(text, 'latin1');

export function supplierSheets(): SupplierSheet[] {
  const xlsx = (title: string, rows: Value[][], more: Parameters<typeof workbookOf>[1] = {}): SupplierSheet => ({
    title,
    name: 'list.xlsx',
    bytes: workbookOf({ Sheet1: rows }, more),
  });
  const text = (title: string, content: string | Buffer, name = 'list.csv'): SupplierSheet => ({
    title,
    name,
    bytes: Buffer.from(content as string),
  });
  const [first = [], second = []] = rowsWith(day);
  return [
    xlsx('dates as dates', [head, ...rowsWith(day)]),
    { title: 'dates in an Excel 97-2003 workbook', name: 'list.xls', bytes: oldWorkbookOf([head, ...rowsWith(day)]) },
    xlsx('dates with a time', [head, ...rowsWith({ date: (date) => ({ serial: serial(date) + 0.4, style: 2 }) })]),
    xlsx('dates as plain serial numbers', [head, ...rowsWith({ date: serial })]),
    xlsx('dates from 1904', [head, ...rowsWith({ date: (date) => ({ serial: serial(date) - 1462 }) })], {
      isFrom1904: true,
    }),
    xlsx('a title and blank rows above the headings', [
      ['Shipping plan 2027'],
      [],
      ['Nordic Oak Ltd.'],
      head,
      [],
      ...rowsWith(day),
    ]),
    {
      ...xlsx('a total below the rows', [head, first, second, [], ['', '', null, null, 'Total', 19_400.5]]),
      otherRows: [/looks like a total/],
    },
    xlsx('trailing spaces and no-break spaces', [
      head.map((one) => `${one} \u00a0`),
      ...rowsWith({ ...iso, number: (value) => ` ${value}\u00a0` }),
    ]),
    xlsx('container numbers with spaces', [
      head,
      ...rowsWith({ ...day, number: (value) => `${value.slice(0, 4)} ${value.slice(4, 10)}-${value.slice(10)}` }),
    ]),
    xlsx('blank and repeated headings', [
      [...head, '', 'Sales', 'Sales'],
      [...first, 'x', 'a', 'b'],
      [...second, 'y', 'c', 'd'],
    ]),
    xlsx('other headings', [
      ['CNTR', 'Order', 'Delivery date', 'Cargo ready date', 'Commodity', 'G.W. (KGS)'],
      ...rowsWith(day),
    ]),
    xlsx('German headings', [
      ['Container-Nr.', 'Bestellnummer', 'Liefertermin', 'Ab Werk', 'Ware', 'Bruttogewicht'],
      ...rowsWith(german),
    ]),
    xlsx('Chinese headings', [
      ['柜号', '订单号', '交期', '出厂日期', '品名', '毛重'],
      ...rowsWith({ date: (date) => `${part(date)[0]}年${Number(part(date)[1])}月${Number(part(date)[2])}日` }),
    ]),
    {
      title: 'several sheets',
      name: 'list.xlsx',
      bytes: workbookOf({ Notes: [['Read me', 'Prices', 'Terms']], Plan: [head, ...rowsWith(day)] }),
      sheet: 1,
    },
    {
      title: 'a hidden sheet before',
      name: 'list.xlsx',
      bytes: workbookOf({ Old: [['x']], Plan: [head, ...rowsWith(day)] }, { hidden: ['Old'] }),
    },
    xlsx(
      'cells merged downwards',
      [
        ['Plant', ...head],
        ['Vilnius', ...first],
        [null, ...second],
      ],
      { merges: ['A2:A3'] },
    ),
    text('commas', csv([head, ...rowsWith(iso)], ',')),
    text('semicolons and decimal commas', csv([head, ...rowsWith(german)], ';')),
    text('windows-1252', windows1252(csv([head, ...rowsWith(german)], ';'))),
    text('UTF-8 with a byte order mark', `\ufeff${csv([head, ...rowsWith(iso)], ',')}`),
    text('UTF-16', Buffer.from(`\ufeff${csv([head, ...rowsWith(iso)], '\t')}`, 'utf16le'), 'list.txt'),
    text('the line sep=;', `sep=;\r\n${csv([head, ...rowsWith(iso)], ';')}`),
    text('copied cells', csv([head, ...rowsWith({ date: british })], '\t'), 'Pasted cells'),
    text('months by name and years of two digits', csv([head, ...rowsWith({ date: named })], ',')),
    text('American dates with years of two digits', csv([head, ...rowsWith({ date: american })], ',')),
  ];
}
