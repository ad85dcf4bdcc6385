import { optionalInput } from '#features/containers/core/container-fields.contract.ts';
import { isDateField, textFields } from '#features/containers/core/container-fields.rules.ts';
import type { FoundComplaint, ImportChoices } from '#features/containers/import/container-import.contract.ts';
import type { ComplaintCode } from '#features/containers/import/import-complaints.rules.ts';
import { maxWrittenLetters } from '#features/containers/import/import-complaints.rules.ts';
import { isZeroDate, parseDate } from '#features/containers/import/import-dates.rules.ts';
import type { DateOrder } from '#features/containers/import/import-dates.rules.ts';
import { doubtAboutDate, doubtAboutNumber } from '#features/containers/import/import-doubts.rules.ts';
import type { Doubt } from '#features/containers/import/import-doubts.rules.ts';
import { requiredFields } from '#features/containers/import/import-fields.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { statusNamed } from '#features/containers/import/import-status.rules.ts';
import type { OwnWords } from '#features/containers/import/import-status.rules.ts';
import { hasLostDigits, parseNumber } from '#features/containers/import/import-values.rules.ts';
import type { DecimalMark } from '#features/containers/import/import-values.rules.ts';
import { parseWeight } from '#features/containers/import/import-weights.rules.ts';
import type { WeightUnit } from '#features/containers/import/import-weights.rules.ts';
import { textOfCell, valueOfCell } from '#features/extraction/table.rules.ts';
import type { StoredCell, TableCell } from '#features/extraction/table.rules.ts';
import { withFormulas } from '#shared/formulas.ts';
import { isPortName, portName, portNamed, portWithin } from '../parties/ports.ts';

export type RowValues = { [Field in ImportField]?: string | number };
export type ReadRow = {
  row: number;
  values: RowValues;
  /** The cells as they are written, for complaints. */
  written: { [Field in ImportField]?: string };
  /** Fields whose cell the user has corrected. Nothing is doubted there again. */
  corrected: ImportField[];
  complaints: FoundComplaint[];
};

/** The meaning of the cells of a column that follows from its other cells and its heading. */
export type ColumnFormat = {
  order: DateOrder;
  /** Every date may have its year first. */
  isUnclear: boolean;
  /** Excel has exchanged day and month of some dates. */
  isHalfTurned: boolean;
  /** Most cells have a container number. */
  isNumberColumn: boolean;
  decimal: DecimalMark | undefined;
  unit: WeightUnit;
};

export const plainFormat: ColumnFormat = {
  order: 'day',
  isUnclear: false,
  isHalfTurned: false,
  isNumberColumn: false,
  decimal: undefined,
  unit: 'kg',
};

const blank = /^(n\/?a|tba|tbc|tbd|-+|–|—|\?+|none|null)$/i;

/** '#N/A', '#REF!', '#NAME?', and the same in other languages: '#NV', '#¡VALOR!'. A workbook has no value in such a cell. */
const errorValue = /^#(n\/?[av]|[¡¿]?[\p{L}/0]{2,15}[!?])$/iu;

/** The cell as a complaint shows it, or null if it is empty. */
function writtenAs(cell: TableCell): string | null {
  const text = String(cell ?? '');
  return text === '' || errorValue.test(text) ? null : text.slice(0, maxWrittenLetters);
}

