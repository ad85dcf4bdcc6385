import type { EditableField } from '../core/field-changes.rules.ts';

/** One call changes at most so many rows and so many cells of them. Our choice: larger lists are imported. */
export const maxCellRows = 1000;
export const maxCells = 10_000;

/** The containers that the answer to a change returns. After a change of more, the list is fetched again. */
export const maxAnsweredRows = 200;

const requiredCells = ['name', 'container_no', 'pfi_date', 'ex_factory_date'] as const satisfies EditableField[];
export const isRequiredCell = (field: EditableField) => requiredCells.some((one) => one === field);
