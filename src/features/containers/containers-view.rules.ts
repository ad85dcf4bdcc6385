import { localDate } from '#shared/calendar.ts';
import { displayedStatuses, historyFromHour } from './containers.rules.ts';
import type { DisplayedStatus } from './containers.rules.ts';

/** What the screen shows of all containers. It lives in the address, so that reload, back and a shared link keep it. */
export type ContainersView = {
  search: string;
  status: DisplayedStatus | undefined;
  pfiMonth: number | undefined;
  exFactoryMonth: number | undefined;
};

export const wholeView: ContainersView = {
  search: '',
  status: undefined,
  pfiMonth: undefined,
  exFactoryMonth: undefined,
};

/** The field of the address that opens a container's history. The links of notifications use it too. */
const openedField = 'container';

/** What an address says that makes no sense is not said. */
export function readView(address: URLSearchParams): ContainersView {
  return {
    search: address.get('search') ?? '',
    status: displayedStatuses.find((status) => status === address.get('status')),
    pfiMonth: readMonth(address.get('pfi_month')),
    exFactoryMonth: readMonth(address.get('ex_factory_month')),
  };
}

function readMonth(text: string | null): number | undefined {
  return /^([1-9]|1[0-2])$/.test(text ?? '') ? Number(text) : undefined;
}

export function writeView({ search, status, pfiMonth, exFactoryMonth }: ContainersView): URLSearchParams {
  const fields = { search, status, pfi_month: pfiMonth, ex_factory_month: exFactoryMonth };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)]));
}

/** The container whose history is open, as the address has it; nobody vouches that it is an id. */
export function readOpened(address: URLSearchParams): string | undefined {
  return address.get(openedField) ?? undefined;
}

/** The same address with a container's history open, or with none. */
export function withOpened(address: URLSearchParams, id: number | undefined): URLSearchParams {
  const changed = new URLSearchParams(address);
  if (id === undefined) changed.delete(openedField);
  else changed.set(openedField, String(id));
  return changed;
}

/** How many of the selects say something; the search box speaks for itself. */
export function activeFilters({ status, pfiMonth, exFactoryMonth }: ContainersView): number {
  return [status, pfiMonth, exFactoryMonth].filter((value) => value !== undefined).length;
}

export function isNarrowed(view: ContainersView): boolean {
  return view.search.trim() !== '' || activeFilters(view) > 0;
}

/** Whether cards look the same at two moments: they go by the day, and by the evening from which histories are shown. */
export function looksTheSame(one: Date, other: Date): boolean {
  const isEvening = (moment: Date) => moment.getHours() >= historyFromHour;
  return localDate(one) === localDate(other) && isEvening(one) === isEvening(other);
}
