import { useCallback } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { readPreviewed, writePreviewed } from '#features/files/files-view.rules.ts';

type Previewed = {
  id: number | undefined;
  /** Opens the preview as a step to go back from. The same function every time, because every row has it. */
  open: (file: { id: number }) => void;
  /** Shows another file in it. */
  walk: (file: { id: number }) => void;
  close: () => void;
};

/** Which file is being previewed, in the address, so that reload, back and a sent link work. */
export function usePreviewed(): Previewed {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const wasOpenedHere = state === openedHere;

  const show = useCallback(
    (id: number | undefined, options: { replace: boolean; state: unknown }) =>
      void navigate(
        { search: writePreviewed(new URLSearchParams(window.location.search), id).toString() },
        { ...options, preventScrollReset: true },
      ),
    [navigate],
  );
  return {
    id: readPreviewed(address),
    open: useCallback((file) => show(file.id, { replace: false, state: openedHere }), [show]),
    walk: (file) => show(file.id, { replace: true, state }),
    // From a link that was sent, there is no page of ours to go back to.
    close: () => (wasOpenedHere ? void navigate(-1) : show(undefined, { replace: true, state: null })),
  };
}

const openedHere = 'preview opened here';
