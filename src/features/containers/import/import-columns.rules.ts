import type { TableCell } from '#features/extraction/table.rules.ts';
import { containerNumberIn } from '#features/papers/container-number.rules.ts';
import { normalForm } from '#shared/fold.ts';
import { isDateField, portFields } from '../core/container-fields.rules.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import { parseDate } from './import-dates.rules.ts';
import type { ImportField } from './import-fields.rules.ts';
import { namedField } from './import-headings.rules.ts';
import { statusNamed } from './import-status.rules.ts';

/** The headings are in one of the first rows. Our choice. */
export const maxHeadingRow = 50;

const maxHeadingRows = 30;

/** Returns the index of the row with the headings, or -1 if no row looks like one. */
export function headingRowOf(rows: readonly (readonly TableCell[])[]): number {
  const scores = rows.slice(0, maxHeadingRows).map((row) => {
    const named = row.map((cell) => (typeof cell === 'string' ? namedField(cell)?.field : undefined));
    return new Set(named.filter((field) => field !== undefined)).size;
  });
  const best = Math.max(0, ...scores);
  if (best >= 2) return scores.indexOf(best);
  // Unknown headings: the first row with several texts and no number.
  return rows.slice(0, maxHeadingRows).findIndex((row) => {
    const filled = row.filter((cell) => cell !== null);
    return (
      filled.length >= 3 && filled.every((cell) => typeof cell === 'string' && parseDate(cell, 'day') === undefined)
    );
  });
}

const exportLabels: ReadonlySet<string> = new Set(Object.values(fieldLabels));

/**
 * Returns whether these headings are those of an export or of the template of the product. Both have an ID and a name, and
 * the user may add, remove and move columns. Our choice: 'ID' by itself is a heading of many other spreadsheets.
 */
export const areOwnHeadings = (headings: readonly string[]): boolean =>
  headings.includes(fieldLabels.id) &&
  headings.includes(fieldLabels.name) &&
  headings.filter((heading) => exportLabels.has(heading)).length > 2;

/** 0 is A, 26 is AA. */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCodePoint(65 + (index % 26));

/** Returns a heading for every column. A blank one becomes 'Column C', a repeated one gets a number. */
export function headingsOf(row: readonly TableCell[], columns: number): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: columns }, (_, index) => {
    const heading = String(row[index] ?? '').slice(0, 100) || `Column ${columnLetters(index)}`;
    const times = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, times);
    return times === 1 ? heading : `${heading} (${times})`;
  });
}

/** Fields with a name. A column of numbers under 'Line' or 'Vendor' has the numbers of another program. */
const namedFields: ReadonlySet<ImportField> = new Set([
  'vessel',
  ...portFields,
  'supplier_name',
  'customer_name',
  'carrier_name',
  'assignee_name',
  'team_name',
]);

const sampleRows = 50;

/**
 * Guesses the field of each column by its heading, then by its content. Each field is used once, and whole headings come
 * before shortened ones. `above` is the row above the headings: 'Port' over 'Loading' and 'Discharge'. 'ID' is only guessed
 * beside other headings of the product: the numbers of a supplier would name other containers. A hidden column gets a field
 * that no visible one has.
 */
export function guessFields(
  headingTexts: readonly string[],
  rows: readonly (readonly TableCell[])[],
  { above = [], hidden = [] }: { above?: readonly TableCell[] | undefined; hidden?: readonly number[] } = {},
): (ImportField | null)[] {
  const used = new Set<ImportField>();
  const guessed: (ImportField | null)[] = headingTexts.map(() => null);
  const take = (index: number, field: ImportField | undefined) => {
    if (field === undefined || used.has(field) || guessed[index] !== null) return;
    used.add(field);
    guessed[index] = field;
  };
  const cells = headingTexts.map((_, index) =>
    rows.slice(0, sampleRows).flatMap((row) => (row[index] === null || row[index] === undefined ? [] : [row[index]])),
  );
  const isForeign = (heading: string) => normalForm(heading) === 'ID' && !areOwnHeadings(headingTexts);
  const named = headingTexts.map((heading, index) => {
    if (isForeign(heading)) return undefined;
    const group = above.slice(0, index + 1).findLast((cell) => cell !== null);
    const found = namedField(heading) ?? (group === undefined ? undefined : namedField(`${group} ${heading}`));
    return found && isOtherContent(found.field, cells[index] ?? []) ? undefined : found;
  });
  const [seen, unseen] = [false, true].map((isHidden) =>
    [...headingTexts.keys()].filter((index) => hidden.includes(index) === isHidden),
  ) as [number[], number[]];
  for (const indices of [seen, unseen])
    for (const rank of [0, 1, 2])
      for (const index of indices) if (named[index]?.rank === rank) take(index, named[index].field);
  for (const index of [...seen, ...unseen]) {
    const column = cells[index] ?? [];
    if (areMostly(column, (cell) => containerNumberIn(cell) !== undefined)) take(index, 'container_number');
    // A heading that names another field keeps it: 'Remarks' may have words such as 'open'.
    else if (areMostly(column, (cell) => statusNamed(cell, {}) !== undefined)) take(index, 'status');
  }
  return guessed;
}

const areMostly = (cells: readonly TableCell[], isOne: (cell: string) => boolean) =>
  cells.length > 0 && cells.filter((cell) => isOne(String(cell))).length >= cells.length * 0.8;

const areAll = (cells: readonly TableCell[], form: RegExp) =>
  cells.length > 0 && cells.every((cell) => form.test(String(cell)));

/**
 * Returns whether cells show that a heading means something else. 'Lfd' is a last free day, and a running number in German.
 * Texts that are no dates stay: the review asks what 'KW 51' means.
 */
const isOtherContent = (field: ImportField, cells: readonly TableCell[]) =>
  namedFields.has(field) ? areAll(cells, /^[\d .,-]+$/) : isDateField(field) && areAll(cells, /^\d{1,4}[.)]?$/);
