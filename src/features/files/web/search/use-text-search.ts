import { useInfiniteQuery } from '@tanstack/react-query';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { fetchNextPage } from '#web/fetch-next-page.ts';
import { textSearchQuery } from '../files.data.ts';

export type TextSearch = ReturnType<typeof useTextSearch>;

/** Returns the results of the page's search in the text of documents. It starts once `mayStart` is true. */
export function useTextSearch(view: PageView, mayStart: boolean) {
  // The search of texts has no filter for files that are not read yet.
  const isSearching = view.search.trim() !== '' && view.waiting === undefined;
  const pages = useInfiniteQuery({ ...textSearchQuery(view), enabled: isSearching && mayStart });
  const files = isSearching ? (pages.data?.pages.flatMap((page) => page.files) ?? []) : [];
  const isKnown = pages.isError || (pages.data !== undefined && !pages.isPlaceholderData);
  return {
    isSearching,
    files,
    /** The search of these files: the previous one until the next response. */
    answered: pages.data?.pages[0]?.search ?? '',
    /** Whether there are results; undefined until known. */
    isFound: !isSearching ? false : files.length > 0 || pages.hasNextPage ? true : isKnown ? false : undefined,
    isStale: pages.isPlaceholderData,
    isLoading: pages.isPending,
    failed: pages.isError,
    /** The search with a typing error corrected, if nothing was found. */
    suggestion: isSearching && isKnown ? pages.data?.pages[0]?.suggestion : undefined,
    waiting: pages.data?.pages[0]?.waiting ?? 0,
    total: isSearching ? pages.data?.pages[0]?.total : undefined,
    hasMore: pages.hasNextPage,
    isLoadingMore: pages.isFetchingNextPage,
    showMore: () => fetchNextPage(pages),
    tryAgain: () => void (pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch()),
  };
}
