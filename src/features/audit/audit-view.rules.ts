import { addressView, filterField, numberUpTo, oneOf, searchField } from '#shared/address-view.ts';
import type { ViewOf } from '#shared/address-view.ts';
import { largestId } from '#shared/fields.ts';
import type { AuditFilters } from './audit.contract.ts';
import { acts } from './audit.rules.ts';

/** The filters of the audit log. Days are in the time zone of the browser, and both are included. */
export const auditView = addressView({
  search: searchField('search'),
  userId: filterField('person', numberUpTo(largestId)),
  act: filterField('act', oneOf(acts)),
  from: filterField('from', readDay),
  to: filterField('to', readDay),
});

export type AuditView = ViewOf<typeof auditView>;

export function readDay(text: string): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00`));
  return isDay ? text : undefined;
}

/** Converts the filters for the server. Days become instants: midnight in the time zone of the browser. */
export function filtersOf({ search, userId, act, from, to }: AuditView): AuditFilters {
  return {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(userId === undefined ? {} : { user_id: userId }),
    ...(act === undefined ? {} : { act }),
    ...(from === undefined ? {} : { from: midnight(from, 0) }),
    ...(to === undefined ? {} : { to: midnight(to, 1) }),
  };
}

function midnight(day: string, daysLater: number): string {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
