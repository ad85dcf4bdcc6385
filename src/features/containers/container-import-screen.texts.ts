import { maxTableColumns, maxTableRows } from '#features/extraction/table.rules.ts';
import { importStepsTexts } from '#features/imports/imports.texts.ts';
import { counted, locale } from '#shared/format.ts';

/** Our choice throughout. */
export const importScreenTexts = {
  ...importStepsTexts,
  title: 'Import Containers',
  subtitle: 'Take containers from a spreadsheet. You see every change before it is made.',
  back: 'Back to the containers',
  managersOnly: 'Only administrators and managers can import containers.',
  isCut: `The sheet has more than ${counted(maxTableRows, 'row')} or ${counted(maxTableColumns, 'column')}. The others are left out.`,
  sheetsLeft: (sheets: number) => `${counted(sheets, 'further sheet')} of the file cannot be chosen.`,
  headingRow: 'Row with the headings',
  headingRowHint: '0 if the sheet has none. The rows below it are read.',
  headingsFailed: 'The headings could not be read.',
  dayOrder: 'Some dates can be read both ways. Which part comes first?',
  dayFirst: 'Day first: 03/04 is 3 April',
  monthFirst: 'Month first: 03/04 is March 4',
  existing: 'If a container with the number is there already',
  existingChoices: { update: 'Change it', skip: 'Leave the row out', add: 'Add a second one' },
  emptyCells: 'An empty cell changes nothing. The status of a container is never changed.',
  container: 'Container',
  warnedRows: 'Probably wrong values',
  warned: (rows: number) => `${counted(rows, 'row')} with values that are probably wrong. They are imported.`,
  reason: (rows: number) => `Reason for the changed dates of ${counted(rows, 'container')}`,
  done: (created: number, updated: number, leftOut: number) =>
    `${counted(created, 'container')} created, ${updated.toLocaleString(locale)} changed, ${counted(leftOut, 'row')} left out.`,
  undoQuestion:
    'The containers that this import created go to the trash, and the containers that it changed get their earlier values.',
  undoTakes:
    'Containers that were changed since, and new ones with comments or documents of users, stay as they are. To get the others back, import the file again.',
  undone: (removed: number, restored: number, kept: number) =>
    `${counted(removed, 'container')} removed, ${restored.toLocaleString(locale)} restored, ${kept.toLocaleString(locale)} left as changed since.`,
} as const;
