import { addressView, choiceField, filterField, numberUpTo, oneOf } from '#shared/address-view.ts';
import type { ViewOf } from '#shared/address-view.ts';
import { groupings, measures } from '../core/container-fields.rules.ts';
import type { DelayCause, Grouping, Measure, Result } from '../core/container-fields.rules.ts';
import { containersView } from '../list/containers-view.rules.ts';
import type { ContainersView } from '../list/containers-view.rules.ts';

/** The longest period of a report. */
export const maxMonths = 60;

const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;

/** The number of months of a period, with both ends. */
export const monthsBetween = (from: string, to: string) => indexOf(to) - indexOf(from) + 1;

/** Returns the month that is this many months later; earlier for a negative number. */
function addMonths(month: string, months: number): string {
  const index = indexOf(month) + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

export const monthsOf = (from: string, to: string) =>
  Array.from({ length: Math.max(0, monthsBetween(from, to)) }, (_, index) => addMonths(from, index));

/** The first and the last day of a period. */
export function daysOf(from: string, to: string): { from: string; to: string } {
  const last = new Date(Date.UTC(Number(to.slice(0, 4)), Number(to.slice(5)), 0)).getUTCDate();
  return { from: `${from}-01`, to: `${to}-${last}` };
}

export const lastMonths = [3, 6, 12] as const;

const monthText = (text: string): string | undefined =>
  /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;

/** The values in the address of the report. Without `from` and `to`, the period is the last months. */
export const reportView = addressView({
  search: { name: 'search', initial: '', read: () => '', isFilter: false },
  months: { ...filterField('months', numberUpTo(maxMonths)), initial: 12, isFilter: false },
  from: filterField('from', monthText),
  to: filterField('to', monthText),
  measure: choiceField<Measure>('measure', measures, { initial: 'pfi', isFilter: false }),
  group: {
    ...choiceField<Grouping>('group', groupings, { initial: 'supplier_id', isFilter: false }),
    read: oneOf(groupings),
  },
});
export type ReportView = ViewOf<typeof reportView>;

/** The period of an address. An end that is missing, or a period that is too long or reversed, is the nearest valid one. */
export function periodOf({ from, to, months = 12 }: Partial<ReportView>, currentMonth: string) {
  const last = to ?? (from && from > currentMonth ? from : currentMonth);
  const first = from ?? addMonths(last, 1 - months);
  if (first > last) return { from: last, to: last };
  return { from: monthsBetween(first, last) > maxMonths ? addMonths(last, 1 - maxMonths) : first, to: last };
}

export type Counted = {
  measure?: Measure;
  from: string;
  to: string;
  result?: Result;
  cause?: DelayCause;
  group?: { field: Grouping; key: string | number | null };
};

/** The filters of the list that has exactly the containers of a figure. `from` and `to` are months. */
export function filtersOf({ measure, from, to, result, cause, group }: Counted): Partial<ContainersView> {
  const days = daysOf(from, to);
  return {
    ...(measure && { outcome: measure, outcome_from: days.from, outcome_to: days.to, result }),
    ...(cause && { delay_cause: cause, delayed_from: days.from, delayed_to: days.to }),
    ...(group && (group.key === null ? { without: group.field } : { [group.field]: group.key })),
  };
}

/** The address of the list of containers with these filters. */
export const listAddress = (filters: Partial<ContainersView>) =>
  `/container-status?${containersView.write({ ...containersView.initial, ...filters }).toString()}`;

/** Returns a share in percent with one decimal. */
export const percentOf = (part: number, all: number) => Math.round((part * 1000) / all) / 10;
