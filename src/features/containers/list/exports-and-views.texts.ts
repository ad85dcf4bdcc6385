import { counted, locale } from '#shared/format.ts';

/** Exports, the printed list and saved views. Our choice throughout. */
export const exportTexts = {
  export: 'Export',
  shown: (found: number) => `${counted(found, 'container')} as filtered`,
  csv: 'CSV',
  xlsx: 'Excel (XLSX)',
  delays: 'All delay logs',
  delaysCsv: 'Delay logs as CSV',
  delaysXlsx: 'Delay logs as Excel',
  print: 'Print',
  report: 'Report',
  import: 'Import',
  importFirst: 'Import a spreadsheet',
} as const;

export const printTexts = {
  noFilters: 'All containers',
  counts: (printed: number, found: number) =>
    printed < found
      ? `The first ${printed.toLocaleString(locale)} of ${counted(found, 'container')}`
      : counted(found, 'container'),
  leftOut: (columns: readonly string[]) => `Columns that do not fit on the sheet: ${columns.join(', ')}`,
} as const;

export const viewTexts = {
  views: 'Views',
  own: 'My views',
  shared: 'Shared views',
  none: 'No saved views yet',
  loading: 'Loading the views...',
  failed: 'The saved views could not be loaded',
  manage: 'Save or change views...',
  title: 'Saved views',
  hint: 'A view keeps the search, the filters, the order and the columns of the table.',
  name: 'Name of the view',
  share: 'Share with all users of this screen',
  save: 'Save view',
  saved: 'View saved',
  saveFailed: 'The view was not saved',
  replace: 'Replace',
  replaceNamed: (name: string) => `Replace ${name} with the current view`,
  replaced: 'View replaced',
  delete: 'Delete',
  deleteNamed: (name: string) => `Delete ${name}`,
  deleted: 'View deleted',
  deleteFailed: 'The view was not deleted',
  question: 'Are you sure you want to delete this view?',
  affected: (shared: boolean) => `${shared ? 'It is deleted for all users. ' : ''}A deleted view cannot be restored.`,
} as const;
