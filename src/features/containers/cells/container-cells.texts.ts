import { counted, locale } from '#shared/format.ts';
import { refusals } from '../core/containers.texts.ts';

/** Refusals of changed cells. Our choice throughout. */
export const cellRefusals = {
  tooManyRows: 'Too many rows at once. Change at most 1000.',
  tooManyCells: 'Too many cells at once. Change at most 10,000.',
  repeatedRow: 'Each container can be in the block only once.',
  required: {
    name: refusals.nameRequired,
    container_no: refusals.numberRequired,
    pfi_date: refusals.pfiDateRequired,
    ex_factory_date: refusals.exFactoryDateRequired,
  },
  noPerson: (name: string) => `There is no person named ${name}, or there are several.`,
  wrongRow: (container: string, text: string) => `${container}: ${text} Nothing was changed.`,
} as const;

/** The cells on screen. Our choice throughout. */
export const cellTexts = {
  edit: (field: string, container: string) => `${field} of ${container}`,
  incomplete: 'Enter a whole date, or press Escape.',
  noNumber: 'Enter a number, or press Escape.',
  choosePerson: 'Choose a person from the list, or empty the field.',
  reason: 'Reason for the new date (optional), F2',

  // A cell that is being saved, or could not be saved.
  saving: 'Saving...',
  notSaved: (field: string, container: string) => `${field} of ${container} was not saved`,
  unsaved: (count: number) => `${counted(count, 'cell')} not saved.`,
  show: 'Show',
  tryAgain: 'Try again',
  correct: 'Correct',
  discard: 'Discard',
  overwrite: 'Overwrite',
  saveAnyway: 'Save',
  takeStored: 'Use the stored value',
  entered: (value: string) => `Entered: ${value}`,
  changedTo: (field: string, value: string) => `${field} is now ${value}`,
  leaveTitle: 'Leave without saving?',
  leaveQuestion: (count: number) => `${counted(count, 'cell')} could not be saved. The entered values will be lost.`,
  leave: 'Leave',

  // Blocks of cells.
  checking: (count: number) => `Reading ${counted(count, 'cell')}...`,
  savingBlock: (count: number) => `Saving ${counted(count, 'cell')}...`,
  nothingChanges: 'The cells already have these values.',
  previewTitle: 'Change cells',
  remarks: 'Remarks',
  remark: (container: string, text: string, isLeftOut: boolean) =>
    `${container}: ${text}${isLeftOut ? ' The cell stays as it is.' : ''}`,
  outdated: (container: string) => `${container} was changed by another user. The present values are shown.`,
  gone: (count: number) => `${counted(count, 'container')} no longer ${count === 1 ? 'exists' : 'exist'}.`,
  rowsBeyond: (count: number) =>
    `${counted(count, 'row')} of the block ${count === 1 ? 'is' : 'are'} below the last row of the list and ${count === 1 ? 'is' : 'are'} not pasted.`,
  notCells: (columns: readonly string[]) =>
    `${columns.join(', ')} cannot be changed in the table. ${columns.length === 1 ? 'This column stays' : 'These columns stay'} as ${columns.length === 1 ? 'it is' : 'they are'}.`,
  tooManyRows: (max: number) => `Change at most ${max.toLocaleString(locale)} rows at once.`,
  moreRemarks: (count: number) => `and ${counted(count, 'more remark')}`,
  /** The keys that the foot of the table has room for. */
  mainKeys: '→ leads to the cells of a row. Enter edits a cell, Ctrl+V pastes, Ctrl+D fills down, Ctrl+Z undoes.',
  keys: 'In a row, → leads to its cells: Enter or F2 edits one, letters replace it, Ctrl+C copies, Ctrl+V pastes, Ctrl+D fills down, Ctrl+Z undoes, Escape leads back to the row.',
} as const;
