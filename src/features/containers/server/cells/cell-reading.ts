import type { CellChange } from '#features/containers/cells/container-cells.contract.ts';
import { isRequiredCell } from '#features/containers/cells/container-cells.rules.ts';
import { cellRefusals } from '#features/containers/cells/container-cells.texts.ts';
import { optionalInput } from '#features/containers/core/container-fields.contract.ts';
import { fieldRefusals } from '#features/containers/core/container-fields.texts.ts';
import { requiredInput } from '#features/containers/core/containers.contract.ts';
import { editableFields } from '#features/containers/core/field-changes.rules.ts';
import type { EditableField, Value } from '#features/containers/core/field-changes.rules.ts';
import { importFieldOf } from '#features/containers/import/import-fields.rules.ts';
import { maxCellLength } from '#features/extraction/table.rules.ts';
import type { TableCell } from '#features/extraction/table.rules.ts';
import { inTurns } from '#server/event-loop-yield.ts';
import { localDate } from '#shared/calendar.ts';
import { cleanLine } from '#shared/clean-line.ts';
import { requiredLine } from '#shared/fields.ts';
import { formatsOf } from '../import/import-reading.service.ts';
import { problemOf, readRow } from '../import/import-row.ts';
import type { ReadRow } from '../import/import-row.ts';

// Reads the values of cells as the form of a container, or as the import of a spreadsheet.

type Values = CellChange['rows'][number]['values'];

/** A row as the import reads it. `ids`: the person and the team of a form. `cleared`: the fields that become empty. */
export type ReadCells = {
  read: ReadRow;
  ids: { assignee_id?: number; team_id?: number };
  cleared: EditableField[];
};

/** Reads all rows. `isOpen`: the order of some dates is that of `day_first`. */
export async function readCells(
  { rows, reading, day_first: dayFirst }: CellChange,
  now: Date,
): Promise<{ all: ReadCells[]; isOpen: boolean }> {
  const fields = editableFields.filter((field) => rows.some(({ values }) => values[field] !== undefined));
  if (reading === 'form') return { all: await readEach(rows, (values, row) => readForm(row, values)), isOpen: false };
  const columns = fields.map(importFieldOf);
  const cellsOf = (values: Values) => fields.map((field) => cellOf(field, values[field]));
  const sheet = await readEach(rows, (values) => ({ cells: cellsOf(values) }));
  const headings: string[] = [];
  const isExport = reading === 'export';
  const { formats, isOpen } = await formatsOf(sheet, { fields: columns, headings, dayFirst, isExport, now });
  const reader = { formats, today: localDate(now) };
  const all = await readEach(rows, (values, row) => {
    const given = fields.map((field) => values[field] !== undefined);
    const present = columns.map((column, index) => (given[index] ? column : null));
    const read = readRow(row, sheet[row]?.cells ?? [], present, reader);
    return withCleared({ read, ids: {}, cleared: [] }, values);
  });
  return { all, isOpen };
}

async function readEach<T>(rows: CellChange['rows'], read: (values: Values, row: number) => T): Promise<T[]> {
  const all: T[] = [];
  for await (const { values } of inTurns(rows)) all.push(read(values, all.length));
  return all;
}

/** A cell as the import keeps it. Only remarks may have several lines. */
function cellOf(field: EditableField, value: Value | undefined): TableCell {
  if (typeof value !== 'string') return value ?? null;
  const text = field === 'remarks' ? (optionalInput.remarks.safeParse(value).data ?? value) : cleanLine(value);
  return text.slice(0, maxCellLength + 1) || null;
}

/** The fields without a value become empty, unless their cell cannot be read or the container needs them. */
function withCleared(cells: ReadCells, values: Values): ReadCells {
  const { read, ids, cleared } = cells;
  for (const field of editableFields) {
    const column = importFieldOf(field);
    if (values[field] === undefined || read.values[column] !== undefined) continue;
    if (field in ids || read.complaints.some((one) => one.field === column)) continue;
    if (isRequiredCell(field))
      read.complaints.push(problemOf(read, column, 'missing', cellRefusals.required[field as 'name']));
    else cleared.push(field);
  }
  return cells;
}

const partyName = requiredLine(255, fieldRefusals.partyNameRequired, fieldRefusals.partyNameTooLong);
const formInput = {
  ...requiredInput,
  ...optionalInput,
  supplier_id: partyName,
  customer_id: partyName,
  carrier_id: partyName,
};

function readForm(row: number, values: Values): ReadCells {
  const read: ReadRow = { row, values: {}, written: {}, corrected: [], complaints: [] };
  const cells: ReadCells = { read, ids: {}, cleared: [] };
  for (const field of editableFields) {
    const value = values[field];
    if (value === undefined || value === null || (typeof value === 'string' && cleanLine(value) === '')) continue;
    const { data, error } = formInput[field].safeParse(value);
    if (error) {
      const text = error.issues[0]?.message ?? '';
      read.complaints.push(problemOf(read, importFieldOf(field), 'unreadable', text));
    } else if (field === 'assignee_id' || field === 'team_id') cells.ids[field] = data as number;
    else if (data !== null && data !== undefined) read.values[importFieldOf(field)] = data;
  }
  return withCleared(cells, values);
}
