import { maxTableRows } from '#features/extraction/table.rules.ts';
import { counted, locale } from '#shared/format.ts';
import { rowStates } from './imports.rules.ts';
import type { RowState } from './imports.rules.ts';

const stateTexts: Record<RowState, string> = {
  new: 'New',
  changed: 'Changed',
  same: 'Unchanged',
  there: 'Existing',
  duplicate: 'Duplicate',
  wrong: "Can't be imported",
};

/** '48 new, 12 can't be imported.' */
function rowsInWords(counts: Record<RowState, number>): string {
  const parts = rowStates.filter((state) => counts[state] > 0);
  const text = parts.map((state) => `${counts[state].toLocaleString(locale)} ${stateTexts[state].toLowerCase()}`);
  return `${text.join(', ') || 'No rows'}.`;
}

/** The texts that the screens of all imports have in common. Our choice throughout. */
export const importStepsTexts = {
  step1: '1. Choose a file or paste rows',
  file: 'Spreadsheet (XLSX, XLS, ODS or CSV)',
  choose: 'Drop a spreadsheet here, or click to choose one',
  tap: 'Tap to choose a spreadsheet',
  drop: 'Drop the spreadsheet to read it',
  limits: 'XLSX, XLS, ODS or CSV, up to 20 MB. You can also paste rows anywhere on this page.',
  chosen: (name: string) => `1. File: ${name}`,
  otherFile: 'Choose another file',
  template: 'Download a template with every column',
  paste: 'Or paste rows, including the header row',
  pasted: 'Pasted rows',
  read: 'Use pasted rows',
  readFailed: 'The spreadsheet could not be read.',
  step2: '2. Columns',
  sheet: 'Sheet',
  heading: 'Heading',
  content: 'First values',
  field: 'Field',
  fieldOf: (heading: string) => `Field of ${heading}`,
  noField: "Don't import",
  columnsChosen: (chosen: number, all: number) => `2. Columns: ${chosen} of ${all} are imported`,
  changeColumns: 'Change columns',
  check: 'Review changes',
  checkFailed: 'The rows could not be reviewed.',
  step3: '3. Review changes',
  rowsInWords,
  state: 'State',
  allRows: 'All',
  row: 'Row',
  changes: 'Changes',
  states: stateTexts,
  none: 'No rows',
  more: 'Show more rows',
  previousRows: 'Previous rows',
  nextRows: 'Next rows',
  empty: 'empty',
  warnings: (count: number) => counted(count, 'warning'),
  change: (field: string) => `${field}:`,
  run: (rows: number) => `Import ${counted(rows, 'row')}`,
  runFailed: 'The import was not confirmed.',
  recent: 'Imports of the last 24 hours',
  undo: 'Undo this import',
  undoOf: (name: string) => `Undo this import: ${name}`,
  undoTitle: (name: string) => `Undo the import "${name}"?`,
  undoFailed: 'The undo was not confirmed.',
} as const;

export const spreadsheetTexts = {
  pasted: 'Pasted rows',
  noFile: 'Choose a file or paste the rows.',
  tooLarge: 'The file is too large. A spreadsheet has at most 20 MB.',
  unreadable: {
    format: 'This is not a spreadsheet. Choose an Excel (XLSX, XLS), OpenDocument (ODS) or CSV file.',
    protected: 'The file has a password. Save it without a password and choose it again.',
    damaged: 'The file is damaged. Open it in a spreadsheet program, save it again and choose it again.',
    too_large: 'The file is too large to be read. Divide its rows into several files.',
    lock: 'This is the lock file of an open spreadsheet. Choose the spreadsheet itself.',
    empty: 'The file has no rows. Choose another file.',
    hidden:
      'All rows of the file are in hidden sheets. Show the sheet in a spreadsheet program, save it and choose it again.',
    far: `The first ${counted(maxTableRows, 'row')} of the file are empty. Remove them, save the file and choose it again.`,
  },
} as const;
