import { useQuery } from '@tanstack/react-query';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import type { SavedView } from '#features/containers/work/container-work.contract.ts';
import { viewsQuery } from './container-lists.data.ts';

/** Returns the saved view that is on: the one with the search, the filters and the order of the list. */
export function useShownView(view: ContainersView): SavedView | undefined {
  const shown = containersView.write(view).toString();
  const { data } = useQuery({ ...viewsQuery, enabled: shown !== '' });
  const addressOf = (query: string) => containersView.write(containersView.read(new URLSearchParams(query))).toString();
  return shown === '' ? undefined : data?.find(({ query }) => addressOf(query) === shown);
}
