import { containerGone } from '#features/papers/container-labels.texts.ts';
import { daysBetween } from '#shared/calendar.ts';
import { counted, formatCalendarDate, locale } from '#shared/format.ts';
import { isDateField } from './container-fields.rules.ts';
import type { EventDay } from './container-fields.rules.ts';
import { fieldLabel, fieldLabels, fieldText } from './container-fields.texts.ts';
import type { DelayCategory } from './containers.rules.ts';

/** See docs/specification.md#containers-the-screen and the sections after it, and docs/specification.md#messages. */
export const texts = {
  title: 'Container Status Management',
  all: 'All',
  searchPlaceholder: 'Search containers by name or number...',
  allStatus: 'All Status',
  pfiMonth: 'PFI month',
  exFactoryMonth: 'Ex-Factory month',
  addContainer: 'Add Container',
  delayed: 'Delayed',
  pfiHistory: 'PFI Delay History',
  exFactoryHistory: 'Ex-Factory Delay History',
  noDelays: 'No delay reasons logged yet.',
  addTitle: 'Add New Container',
  editTitle: 'Edit Container',
  name: 'Container Name',
  orderNumber: 'Order Number',
  pfiDate: 'PFI Date',
  exFactoryDate: 'Ex-Factory Date',
  delayPfi: 'Delay PFI',
  delayExFactory: 'Delay Ex-Factory',
  pfiDialog: 'Mark as PFI Delayed',
  exFactoryDialog: 'Mark as Ex-Factory Delayed',
  reasonRequired: 'Please provide a delay reason',
  noContainer: 'No container selected',
  noneFound: 'No containers found',
  adjust: 'Try adjusting your search criteria or filters',
  createFirst: 'Create your first container to get started',
  confirmDelete: 'Are you sure you want to delete this container?',
  loadFailed: 'Error loading containers',
  created: 'Container created successfully!',
  updated: 'Container updated successfully!',
  saveFailed: 'Failed to save container',
  statusChanged: 'Container updated successfully!',
  statusFailed: 'Failed to update Container',
  deleted: 'Container deleted successfully!',
  deleteFailed: 'Failed to delete container',
} as const;

/** The user name of automatic overdue marks. See docs/choices.md#overdue-marks. */
export const systemName = 'System';

/** Our choice of words. */
export const categoryLabels: Record<DelayCategory, string> = {
  supplier: 'Supplier or production',
  quality: 'Inspection or quality',
  documents: 'Documents',
  payment: 'Payment',
  booking: 'Booking or vessel space',
  carrier: 'Port or carrier',
  customs: 'Customs',
  weather: 'Weather',
  'own-site': 'Own site',
  other: 'Other',
};

