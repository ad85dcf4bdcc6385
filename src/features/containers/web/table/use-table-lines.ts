import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useMemo, useRef } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { linesOf } from '#features/containers/list/container-groups.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import type { ContainerList } from '../containers.data.ts';

/** The lines of the table: the loaded containers with the headings of their groups, and after them those still to load. */
export function useTableLines(list: ContainerList, containers: readonly Container[], { group }: ContainersView) {
  const found = list.data?.pages[0]?.found ?? 0;
  const rows = list.hasNextPage ? Math.max(found, containers.length) : containers.length;
  const loaded = useMemo(() => linesOf(containers, group), [containers, group]);
  const lineOf = (row: number) =>
    group && row < containers.length
      ? loaded.findIndex(({ index, isHeading }) => index === row && !isHeading)
      : row + loaded.length - containers.length;
  return { found, rows, loaded, count: rows + loaded.length - containers.length, lineOf };
}

/** Loads the next page when a line in sight is not loaded. */
export function useMissingLines(list: ContainerList, isInSight: boolean): void {
  const isMissing = isInSight && list.hasNextPage && !list.isFetching && !list.isError;
  const loadMore = useCallbackRef(() => void list.fetchNextPage({ cancelRefetch: false }));
  useEffect(() => {
    if (isMissing) loadMore();
  }, [isMissing, loadMore]);
}

/** Other filters or another order begin at the top. */
export function useListChange(view: ContainersView, begin: () => void): void {
  const shown = JSON.stringify(view);
  const shownBefore = useRef(shown);
  const restart = useCallbackRef(begin);
  useEffect(() => {
    if (shownBefore.current === shown) return;
    shownBefore.current = shown;
    restart();
  }, [shown, restart]);
}
