import { addressView, choiceField, filterField, numberUpTo, oneOf, searchField } from '#shared/address-view.ts';
import type { ViewOf } from '#shared/address-view.ts';
import { localDate } from '#shared/calendar.ts';
import { containerOrders, displayedStatuses, historyFromHour } from './containers.rules.ts';

export const containersView = addressView({
  search: searchField('search'),
  status: filterField('status', oneOf(displayedStatuses)),
  pfiMonth: filterField('pfi_month', numberUpTo(12)),
  exFactoryMonth: filterField('ex_factory_month', numberUpTo(12)),
  sort: choiceField('sort', containerOrders, { initial: 'late', isFilter: false }),
});

export type ContainersView = ViewOf<typeof containersView>;

/** The URL parameter that opens the history of a container. Notifications link to it too. */
export const openedParameter = 'container';

/** Whether cards look the same at two times. They depend on the day, and on the hour from which histories are shown. */
export function looksTheSame(one: Date, other: Date): boolean {
  const isEvening = (moment: Date) => moment.getHours() >= historyFromHour;
  return localDate(one) === localDate(other) && isEvening(one) === isEvening(other);
}
