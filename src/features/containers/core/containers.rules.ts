import { localDate } from '#shared/calendar.ts';
import { normalForm } from '#shared/fold.ts';

export const storedStatuses = { 1: 'Not Received', 2: 'Received', 3: 'Departed' } as const;
export type StatusId = keyof typeof storedStatuses;
export type StoredStatus = (typeof storedStatuses)[StatusId];

/**
 * The orders that the screen offers. 'late': the longest overdue first, departed ones last. See
 * docs/decisions/lists-of-containers.md.
 */
export const containerOrders = ['late', 'newest'] as const;
export type ContainerOrder = (typeof containerOrders)[number];

/** The state on a card: the stored status, or Delayed. See docs/specification.md#containers-states-and-moves. */
export type DisplayedStatus = StoredStatus | 'Delayed';
export const displayedStatuses = ['Not Received', 'Received', 'Departed', 'Delayed'] as const;

/** The values of `status` in `PUT /api/containers/{id}/status`. See docs/choices.md#status-calls-of-containers. */
export const statusWords = ['Not Received', 'Received', 'Departed', 'Delayed', 'Ex Factory Delayed'] as const;
export type StatusWord = (typeof statusWords)[number];

/** The reason of an automatic delay: the date has passed. See docs/specification.md#containers-overdue. */
export const overdueReason = 'Expected date crossed';

/** The maximum number of documents of one entry of the history. */
export const maxEvidence = 20;

/** The entries of the history that can carry documents. */
export const kindsWithEvidence = ['status', 'delay_pfi', 'delay_ex_factory', 'comment'] as const;

/**
 * The interval at which the browser and the server look for overdue containers. See
 * docs/specification.md#containers-overdue.
 */
export const overdueCheckEveryMs = 60_000;

/** Who is reminded of a delay without a new date, and when. */
export const delayReminders = [
  { of: 'reporter', afterDays: 2 },
  { of: 'managers', afterDays: 5 },
] as const;

/** The days around the PFI date in which people are notified of missing documents. Older dates would be many after an upgrade. */
export const papersNotice = { daysBefore: 3, daysAfter: 7 } as const;

/**
 * On the PFI date itself, the delay history is shown from this hour on. See docs/specification.md#containers-the-card.
 */
export const historyFromHour = 18;

/** Optional categories of delay reasons, for statistics. The reason itself is required. */
export const delayCategories = [
  'supplier',
  'quality',
  'documents',
  'payment',
  'booking',
  'carrier',
  'customs',
  'weather',
  'own-site',
  'other',
] as const;
export type DelayCategory = (typeof delayCategories)[number];

/** Words of a reason that suggest a category, the most specific first. Our choice. */
const categoryWords: readonly [DelayCategory, RegExp][] = [
  ['customs', /\b(customs|duty|duties)\b/],
  ['weather', /\b(weather|storm|storms|typhoon|hurricane|rain|fog|ice|snow|flood|flooding)\b/],
  ['payment', /\b(payment|paid|deposit|invoice|bank|letter of credit)\b/],
  ['quality', /\b(quality|inspection|inspector|rework|defect|defects|test report)\b/],
  ['documents', /\b(document|documents|paper|papers|bill of lading|certificate|certificates|licence|permit)\b/],
  ['booking', /\b(booking|booked|rolled|no space|vessel space|no vessel|overbooked|vessel is full|vessel was full)\b/],
  ['carrier', /\b(carrier|port|vessel|congestion|berth|terminal|strike|truck|transshipment)\b/],
  ['supplier', /\b(supplier|factory|production|material|materials|paint|machine|line stopped)\b/],
  ['own-site', /\b(warehouse|ramp|our side|own site|no space in the yard)\b/],
];

/** Returns the category that the words of a reason suggest, if any. */
export function guessCategory(reason: string): DelayCategory | undefined {
  const text = reason.toLowerCase().replaceAll(/\s+/g, ' ');
  return categoryWords.find(([, words]) => words.test(text))?.[0];
}

type Dated = { pfi_date: string };
type Stored = Dated & { status_id: number };
type Flagged = Stored & { is_delayed_pfi: number; is_delayed_ex_factory: number };

/**
 * Stored as Not Received, with an expected date before today. See docs/specification.md#containers-states-and-moves.
 */
