import { counted, formatCalendarDate, locale, shortened } from '#shared/format.ts';
import type { PlannedChange } from './container-bulk.contract.ts';

/** Changes of many containers at once. Our choice throughout. */
export const bulkTexts = {
  selectAll: 'Select all that are filtered',
  select: (name: string) => `Select ${name}`,

  // The bar.
  bar: 'Selected containers',
  selected: (count: number) => `${counted(count, 'container')} selected`,
  allFiltered: (count: number) => `All ${counted(count, 'filtered container')} selected`,
  selectAllOf: (count: number) => `Select all ${count.toLocaleString(locale)}`,
  clear: 'Clear the selection',
  change: 'Change...',

  // The dialog.
  title: (count: number) => `Change ${counted(count, 'container')}`,
  dates: 'Move dates',
  date: 'Date',
  way: 'How',
  ways: { days: 'by days', date: 'to a day' },
  days: 'Days',
  daysHint: 'A negative number moves the date back.',
  day: 'Day',
  addDate: 'Add another date',
  set: 'Set fields',
  unchanged: 'Leave as it is',
  emptied: 'Empty these fields',
  status: 'Status',
  statuses: { Received: 'Mark Received', Departed: 'Mark Departed' },
  reason: 'Reason for all (optional)',
  reasonOfAll: (reason: string) => `Reason for all: ${reason}`,
  preview: 'Preview',
  back: 'Back',
  apply: (count: number) => `Change ${counted(count, 'container')}`,
  summary: (changed: number, unchanged: number) =>
    unchanged === 0
      ? `${counted(changed, 'container')} will change.`
      : `${counted(changed, 'container')} will change. ${unchanged.toLocaleString(locale)} already ${unchanged === 1 ? 'has' : 'have'} these values or no such date.`,
  planned: 'Planned changes',
  empty: 'empty',
  moreRows: (count: number) => `and ${counted(count, 'more container')}`,
  failed: 'The change was not made',
  unanswered: 'The server did not answer. Check your connection and try again. A change that was made is not repeated.',

  // The result and its undo.
  changed: (count: number) => `${counted(count, 'container')} changed`,
  undoFor: (minutes: number) => `Can be undone for ${counted(minutes, 'minute')}`,
  undo: 'Undo',
  dismiss: 'Dismiss',
  undoFailed: 'The undo was not confirmed',
  undone: (restored: number, kept: number) =>
    kept === 0
      ? `${counted(restored, 'container')} restored`
      : `${counted(restored, 'container')} restored. ${kept.toLocaleString(locale)} changed since and ${kept === 1 ? 'stays' : 'stay'} as ${kept === 1 ? 'it is' : 'they are'}.`,
} as const;

const calendarDay = /^\d{4}-\d\d-\d\d$/;

/** A value of a planned change. */
export function plannedValue(value: PlannedChange['changes'][number]['from']): string {
  if (value === null || value === '') return bulkTexts.empty;
  return calendarDay.test(value) ? formatCalendarDate(value) : shortened(value);
}
