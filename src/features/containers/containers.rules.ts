import { localDate } from '#shared/calendar.ts';
import { fold } from '#shared/fold.ts';

export const storedStatuses = { 1: 'Not Received', 2: 'Received', 3: 'Departed' } as const;
export type StatusId = keyof typeof storedStatuses;
export type StoredStatus = (typeof storedStatuses)[StatusId];

/** What a card shows: the stored status, or Delayed. Source: spec section 4, Container statuses. */
export type DisplayedStatus = StoredStatus | 'Delayed';
export const displayedStatuses = ['Not Received', 'Received', 'Departed', 'Delayed'] as const;

/** The words of `PUT /api/containers/{id}/status`. Source: decisions.md section 4, Containers. */
export const statusWords = ['Not Received', 'Received', 'Departed', 'Delayed', 'Ex Factory Delayed'] as const;
export type StatusWord = (typeof statusWords)[number];

/** The reason that says that nobody gave one: the date has passed. Source: spec section 4. */
export const overdueReason = 'Expected date crossed';

/** How often the screen and the server look for containers whose date has passed. Source: spec section 9. */
export const overdueCheckEveryMs = 60_000;

/** On the PFI date itself, its delay history is shown from this hour on. Source: spec section 9. */
export const historyFromHour = 18;

/** Why something is late, for whoever wants to count later; the reason in words is what is required. */
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

type Dated = { pfi_date: string };
type Stored = Dated & { status_id: number };
type Flagged = Stored & { is_delayed_pfi: number; is_delayed_ex_factory: number };

/** Not Received with its date before today. Source: spec section 4. */
export function isOverdue(container: Stored, today: string): boolean {
  return container.status_id === 1 && container.pfi_date < today;
}

const aheadMs = 14 * 60 * 60 * 1000;

/**
 * Whether the date has passed for any reader on earth: a browser may be up to fourteen hours ahead of UTC, and is
 * believed when it says so.
 */
export function isOverdueSomewhere(container: Stored, now: Date): boolean {
  return isOverdue(container, new Date(now.getTime() + aheadMs).toISOString().slice(0, 10));
}

export function displayedStatus(container: Stored, today: string): DisplayedStatus {
  if (isOverdue(container, today)) return 'Delayed';
  return storedStatuses[container.status_id as StatusId];
}

/** Whether the 'Delayed' marker is on a card. Source: spec section 2, Container card. */
export function carriesDelay(container: Flagged): boolean {
  return container.is_delayed_pfi === 1 || container.is_delayed_ex_factory === 1;
}

/** What the card and the filter 'Delayed' take in. Source: decisions.md section 4, Containers. */
export function countsAsDelayed(container: Flagged, today: string): boolean {
  return isOverdue(container, today) || (container.status_id !== 3 && carriesDelay(container));
}

/** The statuses from which one may be reached. Source: the table of spec section 4. */
export const reachedFrom: Record<StoredStatus, readonly StatusId[]> = {
  'Not Received': [],
  Received: [1, 3],
  Departed: [2],
};

export const statusIds: Record<StoredStatus, StatusId> = { 'Not Received': 1, Received: 2, Departed: 3 };

/** What may still be delayed: whatever has not departed. Goes by what is stored: an overdue one takes a reason of its own. */
export const delayableFrom: readonly StatusId[] = [1, 2];

export type Move = { label: 'Mark Received' | 'Mark Departed' | 'Undo Departed'; status: 'Received' | 'Departed' };

/** The buttons of a state. Source: the table of spec section 4. */
export const movesOf: Record<DisplayedStatus, Move> = {
  'Not Received': { label: 'Mark Received', status: 'Received' },
  Received: { label: 'Mark Departed', status: 'Departed' },
  Delayed: { label: 'Mark Received', status: 'Received' },
  Departed: { label: 'Undo Departed', status: 'Received' },
};

/** Whether 'Delay PFI' and 'Delay Ex-Factory' are offered. Source: the table of spec section 4. */
export function mayBeDelayed(status: DisplayedStatus): boolean {
  return status === 'Not Received' || status === 'Received';
}

/** The PFI date is past, or it is today and six o'clock in the evening by the reader's clock. Source: spec section 4. */
export function historyIsDue({ pfi_date }: Dated, now: Date): boolean {
  const today = localDate(now);
  return pfi_date < today || (pfi_date === today && now.getHours() >= historyFromHour);
}

export function showsPfiHistory(container: Flagged, now: Date): boolean {
  return container.is_delayed_pfi === 1 || historyIsDue(container, now);
}

export function showsExFactoryHistory(container: Flagged, now: Date): boolean {
  return container.is_delayed_ex_factory === 1 || historyIsDue(container, now);
}

/** Whether the server has still to be told that the date has passed; it also finds out by itself. */
export function isUnmarkedOverdue(container: Stored & { overdue_date: string | null }, today: string): boolean {
  return isOverdue(container, today) && container.overdue_date !== container.pfi_date;
}

const iso6346 = /^([A-Z]{3}[UJZ])[ -]?(\d{6})[ -]?(\d)$/i;

/**
 * The check digit that a container number should end in, when it ends in another one; undefined when all is well or it
 * is not such a number at all.
 */
export function wrongCheckDigit(orderNumber: string): { number: string; expected: number } | undefined {
  const match = iso6346.exec(orderNumber.trim());
  if (!match) return undefined;
  const [, owner = '', serial = '', digit = ''] = match;
  const expected = checkDigit(owner.toUpperCase() + serial);
  return expected === Number(digit) ? undefined : { number: `${owner.toUpperCase()} ${serial}`, expected };
}

/**
 * Of the four letters and six digits of a container number. Source: ISO 6346: letters count 10 to 38 without the
 * multiples of 11, each place is worth twice the one before, the sum modulo 11, and 10 is written 0.
 */
export function checkDigit(ownerAndSerial: string): number {
  const signs = Array.from(ownerAndSerial);
  const sum = signs.reduce((total, sign, place) => total + valueOf(sign) * 2 ** place, 0);
  return (sum % 11) % 10;
}

function valueOf(sign: string): number {
  if (/\d/.test(sign)) return Number(sign);
  const place = sign.charCodeAt(0) - 65;
  return 10 + place + Math.floor((place + 9) / 10);
}

/** What a search looks through, folded: the name and the order number, a line each. */
export function containerSearchText(name: string, orderNumber: string): string {
  return `${fold(name)}\n${fold(orderNumber)}`;
}
