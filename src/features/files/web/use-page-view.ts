import { useSearchParams } from 'react-router';
import { readView, writeView } from '#features/files/files-view.rules.ts';
import type { PageView } from '#features/files/files-view.rules.ts';

type PageViewInAddress = { view: PageView; change: (part: Partial<PageView>) => void };

/** The view lives in the address, so that reload, back and a shared link keep it. */
export function usePageView(): PageViewInAddress {
  const [address, setAddress] = useSearchParams();
  const change = (part: Partial<PageView>) =>
    // The address bar itself, because it is ahead of what is drawn when two choices follow each other quickly.
    setAddress(writeView({ ...readView(new URLSearchParams(window.location.search)), ...part }), {
      // Each pause in typing is no step to go back to; each chosen filter is.
      replace: 'search' in part,
      preventScrollReset: true,
    });
  return { view: readView(address), change };
}
