import { maxTableColumns, maxTableRows } from '#features/extraction/table.rules.ts';
import { importStepsTexts } from '#features/imports/imports.texts.ts';
import { counted, locale } from '#shared/format.ts';

/** Our choice throughout. */
export const importScreenTexts = {
  ...importStepsTexts,
  title: 'Import Containers',
  subtitle: 'Import containers from a spreadsheet. Nothing is saved until you confirm.',
  back: 'Back to the containers',
  managersOnly: 'Only administrators and managers can import containers.',
  isCut: `The sheet has more than ${counted(maxTableRows, 'row')} or ${counted(maxTableColumns, 'column')}. The others are not imported.`,
  sheetsLeft: (sheets: number) => `${counted(sheets, 'further sheet')} of the file cannot be chosen.`,
  headingRow: 'Row with the headings',
  headingRowHint: 'Choose 0 if there is no header row.',
  headingsFailed: 'The headings could not be read.',
  missingColumns: (fields: readonly string[]) =>
    `No column is imported as ${new Intl.ListFormat('en').format(fields)}. New containers need ${fields.length === 1 ? 'it' : 'them'}: choose the ${fields.length === 1 ? 'column' : 'columns'} above.`,
  dayOrder: 'Some dates can be read both ways. Which part comes first?',
  dayFirst: 'Day first: 03/04 is 3 April',
  monthFirst: 'Month first: 03/04 is March 4',
  existing: 'If the container number already exists',
  existingChoices: { update: 'Update it', skip: 'Skip the row', add: 'Create another' },
  emptyCells: 'Empty cells leave the current value. A status moves forward only.',
  container: 'Container',
  warnedRows: 'Values that look wrong',
  warned: (rows: number) =>
    rows === 1
      ? '1 row has a value that looks wrong. It will still be imported.'
      : `${counted(rows, 'row')} have values that look wrong. They will still be imported.`,
  reason: (rows: number) => `Reason for the changed dates of ${counted(rows, 'container')}`,
  done: (created: number, updated: number, leftOut: number) =>
    `${counted(created, 'container')} imported${updated > 0 ? `, ${updated.toLocaleString(locale)} updated` : ''}.${leftOut > 0 ? ` ${counted(leftOut, 'row')} ${leftOut === 1 ? 'was' : 'were'} skipped.` : ''}`,
  undoQuestion:
    'The containers that this import created go to the trash, and the containers that it changed get their earlier values.',
  undoTakes:
    'Containers that were changed since, and new ones with comments or documents of users, stay as they are. To get the others back, import the file again.',
  undone: (removed: number, restored: number, kept: number) =>
    `${counted(removed, 'container')} removed, ${restored.toLocaleString(locale)} restored, ${kept.toLocaleString(locale)} left as changed since.`,
} as const;
