import { statusIds } from '#features/papers/statuses.rules.ts';
import { daysBetween } from '#shared/calendar.ts';

/**
 * The days after which a container costs money, with the status and the day that end each: it stays at the port until it
 * is received, and the carrier lends the empty one until it departs.
 */
export const freeTimes = {
  last_free_day: { endsAt: statusIds.Received, endedOn: 'received_on' },
  empty_return_due: { endsAt: statusIds.Departed, endedOn: 'departed_on' },
} as const;
export type FreeTimeField = keyof typeof freeTimes;
export const freeTimeFields = Object.keys(freeTimes) as FreeTimeField[];

/** How near the end of a free time is. A person is notified once of each. */
export const freeTimeStages = ['week', 'days', 'passed'] as const;
export type FreeTimeStage = (typeof freeTimeStages)[number];

/** The days that a free time has left at the beginning of a stage. */
export const daysLeftAt = { week: 7, days: 2 } as const;

export type FreeTime = {
  field: FreeTimeField;
  /** Negative: days over. Of an ended free time, those at its end. */
  daysLeft: number;
  /** Undefined if more than a week is left or the free time has ended. */
  stage: FreeTimeStage | undefined;
  hasEnded: boolean;
};

type Dated = { status_id: number } & { [Day in FreeTimeField | 'received_on' | 'departed_on']?: string | undefined };

function stageOf(daysLeft: number): FreeTimeStage | undefined {
  if (daysLeft < 0) return 'passed';
  return daysLeft <= daysLeftAt.days ? 'days' : daysLeft <= daysLeftAt.week ? 'week' : undefined;
}

/** Returns a free time, or undefined without its day. An ended one without the day of its end is undefined too. */
export function freeTimeOf(container: Dated, field: FreeTimeField, today: string): FreeTime | undefined {
  const { endsAt, endedOn } = freeTimes[field];
  const hasEnded = container.status_id >= endsAt;
  const [day, end] = [container[field], hasEnded ? container[endedOn] : today];
  if (!day || !end) return undefined;
  const daysLeft = daysBetween(end, day);
  return { field, daysLeft, stage: hasEnded ? undefined : stageOf(daysLeft), hasEnded };
}

/** Returns the free time that ends first of those that have not ended. */
export function nextFreeTime(container: Dated, today: string): FreeTime | undefined {
  return freeTimeFields
    .flatMap((field) => freeTimeOf(container, field, today) ?? [])
    .filter(({ hasEnded }) => !hasEnded)
    .toSorted((one, other) => one.daysLeft - other.daysLeft)[0];
}

/** Returns the days over of both free times. */
export const daysOver = (container: Dated, today: string): number =>
  freeTimeFields.reduce((sum, field) => sum + Math.max(0, -(freeTimeOf(container, field, today)?.daysLeft ?? 0)), 0);

type Priced = { day_rate?: number | undefined; currency?: string | undefined };

/** Returns the cost of days at the rate of the carrier, or undefined without a rate. */
export const costOf = (days: number, { day_rate }: Priced): number | undefined =>
  day_rate === undefined ? undefined : Math.round(days * day_rate * 100) / 100;
