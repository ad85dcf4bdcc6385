import { isDateField } from '#features/containers/core/container-fields.rules.ts';
import type { ImportChoices } from '#features/containers/import/container-import.contract.ts';
import { areOwnHeadings } from '#features/containers/import/import-columns.rules.ts';
import {
  dateOrderOf,
  isHalfTurned,
  orderOfColumn,
  orderOfOpenColumns,
} from '#features/containers/import/import-dates.rules.ts';
import { areContainerNumbers } from '#features/containers/import/import-doubts.rules.ts';
import type { ImportField } from '#features/containers/import/import-fields.rules.ts';
import { importTexts } from '#features/containers/import/import-rows.texts.ts';
import { sheetRowsOf } from '#features/containers/import/import-sheet.rules.ts';
import type { StoredSheet } from '#features/containers/import/import-sheet.rules.ts';
import { withOwnWords } from '#features/containers/import/import-status.rules.ts';
import { decimalMarkOf, weightUnitOf } from '#features/containers/import/import-weights.rules.ts';
import { rowsOfChunk, textOfCell, valueOfCell } from '#features/extraction/table.rules.ts';
import type { StoredCell } from '#features/extraction/table.rules.ts';
import { findChunk, listChunkStarts } from '#features/imports/server/imports.queries.ts';
import { isTotalRow } from '#features/imports/totals.rules.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { localDate } from '#shared/calendar.ts';
import { findOwnWords } from './container-import.queries.ts';
import { aboutRow, correctedBy, fieldsOfCorrections, readRow } from './import-row.ts';
import type { ColumnFormat, ReadRow } from './import-row.ts';

/** `now` tells which dates are near. */
export type ImportSource = { id: number; sheets: StoredSheet[]; now: Date; chooser: Pick<Caller, 'id' | 'team_id'> };

/** Reads the rows of a sheet by the columns, the corrections and the own words of the user. */
export async function readRows(
  db: Db,
  { id, now, chooser, sheet, choices }: ImportSource & { sheet: StoredSheet; choices: ImportChoices },
): Promise<ReadRow[]> {
  const part = String(choices.sheet);
  const { isHidden, isTotal, moreCells } = sheetRowsOf(sheet);
  const isLeftOut = (row: number) => row <= sheet.headingRow || (choices.hidden_rows === 'omit' && isHidden(row));
  const all: { row: number; cells: StoredCell[] }[] = [];
  for await (const start of inTurns(await listChunkStarts(db, id, part))) {
    const rows = rowsOfChunk(await findChunk(db, id, part, start));
    for (const [index, cells] of rows.entries())
      if (!isLeftOut(start + index) && cells.some((cell) => cell !== null)) all.push({ row: start + index + 1, cells });
  }
  const idColumn = choices.columns.indexOf('id');
  const isExport = areOwnHeadings(sheet.headings) && all.some(({ cells }) => (cells[idColumn] ?? null) !== null);
  const { columns: fields, day_first: dayFirst } = choices;
  const { formats } = await formatsOf(all, { fields, headings: sheet.headings, dayFirst, isExport, now });
  const words = withOwnWords(await findOwnWords(db, chooser), choices.corrections);
  const reading = { formats, words, today: localDate(now) };
  const columns = [...choices.columns, ...fieldsOfCorrections(choices)];
  const corrected = correctedBy(choices.corrections);
  const read: ReadRow[] = [];
  for await (const { row, cells } of inTurns(all)) {
    const texts = choices.totals === 'omit' ? cells.map(textOfCell) : [];
    if (choices.totals === 'omit' && (isTotal(row - 1) || isTotalRow(texts))) read.push(totalRow(row, texts));
    else {
      const one = readRow(row, cells.slice(0, choices.columns.length), columns, {
        ...reading,
        corrected,
      });
      const kind = moreCells(row - 1, cells.length);
      if (kind) one.complaints.push({ ...aboutRow('more_cells', importTexts.moreCells), kind });
      read.push(one);
    }
  }
  return read;
}

type Columns = {
  fields: readonly (ImportField | null)[];
  headings: readonly string[];
  dayFirst: boolean;
  /** The product has written the cells. */
  isExport: boolean;
  now: Date;
};

/**
 * Reads what the cells of each column mean: the order of their dates, the decimal mark and the unit of weights. `isOpen`: the order
 * of some dates is that of `dayFirst`.
 */
export async function formatsOf(
  all: readonly { cells: readonly StoredCell[] }[],
  { fields, headings, dayFirst, isExport, now }: Columns,
): Promise<{ formats: ColumnFormat[]; isOpen: boolean }> {
  const orders: ReturnType<typeof dateOrderOf>[] = [];
  const formats: Omit<ColumnFormat, 'order'>[] = [];
  for await (const [column, field] of inTurns(fields.entries())) {
    const cells = field === null ? [] : all.map(({ cells }) => valueOfCell(cells[column] ?? null));
    const isDate = isDateField(field);
    const order = isDate ? dateOrderOf(cells, now.getFullYear()) : undefined;
    orders.push(order);
    formats.push({
      isUnclear: order === 'unclear',
      isHalfTurned: isDate && isHalfTurned(cells),
      isNumberColumn: field === 'container_number' && areContainerNumbers(cells),
      // The product writes a decimal point, and no marks between thousands.
      decimal: field === 'weight_kg' ? (decimalMarkOf(cells) ?? (isExport ? '.' : undefined)) : undefined,
      unit: weightUnitOf(headings[column] ?? ''),
    });
  }
  const ordered = formats.map((format, column) => {
    const order = orderOfColumn(orders[column], orders, dayFirst);
    const isShown = orders.some((one) => one === 'day' || one === 'month' || one === 'year');
    return { ...format, order, isUnclear: format.isUnclear && !isShown };
  });
  return { formats: ordered, isOpen: orderOfOpenColumns(orders) === 'open' };
}

/** The first text of a total stands for it in the review. */
const totalRow = (row: number, texts: readonly (string | null)[]): ReadRow => ({
  row,
  values: { name: (texts.find((text) => text !== null) ?? '').slice(0, 255) },
  written: {},
  corrected: [],
  complaints: [aboutRow('total', importTexts.total)],
});
