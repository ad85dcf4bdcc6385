import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { TextHit } from '#features/files/core/files.contract.ts';
import { readPreviewed, writePreviewed } from '#features/files/list/files-view.rules.ts';
import { currentAddress } from '#web/use-view.ts';

/** A row of the text search has a snippet, whose words the preview shows first. */
type Shown = { id: number; snippet?: TextHit['snippet'] };

/** The previewed file is stored in the address, so that reload, back and a shared link work. */
export function usePreviewed() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const wasOpenedHere = state === openedHere;

  const show = useCallback(
    (file: Shown | undefined, options: { replace: boolean; state: unknown }) =>
      void navigate(
        { search: writePreviewed(currentAddress(), file).toString() },
        { ...options, preventScrollReset: true },
      ),
    [navigate],
  );
  return {
    id: readPreviewed(address),
    /** Opens the preview with a history entry. A stable function, because every row uses it. */
    open: useCallback((file: Shown) => show(file, { replace: false, state: openedHere }), [show]),
    /** Shows another file in the preview. */
    show: ({ id }: { id: number }) => show({ id }, { replace: true, state }),
    // After a shared link, the history has no page of the product to go back to.
    close: () => (wasOpenedHere ? void navigate(-1) : show(undefined, { replace: true, state: null })),
  };
}

const openedHere = 'preview opened here';