/** Our choice throughout: the specification shows no sentence for these. */
export const ownTexts = {
  enterFirst: 'Enter the first container',
  managersCreate: 'Administrators and managers create containers.',
  edit: 'Edit',
  delete: 'Delete',
  status: 'Status',
  sortBy: 'Sort By',
  orders: { late: 'Late first', newest: 'Newest first' },
  stateIsForManagers: 'Only administrators and managers can change the state of a container.',
  allMonths: 'All months',
  months: Array.from({ length: 12 }, (_, month) => new Date(2026, month).toLocaleDateString('en', { month: 'long' })),
  counts: 'Containers by status',
  countedTwice: (count: number) => `Delayed: ${count.toLocaleString(locale)} also counted as Not Received or Received`,
  filters: 'Filters',
  activeFilters: (count: number) => `${counted(count, 'filter')} active`,
  clearFilters: 'Clear filters',
  list: 'Containers',
  found: (count: number) => `${counted(count, 'container')} found`,
  loading: 'Loading containers...',
  loadMore: 'Load more',
  moreFailed: 'The next containers could not be loaded.',
  outdated: 'This list could not be refreshed. It may be out of date.',

  // The card.
  createdBy: 'Created by',
  checkedBy: 'Checked by',
  pfi: 'PFI',
  exFactory: 'Ex-Factory',
  history: 'History',
  loadingDelays: 'Loading the delay reasons...',
  delaysFailed: 'The delay reasons could not be loaded.',
  newestOnly: (shown: number) => `The newest ${shown} are shown.`,

  cardDetails: 'Details',
  openPage: 'Open page',

  // The add/edit dialog.
  create: 'Create Container',
  update: 'Update Container',
  saveOver: 'Overwrite',
  takeStored: 'Use the stored values',
  changedTitle: 'Another user changed this container',
  changedHint: 'The stored value is shown below each field that differs.',
  nothingDiffers: 'Your entries are the same as the stored values.',
  storedEmpty: 'empty',
  storedNow: (value: string) => `Stored now: ${value}`,
  dateReason: 'Reason for the new date (optional)',
  moreDetails: 'More details',
  filledDetails: (count: number) => `${count} filled`,
  portHint: 'Name or code',
  everybodysTeam: 'Everyone',
  noPerson: 'No such person',
  unassign: 'No assignee',
  nobody: 'Nobody',
  wrongCheckDigit: (number: string, digit: number) =>
    `The check digit of ${number} should be ${digit}. Check for a typo.`,

  // The delay dialogs.
  reason: 'Reason',
  reasonPlaceholder: 'What happened, and what was agreed?',
  category: 'Category (optional)',
  noCategory: 'No category',
  newDate: { delayPfi: 'New PFI Date (optional)', delayExFactory: 'New Ex-Factory Date (optional)' },
  dateUnknown: 'Not known yet',
  weeksLater: (weeks: number, date: string) => `${counted(weeks, 'week')} later: ${date}`,
  otherDate: 'Another date',
  chosenDate: 'Date',
  chosenDateRequired: 'Choose the new date, or "Not known yet".',
  markDelayed: 'Mark as Delayed',

  // Deleting and the trash.
  goesToTrash: (days: number) => `It goes to the trash, with its history, and can be restored for ${days} days.`,
  trash: 'Trash',
  trashTitle: 'Deleted containers',
  trashHint: (days: number) => `Deleted containers can be restored for ${days} days.`,
  trashEmpty: 'The trash is empty',
  trashEmptyHint: 'Deleted containers are kept here before they are permanently deleted.',
  trashFailed: 'The trash could not be loaded',
  deletedBy: (by: string, at: string) => `Deleted by ${by}, ${at}`,
  daysLeft: (days: number) => `${counted(days, 'day')} left`,
  restore: 'Restore',
  restored: 'Container restored',
  restoreFailed: 'The container was not restored',

  undo: 'Undo',
  undoFailed: 'The undo was not confirmed',
  notUndone: 'Not undone, because the container was changed in the meantime.',
  /** The reason in the history of an undone change, and of one of many containers. */
  undone: 'Change undone',
  bulkUndone: 'Bulk change undone',

  // The history of a container.
  historyTitle: 'Container history',
  baseline: 'First dates',
  baselineHint: 'The dates when the container was created',
  events: 'Events',
  historyFailed: 'The history could not be loaded',
  moreEventsFailed: 'Older events could not be loaded.',
  gone: 'This container no longer exists.',
  goneHint: 'It may have been deleted. Administrators and managers can restore it from the trash.',
} as const;

const signed = (days: number) => `${days > 0 ? '+' : days < 0 ? '−' : '±'}${counted(Math.abs(days), 'day')}`;

/** Describes the changes of a date: '+9 days, moved twice'. */
export function movedText(days: number, times: number): string {
  const often = times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
  return `${signed(days)}, moved ${often}`;
}

type EventValues = { what: string; old_value: string | null; new_value: string | null };

/** The sentence about files that were linked together. */
export const linkedTogetherText = (events: readonly EventValues[]) =>
  `${counted(events.length, 'file')} linked: ${events.map(({ new_value }) => new_value || 'a deleted file').join(', ')}`;

/** The events with a sentence of their own. */
const eventTexts: Readonly<Record<string, (from: string, to: string) => string>> = {
  created: (_, to) => (to === '' || to === 'Not Received' ? 'Created' : `Created as ${to}`),
  status: (from, to) => (from === 'Departed' ? 'Departure undone' : `Marked ${to}`),
  name: (from, to) => `Renamed from ${from} to ${to}`,
  container_no: (from, to) => `Order number changed from ${from} to ${to}`,
  pfi_date: (from, to) => `PFI date ${moved(from, to)}`,
  ex_factory_date: (from, to) => `Ex-factory date ${moved(from, to)}`,
  delay_pfi: () => 'PFI delayed',
  delay_ex_factory: () => 'Ex-factory delayed',
  deleted: () => 'Deleted',
  restored: () => 'Restored',
  comment: () => 'Commented',
  linked: (_, to) => (to === '' ? 'A deleted file was linked' : `File ${to} linked`),
  unlinked: (_, to) => (to === '' ? 'A deleted file was unlinked' : `File ${to} unlinked`),
};

/** Describes an event in a sentence, without its reason. */
export const eventText = ({ what, old_value, new_value }: EventValues): string =>
  eventTexts[what]?.(old_value ?? '', new_value ?? '') ?? fieldChangeText(what, old_value, new_value);

function fieldChangeText(what: string, from: string | null, to: string | null): string {
  if (what === 'remarks') return to === null ? 'Remarks removed' : `Remarks: ${to}`;
  const label = fieldLabel(what);
  if (label === what) return 'Changed';
  if (from === null) return `${label} set to ${fieldText(what, to ?? '')}`;
  if (to === null) return `${label} removed (was ${fieldText(what, from)})`;
  return isDateField(what) ? `${label} ${moved(from, to)}` : `${label} changed from ${from} to ${to}`;
}

function moved(from: string, to: string): string {
  return `moved from ${formatCalendarDate(from)} to ${formatCalendarDate(to)} (${signed(daysBetween(from, to))})`;
}

