import { addressView, choiceField, filterField, numberUpTo, oneOf, searchField } from '#shared/address-view.ts';
import type { AddressField, ViewOf } from '#shared/address-view.ts';
import { localDate } from '#shared/calendar.ts';
import {
  absences,
  dateFields,
  delayCauses,
  listGroups,
  measures,
  presets,
  results,
  sorts,
} from '../core/container-fields.rules.ts';
import type { DateField, ListGroup, Sort } from '../core/container-fields.rules.ts';
import { containerOrders, displayedStatuses, historyFromHour } from '../core/containers.rules.ts';
import type { ContainerOrder } from '../core/containers.rules.ts';

export type RangeEnd = `${DateField}_${'from' | 'to'}`;

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

// `Object.fromEntries` loses the type of its keys.
const ranges = Object.fromEntries(
  dateFields.flatMap((field) => [`${field}_from`, `${field}_to`]).map((name) => [name, filterField(name, dayText)]),
) as Record<RangeEnd, AddressField<string | undefined>>;

/** The keys of the filters below `exFactoryMonth` are the names of the calls. */
export const containersView = addressView({
  search: searchField('search'),
  status: filterField('status', oneOf(displayedStatuses)),
  pfiMonth: filterField('pfi_month', numberUpTo(12)),
  exFactoryMonth: filterField('ex_factory_month', numberUpTo(12)),
  preset: filterField('preset', oneOf(presets)),
  supplier_id: filterField('supplier_id', numberUpTo(maxId)),
  customer_id: filterField('customer_id', numberUpTo(maxId)),
  carrier_id: filterField('carrier_id', numberUpTo(maxId)),
  vessel: filterField('vessel', shortText),
  port: filterField('port', portCode),
  assignee_id: filterField('assignee_id', numberUpTo(maxId)),
  team_id: filterField('team_id', numberUpTo(maxId)),
  pol: filterField('pol', portCode),
  pod: filterField('pod', portCode),
  without: filterField('without', oneOf(absences)),
  outcome: filterField('outcome', oneOf(measures)),
  outcome_from: filterField('outcome_from', dayText),
  outcome_to: filterField('outcome_to', dayText),
  result: filterField('result', oneOf(results)),
  delay_cause: filterField('delay_cause', oneOf(delayCauses)),
  import_id: filterField('import_id', numberUpTo(maxId)),
  delayed_from: filterField('delayed_from', dayText),
  delayed_to: filterField('delayed_to', dayText),
  ...ranges,
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