/** Returns whether a cell has no value for a field. It may have a word that says so. */
function isBlank(field: ImportField, cell: TableCell): boolean {
  const written = writtenAs(cell);
  return written === null || blank.test(written) || (isDateField(field) && isZeroDate(cell));
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

/**
 * The first ones say which container a row means, and a new one has no value without them. Without its status, a container that
 * has arrived would be Delayed.
 */
const neededFields: ReadonlySet<ImportField> = new Set(['id', ...requiredFields, 'status']);

type RowReading = { formats: readonly ColumnFormat[]; corrected?: Corrected; words?: OwnWords; today: string };

/**
 * Reads the cells of a row by the fields of their columns. An empty cell gives no value, so it changes nothing, and so does
 * a cell that cannot be read if its field may be empty.
 */
export function readRow(
  row: number,
  cells: readonly StoredCell[],
  columns: readonly (ImportField | null)[],
  { formats, corrected = () => undefined, words = {}, today }: RowReading,
): ReadRow {
  const read: ReadRow = { row, values: {}, written: {}, corrected: [], complaints: [] };
  for (const [index, field] of columns.entries()) {
    if (field === null) continue;
    const stored = cells[index] ?? null;
    const inFile = isNumeric(field) ? valueOfCell(stored) : textOfCell(stored);
    const written = writtenAs(inFile);
    const correction = corrected(row, field, written);
    const cell = correction ?? inFile;
    if (written !== null) read.written[field] = written;
    if (correction !== undefined) read.corrected.push(field);
    if (isBlank(field, cell)) continue;
    const format = formats[index] ?? plainFormat;
    const value = field === 'status' ? statusNamed(String(cell), words) : valueOf(field, cell, format);
    // A word of a status may mean that the cell is left out.
    if (value === '') continue;
    if (value === undefined) {
      const kind = neededFields.has(field) ? 'problem' : 'warning';
      const shown = String(cell).slice(0, 60);
      const text =
        field === 'status'
          ? importTexts.unknownStatus(shown)
          : importTexts.wrongValue(field, shown, kind === 'warning');
      read.complaints.push({ field, value: written, kind, code: 'unreadable', text });
      continue;
    }
    read.values[field] = value;
    const doubt = correction === undefined ? doubtAbout(field, stored, { value, format, today }) : undefined;
    if (doubt) read.complaints.push({ field, value: written, kind: 'warning', ...doubt });
  }
  return read;
}

/** The other fields are texts, and take a number as the sheet shows it. */
const isNumeric = (field: ImportField): boolean =>
  isDateField(field) || field === 'id' || field === 'packages' || field === 'weight_kg';
type Read = { value: string | number; format: ColumnFormat; today: string };

function doubtAbout(field: ImportField, stored: StoredCell, { value, format, today }: Read): Doubt | undefined {
  if (isDateField(field)) return doubtAboutDate(valueOfCell(stored), String(value), format, today);
  if (!isNumeric(field) && hasLostDigits(stored))
    return { code: 'lost_digits', text: importTexts.lostDigits(field, String(textOfCell(stored)).slice(0, 60)) };
  return field === 'container_number' ? doubtAboutNumber(String(value), format.isNumberColumn) : undefined;
}

function valueOf(field: ImportField, cell: TableCell, format: ColumnFormat): string | number | undefined {
  if (isDateField(field)) return parseDate(cell, format.order);
  if (field === 'id') return /^[1-9]\d{0,9}$/.test(String(cell)) ? Number(cell) : undefined;
  if (field === 'packages' || field === 'weight_kg') {
    const number = field === 'packages' ? parseNumber(cell) : parseWeight(cell, format);
    return number !== undefined && optionalInput[field].safeParse(number).success ? number : undefined;
  }
  // Spreadsheets keep the apostrophe when they save an export in another format.
  const text = withoutForms(field, withFormulas(String(cell)));
  if (field === 'pol' || field === 'pod') return portCode(text);
  const schema = [...textFields, 'remarks' as const].find((one) => one === field);
  if (schema) return optionalInput[schema].safeParse(text).success ? text : undefined;
  return text.length <= 255 ? text : undefined;
}

const numberFields: ReadonlySet<ImportField> = new Set([
  'container_number',
  'container_no',
  'bl_number',
  'booking_number',
]);

/** Soft hyphens and marks without a width are not part of a text, and numbers in wide letters are the usual ones. */
export const withoutForms = (field: ImportField, text: string) =>
  (numberFields.has(field) ? text.normalize('NFKC') : text).replaceAll(/[\u00ad\u200b\u2060\ufeff]/g, '').trim();

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** A term of delivery before the name of a port. */
const term = /^(?:FOB|FCA|FAS|CIF|CFR|CPT|CIP|C&F|CNF|DAP|DPU|DDP|port of|port|puerto de|porto di|porto de) +/i;

/**
 * A code, 'Hamburg (DEHAM)', 'CNSHA - Shanghai', or the name of one port. Many names are five letters long or end in such a word: 'MIAMI', 'PORT
 * KLANG'. So five letters are a code if the list has it. A code that is missing in the list is in capital letters, of an
 * existing country, and alone or in brackets.
 */
function portCode(text: string): string | undefined {
  const listed = (code: string | undefined) => {
    const { data } = optionalInput.pol.safeParse(code);
    return data && portName(data) !== undefined ? data : undefined;
  };
  const ending = /\(?\b([A-Z]{2} ?[A-Z2-9]{3})\)?$/.exec(text);
  const beginning = /^([A-Z]{2} ?[A-Z2-9]{3})(?: [-–—] |[,/(:]| *$)/.exec(text);
  const named = (name: string) => portNamed(name) ?? portWithin(name);
  const found =
    listed(text) ??
    portNamed(text) ??
    listed(beginning?.[1]) ??
    listed(ending?.[1]) ??
    portWithin(text) ??
    named(text.replace(term, ''));
  if (found !== undefined || !ending) return found;
  const [whole, code = ''] = ending;
  const isAlone = whole === text ? !isPortName(text) : whole.startsWith('(') && whole.endsWith(')');
  return isAlone && regions.of(code.slice(0, 2)) !== undefined ? code.replace(' ', '') : undefined;
}

/** A reason why a row is left out. */
export const aboutRow = (code: ComplaintCode, text: string): FoundComplaint => ({
  field: null,
  value: null,
  kind: 'problem',
  code,
  text,
});

/** A reason about a cell why its row is left out. */
export const problemOf = (
  { written }: ReadRow,
  field: ImportField,
  code: ComplaintCode,
  text: string,
): FoundComplaint => ({
  field,
  value: written[field] ?? null,
  kind: 'problem',
  code,
  text,
});
