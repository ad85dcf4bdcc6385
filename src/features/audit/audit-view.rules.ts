import type { AuditFilters } from './audit.contract.ts';
import { acts } from './audit.rules.ts';
import type { Act } from './audit.rules.ts';

/** What the screen shows of the log. It lives in the address, so that reload, back and a shared link keep it. */
export type AuditView = {
  search: string;
  userId: number | undefined;
  act: Act | undefined;
  /** Calendar days of the reader, both of them whole. */
  from: string | undefined;
  to: string | undefined;
};

export const wholeView: AuditView = { search: '', userId: undefined, act: undefined, from: undefined, to: undefined };

/** What an address says that makes no sense is not said. */
export function readView(address: URLSearchParams): AuditView {
  const userId = address.get('person') ?? '';
  return {
    search: address.get('search') ?? '',
    userId: /^[1-9]\d{0,8}$/.test(userId) ? Number(userId) : undefined,
    act: acts.find((act) => act === address.get('act')),
    from: readDay(address.get('from')),
    to: readDay(address.get('to')),
  };
}

export function readDay(text: string | null): string | undefined {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(`${text}T00:00`));
  return isDay ? (text as string) : undefined;
}

export function writeView({ search, userId, act, from, to }: AuditView): URLSearchParams {
  const fields = { search, person: userId, act, from, to };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}

/** How many of the filters say something; the search box speaks for itself. */
export const activeFilters = ({ userId, act, from, to }: AuditView): number =>
  [userId, act, from, to].filter((value) => value !== undefined).length;

export const isNarrowed = (view: AuditView): boolean => view.search.trim() !== '' || activeFilters(view) > 0;

/** The server goes by instants; days begin at the reader's midnight, wherever that is. */
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
