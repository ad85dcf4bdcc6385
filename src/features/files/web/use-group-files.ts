import { useInfiniteQuery } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageView } from '#features/files/files-view.rules.ts';
import type { File, FilesGroup } from '#features/files/files.contract.ts';
import { filesPerClick } from '#features/files/files.rules.ts';
import { groupQuery } from './files.data.ts';
import { useSeen } from './use-seen.ts';

type Page = { files: File[]; next: string | null };

const filesOf = (data: InfiniteData<Page> | undefined): File[] => data?.pages.flatMap((page) => page.files) ?? [];

/**
 * The files of a group: the first come with the overview, the others are asked for as soon as the button that shows
 * them is on screen, so that a click only has to show what is there. A group that came empty asks when it is near.
 */
export function useGroupFiles(group: FilesGroup, view: PageView) {
  const [shown, setShown] = useState(filesPerClick);
  const [inViewRef, inView] = useSeen('400px');
  const [moreInViewRef, moreInView] = useSeen('0px');
  const asks = inView || moreInView;
  const paged = useInfiniteQuery({ ...groupQuery(view, group.id), enabled: asks });

  const asked = asks && paged.data !== undefined;
  const loaded = asked ? filesOf(paged.data) : group.files;
  // Once everything is here, the list itself knows best: somebody else may have deleted a file since the count.
  const all = asked && !paged.hasNextPage ? loaded.length : group.files_count;
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
    /** Rows that are due but not here yet. */
    awaited: Math.min(shown, all) - files.length,
    inViewRef,
    moreInViewRef,
    failed: paged.isError && files.length < Math.min(shown, all),
    tryAgain: () => void loadUpTo(shown),
  };
}
