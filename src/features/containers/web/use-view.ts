import { useSearchParams } from 'react-router';
import { readOpened, readView, withOpened, writeView } from '#features/containers/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';

type ViewInAddress = {
  view: ContainersView;
  change: (part: Partial<ContainersView>) => void;
  /** The container whose history is open. */
  opened: string | undefined;
  open: (id: number | undefined) => void;
};

/** The address bar itself, because it is ahead of what is drawn when two choices follow each other quickly. */
const addressNow = () => new URLSearchParams(window.location.search);

export function useView(): ViewInAddress {
  const [address, setAddress] = useSearchParams();
  return {
    view: readView(address),
    change: (part) =>
      setAddress(writeView({ ...readView(addressNow()), ...part }), {
        // Each pause in typing is no step to go back to; each chosen filter is.
        replace: 'search' in part && Object.keys(part).length === 1,
        preventScrollReset: true,
      }),
    opened: readOpened(address),
    open: (id) => setAddress(withOpened(addressNow(), id), { replace: id === undefined, preventScrollReset: true }),
  };
}
