import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { RefCallback } from 'react';
import type { File, FilesGroup } from '#features/files/core/files.contract.ts';
import { filesPerClick } from '#features/files/core/files.rules.ts';
import type { PageView } from '#features/files/list/files-view.rules.ts';
import { useRestoredData, useRestoredState } from '#web/restored-state.ts';
import { watchNear } from '#web/watch-near.ts';
import { groupQuery } from '../files.data.ts';

type Page = { files: File[]; next: string | null };

const filesOf = (data: InfiniteData<Page> | undefined): File[] => data?.pages.flatMap((page) => page.files) ?? [];

/**
 * The files of a group. The overview contains the first ones. The others are fetched when the button that shows them is on
 * screen, so that a click needs no request. A group without files in the overview fetches them when it is near the screen.
 */
export function useGroupFiles(group: FilesGroup, view: PageView) {
  const [shown, setShown] = useRestoredState(`shown ${view.grouping} ${group.id}`, filesPerClick);
  const [inViewRef, inView] = useSeen('400px');
  const [moreInViewRef, moreInView] = useSeen('0px');
  // More files are shown from the start when the reader returns to the list.
  const isWanted = inView || moreInView || shown > filesPerClick;
  const query = groupQuery(view, group.id);
  const paged = useInfiniteQuery({
    ...query,
    ...useRestoredData(query.queryKey),
    enabled: isWanted,
  });

  const isLoaded = isWanted && paged.data !== undefined;
  const loaded = isLoaded ? filesOf(paged.data) : group.files;
  // A complete list is more recent than the count: another user may have deleted a file since.
  const all = isLoaded && !paged.hasNextPage ? loaded.length : group.files_count;
  const files = loaded.slice(0, shown);

  const loadUpTo = async (wanted: number) => {
    const isShort = (pages: typeof paged) => filesOf(pages.data).length < wanted && (!pages.data || pages.hasNextPage);
    let pages = paged;
    while (isShort(pages)) {
      pages = await pages.fetchNextPage({ cancelRefetch: false });
      if (pages.isError) return;
    }
  };
  const showMore = () => {
    setShown(shown + filesPerClick);
    return loadUpTo(shown + 3 * filesPerClick);
  };

  return {
    files,
    all,
    shown: Math.min(shown, all),
    showMore,
    /** Rows to show that are still loading. */
    awaited: Math.min(shown, all) - files.length,
    inViewRef,
    moreInViewRef,
    failed: paged.isError && files.length < Math.min(shown, all),
    tryAgain: () => void loadUpTo(shown),
  };
}

/** Returns whether an element has ever been in view, or within `margin` of it. */
function useSeen(margin: string): [ref: RefCallback<Element>, seen: boolean] {
  const [seen, setSeen] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      const stop = watchNear(element, margin, (near) => {
        if (!near) return;
        setSeen(true);
        stop();
      });
      return stop;
    },
    [margin],
  );
  return [ref, seen];
}
