import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { containerExportContract } from '#features/containers/container-export.contract.ts';
import { containerWorkContract } from '#features/containers/container-work.contract.ts';
import { filterOf, orderOf } from '#features/containers/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import { partiesContract } from '#features/containers/parties.contract.ts';
import { call } from '#web/call.ts';
import { fillRequest } from '#web/request.ts';

/** Suppliers, customers and carriers by a part of their name. */
export function partiesQuery(search: string) {
  return queryOptions({
    queryKey: ['parties', search],
    queryFn: ({ signal }) => call(partiesContract.list, { search, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** People with the module by a part of their name. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['container people', search],
    queryFn: ({ signal }) => call(containerWorkContract.people, { search, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Ports by a part of their name, country or code. */
export function portsQuery(search: string) {
  return queryOptions({
    queryKey: ['ports', search],
    queryFn: ({ signal }) => call(partiesContract.ports, { search, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The own saved views and those for everybody. */
export const viewsQuery = queryOptions({
  queryKey: ['container views'],
  queryFn: ({ signal }) => call(containerWorkContract.views, {}, { signal }),
});

/** The address of an export of the filtered containers. Without columns it has all of them. */
export function exportLink(
  format: 'csv' | 'xlsx',
  view: ContainersView,
  today: string,
  columns: readonly string[] | undefined,
): string {
  const input = { ...filterOf(view, today), ...orderOf(view), columns: columns?.join(',') };
  return fillRequest(containerExportContract[format], input).url;
}

export const delayLogLinks = {
  csv: containerExportContract.delayLogsCsv.path,
  xlsx: containerExportContract.delayLogsXlsx.path,
};
