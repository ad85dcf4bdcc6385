import { useQuery } from '@tanstack/react-query';
import { containersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { viewsQuery } from '../menus/container-lists.data.ts';

/** Returns the name of the saved view with the shown search, filters and order. */
export function useViewName(view: ContainersView): string | undefined {
  const shown = containersView.write(view).toString();
  const { data = [] } = useQuery({ ...viewsQuery, enabled: shown !== '' });
  const addressOf = (query: string) => containersView.write(containersView.read(new URLSearchParams(query))).toString();
  return shown === '' ? undefined : data.find(({ query }) => addressOf(query) === shown)?.name;
}
