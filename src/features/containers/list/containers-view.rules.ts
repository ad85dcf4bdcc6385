import { addressView, choiceField, filterField, numberUpTo, oneOf, searchField } from '#shared/address-view.ts';
import type { ViewOf } from '#shared/address-view.ts';
import { localDate } from '#shared/calendar.ts';
import { recordOf } from '#shared/record-of.ts';
import {
  absences,
  delayCauses,
  listGroups,
  measures,
  presets,
  rangeEnds,
  referenceFields,
  results,
  sorts,
} from '../core/container-fields.rules.ts';
import type { ListGroup, Sort } from '../core/container-fields.rules.ts';
import { containerOrders, displayedStatuses, historyFromHour } from '../core/containers.rules.ts';
import type { ContainerOrder } from '../core/containers.rules.ts';

/** The sort 'newest' is 'id' in the calls. The other orders have the same name there. */
export type ViewSort = ContainerOrder | Exclude<Sort, 'id'>;
const viewSorts: readonly ViewSort[] = [
  ...containerOrders,
  ...sorts.filter((sort) => sort !== 'id' && sort !== 'late'),
];

const maxId = 2_147_483_647;

/** Reads a calendar date from 1900 on. */
const dayText = (text: string): string | undefined =>
  /^(19|20|21)\d\d-[01]\d-[0-3]\d$/.test(text) && isDay(text) ? text : undefined;
const isDay = (text: string) => new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) ?? false;
const shortText = (text: string): string | undefined => text.trim().slice(0, 100) || undefined;
const portCode = (text: string): string | undefined => (/^[A-Z]{2}[A-Z2-9]{3}$/.test(text) ? text : undefined);

/** The keys of the filters below `exFactoryMonth` are the names of the calls. */
export const containersView = addressView({
  search: searchField('search'),
  status: filterField('status', oneOf(displayedStatuses)),
  pfiMonth: filterField('pfi_month', numberUpTo(12)),
  exFactoryMonth: filterField('ex_factory_month', numberUpTo(12)),
  preset: filterField('preset', oneOf(presets)),
  ...recordOf(referenceFields, (name) => filterField(name, numberUpTo(maxId))),
  ...recordOf(['port', 'pol', 'pod'], (name) => filterField(name, portCode)),
  vessel: filterField('vessel', shortText),
  without: filterField('without', oneOf(absences)),
  outcome: filterField('outcome', oneOf(measures)),
  ...recordOf(['outcome_from', 'outcome_to', 'delayed_from', 'delayed_to', ...rangeEnds], (name) =>
    filterField(name, dayText),
  ),
  result: filterField('result', oneOf(results)),
  delay_cause: filterField('delay_cause', oneOf(delayCauses)),
  import_id: filterField('import_id', numberUpTo(maxId)),
  sort: choiceField<ViewSort>('sort', viewSorts, { initial: 'late', isFilter: false }),
  order: { ...filterField('order', oneOf(['asc', 'desc'] as const)), isFilter: false },
  group: { ...filterField('group', oneOf(listGroups)), isFilter: false },
});

export type ContainersView = ViewOf<typeof containersView>;

/** The filters that the calls for lists, exports and bulk changes have in common. `today` is the day of the browser. */
export function filterOf(view: ContainersView, today: string) {
  const { pfiMonth, exFactoryMonth, ...others } = view;
  return {
    ...others,
    sort: undefined,
    order: undefined,
    group: undefined,
    search: view.search.trim() || undefined,
    pfi_month: pfiMonth,
    ex_factory_month: exFactoryMonth,
    today,
  };
}

type CallOrder = { sort: Sort; order: 'asc' | 'desc' | undefined; group: ListGroup | undefined };

export const orderOf = ({ sort, order, group }: ContainersView): CallOrder => ({
  sort: sort === 'newest' ? 'id' : sort,
  order,
  group,
});

export const layouts = ['cards', 'table'] as const;
export type Layout = (typeof layouts)[number];

/** The URL parameter that opens the history of a container. Notifications link to it too. */
export const openedParameter = 'container';

/** Whether cards look the same at two times. They depend on the day, and on the hour from which histories are shown. */
export function looksTheSame(one: Date, other: Date): boolean {
  const isEvening = (moment: Date) => moment.getHours() >= historyFromHour;
  return localDate(one) === localDate(other) && isEvening(one) === isEvening(other);
}
