import { editableFields } from '../core/field-changes.rules.ts';
import type { EditableField } from '../core/field-changes.rules.ts';
import type { ExportColumn } from '../list/container-export.contract.ts';

/** One call changes at most so many rows and so many cells of them. Our choice: larger lists are imported. */
export const maxCellRows = 1000;
export const maxCells = 10_000;

/** The containers that the answer to a change returns. After a change of more, the list is fetched again. */
export const maxAnsweredRows = 200;

/** A change of more rows is shown before it is made. */
export const maxRowsWithoutPreview = 5;

/** Returns the field of a column that is edited in its cells, or undefined for a column that is computed. */
export function cellFieldOf(column: ExportColumn): EditableField | undefined {
  const field = column.replace(/_name$/, '_id');
  return editableFields.find((one) => one === field);
}

const requiredCells = ['name', 'container_no', 'pfi_date', 'ex_factory_date'] as const satisfies EditableField[];
export const isRequiredCell = (field: EditableField) => requiredCells.some((one) => one === field);