export function isOverdue(container: Stored, today: string): boolean {
  return container.status_id === 1 && container.pfi_date !== '' && container.pfi_date < today;
}

const aheadMs = 14 * 60 * 60 * 1000;

/** Returns the latest current day of all time zones. Browsers may be up to fourteen hours ahead of UTC. */
export const latestToday = (now: Date): string => new Date(now.getTime() + aheadMs).toISOString().slice(0, 10);

/** Whether the date has passed in any time zone, so that the overdue marks of all browsers are accepted. */
export const isOverdueSomewhere = (container: Stored, now: Date): boolean => isOverdue(container, latestToday(now));

export function displayedStatus(container: Stored, today: string): DisplayedStatus {
  if (isOverdue(container, today)) return 'Delayed';
  return (storedStatuses as Partial<Record<number, StoredStatus>>)[container.status_id] ?? storedStatuses[1];
}

/** Whether a card has the marker 'Delayed'. See docs/specification.md#containers-the-card. */
export function carriesDelay(container: Flagged): boolean {
  return container.is_delayed_pfi === 1 || container.is_delayed_ex_factory === 1;
}

/** Whether the count card and the filter 'Delayed' include a container. See docs/choices.md#delayed-containers. */
export function countsAsDelayed(container: Flagged, today: string): boolean {
  return isOverdue(container, today) || (container.status_id !== 3 && carriesDelay(container));
}

/** Returns how many of the delayed containers are counted as Not Received or Received too, so that the counts add up. */
export const countedTwice = ({ all, not_received, received, departed, delayed }: Counts) =>
  not_received + received + departed + delayed - all;

type Counts = Record<'all' | 'not_received' | 'received' | 'departed' | 'delayed', number>;

/** The statuses from which each status can be reached. See docs/specification.md#containers-states-and-moves. */
export const reachedFrom: Record<StoredStatus, readonly StatusId[]> = {
  'Not Received': [],
  Received: [1, 3],
  Departed: [2],
};

/** The stored statuses in which a delay can be logged. An overdue container is stored as Not Received and is included. */
export const delayableFrom: readonly StatusId[] = [1, 2];

export type Move = { label: 'Mark Received' | 'Mark Departed' | 'Undo Departed'; status: 'Received' | 'Departed' };

/** The button of each state. See docs/specification.md#containers-states-and-moves. */
export const movesOf: Record<DisplayedStatus, Move> = {
  'Not Received': { label: 'Mark Received', status: 'Received' },
  Received: { label: 'Mark Departed', status: 'Departed' },
  Delayed: { label: 'Mark Received', status: 'Received' },
  Departed: { label: 'Undo Departed', status: 'Received' },
};

/** The time after a move by touch in which the card shows the new state and 'Undo' in the place of the buttons. */
export const restAfterMoveMs = 3000;

/** Whether 'Delay PFI' and 'Delay Ex-Factory' are shown. See docs/specification.md#containers-states-and-moves. */
export function mayBeDelayed(status: DisplayedStatus): boolean {
  return status === 'Not Received' || status === 'Received';
}

/**
 * Whether the PFI date is past, or is today and the reader's clock shows 18:00 or later.
 * See docs/specification.md#containers-the-card.
 */
function historyIsDue({ pfi_date }: Dated, now: Date): boolean {
  const today = localDate(now);
  return pfi_date < today || (pfi_date === today && now.getHours() >= historyFromHour);
}

export function showsPfiHistory(container: Flagged, now: Date): boolean {
  return container.is_delayed_pfi === 1 || historyIsDue(container, now);
}

export function showsExFactoryHistory(container: Flagged, now: Date): boolean {
  return container.is_delayed_ex_factory === 1 || historyIsDue(container, now);
}

/** Whether the browser should send an overdue mark. The server also marks overdue containers itself. */
export function isUnmarkedOverdue(container: Stored & { overdue_date: string | null }, today: string): boolean {
  return isOverdue(container, today) && container.overdue_date !== container.pfi_date;
}

/** Returns a text that a search examines: each value in its normal form, one per line, the name first. */
export function containerSearchText(name: string, orderNumber: string, ...others: (string | null)[]): string {
  const values = [name, orderNumber, ...others].map((value) => normalForm(value ?? ''));
  return values.filter((value, index) => index < 2 || value !== '').join('\n');
}
