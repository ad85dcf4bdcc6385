import { useQuery } from '@tanstack/react-query';
import { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import { containersView, filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { fillRequest } from '#web/request.ts';
import { viewsQuery } from '../containers.data.ts';

/** Returns the saved view that is on: the one with the search, the filters and the order of the list. */
export function useShownView(view: ContainersView): SavedView | undefined {
  const shown = containersView.write(view).toString();
  const { data } = useQuery({ ...viewsQuery, enabled: shown !== '' });
  const addressOf = (query: string) => containersView.write(containersView.read(new URLSearchParams(query))).toString();
  return shown === '' ? undefined : data?.find(({ query }) => addressOf(query) === shown);
}

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
