import { spreadsheetTexts } from '#features/imports/imports.texts.ts';
import { counted, formatCalendarDate, locale } from '#shared/format.ts';
import { fieldLabels } from '../core/container-fields.texts.ts';
import type { ImportField } from './import-fields.rules.ts';

const shown = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 60);

/** Our choice throughout. */
export const importTexts = {
  ...spreadsheetTexts,
  gone: 'This import has expired. Choose the file again.',
  done: 'The rows of this file were imported before.',
  noSheet: 'The file has no such sheet.',
  nothing: 'No row of the file changes anything.',
  changedMeanwhile:
    'Containers of this list were changed since the rows were checked, so nothing was imported. Look at the rows again, and import then.',
  template: 'containers-to-import',
  leftOut: 'rows-not-imported',
  row: 'Row',
  reason: 'Reason',
  wrongValue: (field: ImportField, text: string, isLeftOut: boolean) =>
    `${fieldLabels[field]}: '${text}' cannot be read.${isLeftOut ? ' The row is imported without it.' : ''}`,
  lostDigits: (field: ImportField, text: string) =>
    `${fieldLabels[field]}: '${text}' has lost digits, because the spreadsheet kept it as a number. Enter the whole number.`,
  total: 'This row looks like a total of other rows. It is not imported.',
  moreCells:
    'The row has more cells than the headings, so values may be in wrong columns. Correct the row in the file, and choose the file again.',
  unknownStatus: (text: string) => `Status: '${text}' is not known. Choose the status that it means.`,
  statusBackwards: (status: string, now: string) =>
    `Status: the container is ${now}. An import does not set it back to ${status}. The row is imported without it.`,
  dayUnread: (field: ImportField, text: string) =>
    `${fieldLabels[field]}: '${text}' cannot be read, so it is open whether the container has arrived. Correct the day, or choose the status.`,
  dayInFuture: (field: ImportField, day: string) =>
    `${fieldLabels[field]}: ${formatCalendarDate(day)} is in the future. The row is imported without it.`,
  missing: (field: ImportField, written?: string) =>
    `${fieldLabels[field]} is missing${written === undefined ? '' : `: the file has '${shown(written)}'`}.`,
  noContainer: (id: number) => `There is no container with the ID ${id}.`,
  sameAs: (row: number) => `The same container as in row ${row}.`,
  there: 'A container with this number is there already.',
  severalThere: (containers: readonly string[]) =>
    `Several containers have this number: ${containers.join(', ')}. Choose one, or add a column with their order numbers or IDs.`,
  repeatedNumber: (number: string, rows: number, containers: number) =>
    `The container number ${number} is in ${counted(rows, 'row')} of the file${containers > 0 ? ` and in ${counted(containers, 'container')}` : ''}, with different orders. Each order is a container of its own here.`,
  similarParty: (name: string, known: string) => `'${name}' is new. '${known}' is almost the same name.`,
  noPerson: (name: string) => `There is no person named ${name}, or there are several. The row is imported without it.`,
  noTeam: (name: string) => `There is no team named ${name} whose containers you see.`,
  undone: 'Import undone',
  counts: (created: number, updated: number) => `${created} created, ${updated} changed`,
  undoneCounts: (removed: number, restored: number) => `${removed} removed, ${restored} restored`,
  notice: {
    title: 'Containers imported',
    message: ({ created, updated, delayed }: { created: number; updated: number; delayed: number }, by: string) =>
      `${by} imported a spreadsheet: ${counted(created, 'new container')}, ${counted(updated, 'changed container')}.${delayed > 0 ? ` ${delayed.toLocaleString(locale)} of them ${delayed === 1 ? 'is' : 'are'} Delayed.` : ''}`,
    link: '/container-status',
  },
} as const;

/** What is probably wrong in a cell that can be read. Our choice throughout. */
export const doubtTexts = {
  farDate: (date: string) => `The date ${date} is more than ten years away. Check the year.`,
  turned: (date: string, turned: string) =>
    `Other dates of this column are texts with another order of day and month, so Excel has probably exchanged them: ${date} may be ${turned}.`,
  unclear: (cell: string, date: string) => `'${cell}' is read as ${date}. The year may come first.`,
  severalNumbers: (cell: string) =>
    `'${shown(cell)}' has several container numbers. Give each container a row of its own.`,
  numberForm: (cell: string) =>
    `'${shown(cell)}' is almost a container number. One has four letters and seven digits: MSCU 123456-6.`,
  noNumber: (cell: string) => `'${shown(cell)}' is no container number. Leave the cell empty until there is one.`,
  empty: 'Leave empty',
} as const;
