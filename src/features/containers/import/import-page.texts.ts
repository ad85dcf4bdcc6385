import { maxTableColumns, maxTableRows } from '#features/extraction/table.rules.ts';
import { importStepsTexts } from '#features/imports/imports.texts.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import { counted, locale } from '#shared/format.ts';
import type { containerImportContract } from './container-import.contract.ts';
import type { Correction } from './import-complaints.rules.ts';

type Imported = AnswerOf<typeof containerImportContract.run>;

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
  delayedRows: 'Delayed after the import',
  delayed: (rows: number, shown: readonly number[]) =>
    `${counted(rows, 'row')} will show as Delayed, because the PFI date has passed: ${new Intl.ListFormat('en').format([...shown.map((row) => row.toLocaleString(locale)), ...(rows > shown.length ? ['others'] : [])])}.`,
  showDelayed: 'Show these rows',
  totals: (rows: number) =>
    rows === 1
      ? '1 row looks like a total of other rows. It is not imported.'
      : `${counted(rows, 'row')} look like totals of other rows. They are not imported.`,
  totalsKept: 'Rows that look like totals are imported.',
  keepTotals: 'Import them too',
  omitTotals: 'Skip them',
  hiddenRows: (rows: number) => `${counted(rows, 'row')} of the sheet ${rows === 1 ? 'is' : 'are'} hidden`,
  hiddenChoices: { keep: 'Import hidden rows too', omit: 'Skip hidden rows' },
  hiddenColumn: (heading: string) => `${heading} (hidden in the file)`,
  charset: 'Character encoding',
  charsetHint: 'Choose another one if letters in the first values look wrong.',
  reason: (rows: number) => `Reason for the changed dates of ${counted(rows, 'container')}`,
  done: ({ created, updated, left_out, unchanged }: Imported) => {
    const skipped = left_out - unchanged;
    return [
      `${counted(created, 'container')} imported${updated > 0 ? `, ${updated.toLocaleString(locale)} updated` : ''}.`,
      ...(unchanged > 0 ? [`${counted(unchanged, 'row')} ${unchanged === 1 ? 'was' : 'were'} unchanged.`] : []),
      ...(skipped > 0 ? [`${counted(skipped, 'row')} ${skipped === 1 ? 'was' : 'were'} skipped.`] : []),
    ].join(' ');
  },
  unfinished: (readAt: string) =>
    `You have not finished this import of ${readAt}. Your choices and corrections are kept.`,
  startAgain: 'Start again',
  discardFailed: 'The import was not discarded.',
  toCorrect: 'Review these values',
  allComplaints: (all: number) => `Show all ${all.toLocaleString(locale)}`,
  inRow: (row: number) => `Row ${row.toLocaleString(locale)}`,
  inRows: (rows: number) => counted(rows, 'row'),
  use: (label: string) => `Use ${label}`,
  anotherValue: 'Another value',
  enterValue: 'Enter a value',
  leaveEmpty: 'Leave empty',
  valueOf: (field: string) => `Value of ${field}`,
  datePlaceholder: '2026-11-30',
  apply: 'Apply',
  cancel: 'Cancel',
  cellOf: (field: string, row: number) => `${field} of row ${row.toLocaleString(locale)}`,
  edit: 'Edit',
  editCell: (cell: string) => `Edit ${cell}`,
  corrections: 'Your corrections',
  correction: ({ field, value, to, row }: Omit<Correction, 'field'> & { field: string }) =>
    `${field}: ${value === null ? 'empty' : `'${value}'`} → ${to === '' ? 'empty' : `'${to}'`}, ${row === undefined ? 'all rows' : `row ${row.toLocaleString(locale)}`}`,
  allCorrections: (all: number) => `Show all ${all.toLocaleString(locale)} corrections`,
  undoCorrection: 'Take back',
  tooManyCorrections: (max: number) =>
    `An import has at most ${max.toLocaleString(locale)} corrections. Correct the file, and choose it again.`,
  downloadLeftOut: (rows: number) => `Download the ${counted(rows, 'row')} that can't be imported, with the reasons`,
  viewImported: (containers: number) => `View ${counted(containers, 'container')}`,
  uploadNext: 'Next: upload their documents',
  importAnother: 'Import another spreadsheet',
  skippedRows: (rows: number) => `${counted(rows, 'row')} skipped`,
  skippedHint: 'Correct these rows in the workbook below, and import it. It has the reason of each row.',
  moreFailed: 'Further rows could not be loaded.',
  reasons: 'Reason',
  viewContainers: 'View the containers',
  skippedXlsx: 'Skipped rows (XLSX)',
  undoQuestion:
    'The containers that this import created go to the trash, and the containers that it changed get their earlier values.',
  undoTakes:
    'Containers that were changed since, and new ones with comments or documents of users, stay as they are. To get the others back, import the file again.',
  undone: (removed: number, restored: number, kept: number) =>
    `${counted(removed, 'container')} removed, ${restored.toLocaleString(locale)} restored, ${kept.toLocaleString(locale)} left as changed since.`,
} as const;
