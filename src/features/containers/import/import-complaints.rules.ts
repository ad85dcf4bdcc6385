import { warningCodes } from '../core/container-fields.rules.ts';
import type { ImportField } from './import-fields.rules.ts';

/** Doubts about cells that can be read. There is none about a value that the container has already. */
export const doubtCodes = [
  'far_date',
  'turned_date',
  'unclear_date',
  'several_numbers',
  'number_form',
  'lost_digits',
] as const;

/** What a check of an import remarks. Those of `warningCodes` are about the container after the import. */
export const complaintCodes = [
  ...warningCodes,
  'unreadable',
  'total',
  'more_cells',
  'missing',
  'no_container',
  'there',
  'several_there',
  'duplicate',
  'no_person',
  'no_team',
  ...doubtCodes,
  'repeated_number',
  'similar_party',
  'future_day',
  'status_backwards',
] as const;
export type ComplaintCode = (typeof complaintCodes)[number];

/** Complaints that end when the cell is left out. */
const endedByEmptyCells: ReadonlySet<ComplaintCode> = new Set(['unreadable', 'no_person', 'no_team', ...doubtCodes]);
export const mayBeEmptied = (code: ComplaintCode): boolean => endedByEmptyCells.has(code);

/** As in the choices of an import. */
export type Correction = { field: ImportField; value: string | null; to: string; row?: number | undefined };

/** Adds a correction in the place of an earlier one of the same cells. A text as in the file needs none. */
export function withCorrection(corrections: readonly Correction[], added: Correction): Correction[] {
  const { field, value, row, to } = added;
  const others = corrections.filter((one) => one.field !== field || one.value !== value || one.row !== row);
  return row !== undefined && to === (value ?? '') ? others : [...others, added];
}

/** The corrections of one import. Our choice: the body of a request has a bound. */
export const maxCorrections = 1000;

/** The number of groups of equal complaints in an answer. Our choice. */
export const maxComplaintGroups = 200;

/** A longer cell is cut where a complaint shows it. */
export const maxWrittenLetters = 200;