/** The most containers that a notification names. */
const maxNamed = 3;

/** The sentences of a notification about several containers, one for each, with the number of those after the first three. */
export function sentencesOf(all: readonly string[]): string {
  const others = all.length - maxNamed;
  return [...all.slice(0, maxNamed), ...(others > 0 ? [`And ${counted(others, 'other container')}.`] : [])].join(' ');
}

/** Notifications about containers; `link` leads to the container. */
export const notices = {
  link: (id: number) => `/container-status?container=${id}`,
  moved: {
    title: (status: string) => `Container ${status.toLowerCase()}`,
    message: (container: string, status: string, by: string) => `${by} marked ${container} as ${status}.`,
  },
  delayedPfi: {
    title: 'Container delayed',
    message: (container: string, by: string, reason: string) => `${by} delayed the PFI of ${container}: ${reason}`,
  },
  delayedExFactory: {
    title: 'Container delayed ex factory',
    message: (container: string, by: string, reason: string) => `${by} delayed ${container} ex factory: ${reason}`,
  },
  assigned: {
    title: 'Container assigned to you',
    message: (container: string, by: string) => `${by} assigned ${container} to you.`,
  },
  commented: {
    title: 'New comment',
    message: (container: string, by: string, text: string) => `${by} on ${container}: ${text}`,
  },
  bulk: {
    title: 'Containers changed',
    message: (count: number, by: string) =>
      `${by} changed ${counted(count, 'container')}${count === 1 ? '' : ' at once'}.`,
    link: '/container-status',
  },
  overdue: {
    title: 'Container delayed',
    message: (container: string) => `${container} was not received by its PFI date.`,
    severalTitle: 'Containers delayed',
    severalMessage: (containers: string[]) => {
      const [first, ...others] = containers;
      return `${first} and ${counted(others.length, 'other container')} were not received by their PFI dates.`;
    },
    severalLink: '/container-status?status=Delayed',
  },
  noNewDate: {
    title: 'No new date',
    one: (container: string, days: number) =>
      `No new date for '${container}' since it was delayed ${counted(days, 'day')} ago. Enter one or ask the supplier.`,
    several: (container: string, others: number) =>
      `No new dates for '${container}' and ${counted(others, 'other container')} since they were delayed. Enter them or ask the suppliers.`,
    severalLink: '/container-status?preset=no_new_date',
  },
} as const;

export const refusals = {
  nameRequired: 'Enter a name for the container.',
  nameTooLong: 'The name is too long. Use at most 255 characters.',
  numberRequired: 'Enter the order number.',
  numberTooLong: 'The order number is too long. Use at most 255 characters.',
  pfiDateRequired: 'Choose the PFI date.',
  pfiDateWrong: 'The PFI date is not a date. Write it as 2026-11-20.',
  exFactoryDateRequired: 'Choose the ex-factory date.',
  exFactoryDateWrong: 'The ex-factory date is not a date. Write it as 2026-11-20.',
  dateWrong: 'This is not a date. Write it as 2026-11-20.',
  dayInFuture: (day: EventDay) =>
    `'${fieldLabels[day]}' is in the future. Choose today or an earlier day, or leave it empty.`,
  reasonRequired: 'Please provide a delay reason',
  reasonTooLong: 'The reason is too long. Use at most 2000 characters.',
  unknownStatus: 'There is no such status. Choose Received, Departed, Delayed or Ex Factory Delayed.',
  unknownStatusId: 'There is no such status. Use 1 (Not Received), 2 (Received) or 3 (Departed).',
  unknownCategory: 'There is no such category. Choose one from the list.',
  gone: containerGone,
  inTrash: 'This container was deleted. You can restore it from the trash of the containers.',
  evidenceNotLinked: 'Some of these documents are no longer linked to this container. Choose the documents again.',
  eventGone: 'This entry of the history cannot carry documents. Reload the history.',
  tooMuchEvidence: 'Attach at most 20 documents to one entry.',
  notInTrash: 'This container is no longer in the trash.',
  tooManyComments: (comments: number, wait: string) =>
    `You have added ${comments} comments within 15 minutes. Keep the text, and add it in ${wait}.`,
  cannotMove: (status: string, now: string) => `A container that is ${now} cannot be marked ${status}.`,
  cannotDelay: (now: string) => `A container that is ${now} cannot be delayed.`,
  changedMeanwhile: (by: string, now: string) =>
    `${by} changed this container in the meantime. It is ${now} now. Check it and try again.`,
} as const;

/** Notes about values that are probably wrong. */
export const warningTexts = {
  duplicate: (number: string) => `Another container has the number ${number} too.`,
  checkDigit: (number: string, digit: number) => ownTexts.wrongCheckDigit(number, digit),
  dateOrder: (earlier: keyof typeof fieldLabels, later: keyof typeof fieldLabels) =>
    `${fieldLabels[earlier]} is after ${fieldLabels[later]}.`,
} as const;
