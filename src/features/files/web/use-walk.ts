import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { wholeView } from '#features/files/files-view.rules.ts';
import type { File } from '#features/files/files.contract.ts';
import { groupQuery } from './files.data.ts';
import type { ShownOverview } from './files.data.ts';

/** A file whose place in its group is not found within this many pages is shown by itself. */
const pagesLookedThrough = 10;

/** The next page of a group is asked for when this few files are left before its end. */
const nearEnd = 4;

type Walk = {
  /** From 1 on; none for a file that the list does not have, by a filter for example. */
  place: number | undefined;
  count: number;
  previous: File | undefined;
  next: File | undefined;
};

/** Where a file stands in its group, in the list's order. */
export function useWalk(overview: ShownOverview | undefined, file: File | undefined): Walk {
  const groupId = overview && file && (overview.view.grouping === 'team' ? file.team_id : file.file_type_id);
  const group = overview?.groups.find((one) => one.id === groupId);
  const paged = useInfiniteQuery({
    ...groupQuery(overview?.view ?? wholeView, group?.id ?? 0),
    enabled: group !== undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = paged;
  const files = group ? (data?.pages.flatMap((page) => page.files) ?? group.files) : [];
  const at = files.findIndex((one) => one.id === file?.id);

  const pages = data?.pages.length ?? 0;
  const wantsMore = at < 0 ? pages < pagesLookedThrough : at >= files.length - nearEnd;
  const asks = pages > 0 && hasNextPage && wantsMore && !isFetching && !isError;
  useEffect(() => {
    if (asks) void fetchNextPage();
  }, [asks, fetchNextPage]);

  if (at < 0) return { place: undefined, count: 0, previous: undefined, next: undefined };
  const count = data && !hasNextPage ? files.length : Math.max(group?.files_count ?? 0, files.length);
  return { place: at + 1, count, previous: files[at - 1], next: files[at + 1] };
}
