import { textOfCell, valueOfCell } from '#features/extraction/table.rules.ts';
import type { StoredCell, TableCell } from '#features/extraction/table.rules.ts';
import { withFormulas } from '#server/http/table-answer.ts';
import { optionalInput } from '../container-fields.contract.ts';
import { isDateField, textFields } from '../container-fields.rules.ts';
import type { Complaint, ImportChoices } from '../container-import.contract.ts';
import { importTexts } from '../container-import.texts.ts';
import { requiredFields } from '../import-columns.rules.ts';
import type { ImportField } from '../import-columns.rules.ts';
import { maxWrittenLetters } from '../import-complaints.rules.ts';
import { hasLostDigits, parseDate, parseNumber } from '../import-values.rules.ts';
import type { DayOrder, DecimalMark } from '../import-values.rules.ts';
import { parseWeight } from '../import-weights.rules.ts';
import type { WeightUnit } from '../import-weights.rules.ts';
import { isPortName, portName, portNamed } from './ports.ts';

export type RowValues = { [Field in ImportField]?: string | number };
export type ReadRow = {
  row: number;
  values: RowValues;
  /** The cells as they are written, for complaints. */
  written: { [Field in ImportField]?: string };
  complaints: Complaint[];
};

/** The meaning of the cells of a column that follows from its other cells and its heading. */
export type ColumnFormat = { order: DayOrder; decimal: DecimalMark | undefined; unit: WeightUnit };

const plainFormat: ColumnFormat = { order: 'day', decimal: undefined, unit: 'kg' };

const blank = /^(n\/?a|tba|tbc|tbd|-+|–|—|\?+|none|null)$/i;

/** '#N/A', '#REF!', '#NAME?', and the same in other languages: '#NV', '#¡VALOR!'. A workbook has no value in such a cell. */
const errorValue = /^#(n\/?[av]|[¡¿]?[\p{L}/0]{2,15}[!?])$/iu;

/** The cell as a complaint shows it, or null if it has no value. */
function writtenAs(cell: TableCell): string | null {
  const text = String(cell ?? '');
  return text === '' || blank.test(text) || errorValue.test(text) ? null : text.slice(0, maxWrittenLetters);
}

/** Returns the text that a correction puts in the place of a cell. */
export type Corrected = (row: number, field: ImportField, written: string | null) => string | undefined;

/** A correction of one row comes before one of all rows. */
export function correctedBy(corrections: ImportChoices['corrections']): Corrected {
  const key = (field: ImportField, value: string | null, row?: number) => JSON.stringify([field, value, row ?? 0]);
  const texts = new Map(corrections.map(({ field, value, row, to }) => [key(field, value, row), to]));
  return (row, field, written) =>
    texts.size === 0 ? undefined : (texts.get(key(field, written, row)) ?? texts.get(key(field, written)));
}

/** The fields without a column whose empty cells are corrected. */
export const fieldsOfCorrections = ({ columns, corrections }: Pick<ImportChoices, 'columns' | 'corrections'>) => [
  ...new Set(corrections.flatMap(({ field, value }) => (value === null && !columns.includes(field) ? [field] : []))),
];

/** These say which container a row means, and a new one has no value without them. */
const neededFields: ReadonlySet<ImportField> = new Set(['id', ...requiredFields]);

/**
 * Reads the cells of a row by the fields of their columns. An empty cell gives no value, so it changes nothing, and so does
 * a cell that cannot be read if its field may be empty.
 */
export function readRow(
  row: number,
  cells: readonly StoredCell[],
  columns: readonly (ImportField | null)[],
  { formats, corrected = () => undefined }: { formats: readonly ColumnFormat[]; corrected?: Corrected },
): ReadRow {
  const read: ReadRow = { row, values: {}, written: {}, complaints: [] };
  for (const [index, field] of columns.entries()) {
    if (field === null) continue;
    const stored = cells[index] ?? null;
    const inFile = isNumeric(field) ? valueOfCell(stored) : textOfCell(stored);
    const written = writtenAs(inFile);
    const correction = corrected(row, field, written);
    const cell = correction ?? inFile;
    if (written !== null) read.written[field] = written;
    if (cell === null || writtenAs(cell) === null) continue;
    const value = valueOf(field, cell, formats[index] ?? plainFormat);
    if (value !== undefined) {
      read.values[field] = value;
      if (!isNumeric(field) && hasLostDigits(correction ?? stored)) {
        const text = importTexts.lostDigits(field, String(cell).slice(0, 60));
        read.complaints.push({ field, value: written, kind: 'warning', code: 'lost_digits', text });
      }
      continue;
    }
    const kind = neededFields.has(field) ? 'problem' : 'warning';
    const text = importTexts.wrongValue(field, String(cell).slice(0, 60), kind === 'warning');
    read.complaints.push({ field, value: written, kind, code: 'unreadable', text });
  }
  return read;
}

/** The other fields are texts, and take a number as the sheet shows it. */
const isNumeric = (field: ImportField): boolean =>
  isDateField(field) || field === 'id' || field === 'packages' || field === 'weight_kg';

function valueOf(field: ImportField, cell: TableCell, format: ColumnFormat): string | number | undefined {
  if (isDateField(field)) return parseDate(cell, format.order);
  if (field === 'id') return /^[1-9]\d{0,9}$/.test(String(cell)) ? Number(cell) : undefined;
  if (field === 'packages' || field === 'weight_kg') {
    const number = field === 'packages' ? parseNumber(cell) : parseWeight(cell, format);
    return number !== undefined && optionalInput[field].safeParse(number).success ? number : undefined;
  }
  // Spreadsheets keep the apostrophe when they save an export in another format.
  const text = withFormulas(String(cell));
  if (field === 'pol' || field === 'pod') return portCode(text);
  const schema = textFields.find((one) => one === field);
  if (schema) return optionalInput[schema].safeParse(text).success ? text : undefined;
  return text.length <= 255 ? text : undefined;
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/**
 * A code, 'Hamburg (DEHAM)', or the name of one port. Many names are five letters long or end in such a word: 'MIAMI', 'PORT
 * KLANG'. So five letters are a code if the list has it. A code that is missing in the list is in capital letters, of an
 * existing country, and alone or in brackets.
 */
function portCode(text: string): string | undefined {
  const listed = (code: string | undefined) => {
    const { data } = optionalInput.pol.safeParse(code);
    return data && portName(data) !== undefined ? data : undefined;
  };
  const ending = /\(?\b([A-Z]{2} ?[A-Z2-9]{3})\)?$/.exec(text);
  const found = listed(text) ?? portNamed(text) ?? listed(ending?.[1]) ?? portNamed(text.replace(/[,(].*$/, '').trim());
  if (found !== undefined || !ending) return found;
  const [whole, code = ''] = ending;
  const isAlone = whole === text ? !isPortName(text) : whole.startsWith('(') && whole.endsWith(')');
  return isAlone && regions.of(code.slice(0, 2)) !== undefined ? code.replace(' ', '') : undefined;
}
