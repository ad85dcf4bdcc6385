import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { File } from '#features/files/core/files.contract.ts';
import { filesView } from '#features/files/list/files-view.rules.ts';
import { groupQuery } from '../files.data.ts';
import type { ShownOverview } from '../files.data.ts';

/** If a file is not among this many pages of its group, the preview has no previous and next. */
const maxPagesSearched = 10;

/** The next page is fetched when this many files are left before the end of the loaded ones. */
const nearEnd = 4;

/**
 * Returns the position of a file in its group, in the order of the list. It starts at 1, and is undefined for a file that is not
 * in the list, for example because of a filter.
 */
export function usePreviousNext(overview: ShownOverview | undefined, file: File | undefined) {
  const groupId = overview && file && (overview.view.grouping === 'team' ? file.team_id : file.file_type_id);
  const group = overview?.groups.find((one) => one.id === groupId);
  const paged = useInfiniteQuery({
    ...groupQuery(overview?.view ?? filesView.initial, group?.id ?? 0),
    enabled: group !== undefined,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = paged;
  const files = group ? (data?.pages.flatMap((page) => page.files) ?? group.files) : [];
  const index = files.findIndex((one) => one.id === file?.id);

  const pages = data?.pages.length ?? 0;
  const wantsMore = index < 0 ? pages < maxPagesSearched : index >= files.length - nearEnd;
  const fetchesMore = pages > 0 && hasNextPage && wantsMore && !isFetching && !isError;
  useEffect(() => {
    if (fetchesMore) void fetchNextPage();
  }, [fetchesMore, fetchNextPage]);

  if (index < 0) return { position: undefined, count: 0, previous: undefined, next: undefined };
  const count = data && !hasNextPage ? files.length : Math.max(group?.files_count ?? 0, files.length);
  return { position: index + 1, count, previous: files[index - 1], next: files[index + 1] };
}
