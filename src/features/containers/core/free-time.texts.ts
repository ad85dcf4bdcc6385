import { labelOf } from '#features/papers/container-labels.texts.ts';
import { counted, formatCalendarDate, locale } from '#shared/format.ts';
import { fieldLabels } from './container-fields.texts.ts';
import type { Container } from './containers.contract.ts';
import { sentencesOf } from './containers.texts.ts';
import { costOf, freeTimeOf } from './free-time.rules.ts';
import type { FreeTime, FreeTimeField, FreeTimeStage } from './free-time.rules.ts';

/** The name of the filter, the column and the number on the dashboards. */
export const freeTimeTitle = 'Free time';

type Priced = Pick<Container, 'day_rate' | 'currency'>;

/** '320.00 EUR' */
export const moneyText = (sum: number, currency = ''): string =>
  `${sum.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} ${currency}`;

/** '5 days left', 'last day is today', '4 days over, 320.00 EUR'. */
export function freeTimeText({ daysLeft }: Pick<FreeTime, 'daysLeft'>, container: Priced = {}): string {
  if (daysLeft === 0) return 'last day is today';
  if (daysLeft > 0) return `${counted(daysLeft, 'day')} left`;
  const cost = costOf(-daysLeft, container);
  return `${counted(-daysLeft, 'day')} over${cost === undefined ? '' : `, ${moneyText(cost, container.currency)}`}`;
}

const names: Record<FreeTimeField, string> = {
  last_free_day: freeTimeTitle,
  empty_return_due: fieldLabels.empty_return_due,
};

/** 'Free time: 4 days over, 320.00 EUR' */
export const namedFreeTime = (freeTime: FreeTime, container?: Priced): string =>
  `${names[freeTime.field]}: ${freeTimeText(freeTime, container)}`;

const days: Record<FreeTimeField, string> = {
  last_free_day: 'the last free day',
  empty_return_due: 'the day of the empty return',
};

/** Notifications about a stage, for one container or for several that have the same recipients. */
export const freeTimeNotices = {
  title: (stage: FreeTimeStage) => (stage === 'passed' ? 'Free time is over' : 'Free time ends soon'),
  message: (containers: readonly Container[], field: FreeTimeField, today: string) =>
    sentencesOf(
      containers.map((container) => {
        const freeTime = freeTimeOf(container, field, today) as FreeTime;
        const verb = freeTime.daysLeft < 0 ? 'was' : 'is';
        const date = formatCalendarDate(container[field] ?? '');
        return `${labelOf(container)}: ${days[field]} ${verb} ${date} (${freeTimeText(freeTime, container)}).`;
      }),
    ),
  severalLink: '/container-status?preset=free_time&sort=free_time',
} as const;
