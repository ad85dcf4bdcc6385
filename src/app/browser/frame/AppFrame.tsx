import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { Outlet, useLocation, useNavigationType, NavigationType } from 'react-router';
import { DropToUpload } from '#features/files/web/upload/DropToUpload.tsx';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { useScrollRestoration } from '#web/restored-state.ts';
import { loadDialogFrames } from '#web/widgets/Dialog.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import { loadNotificationPanel } from './Bell.tsx';
import { ContainerUploads } from './ContainerUploads.tsx';
import { keepFocus } from './keep-focus.ts';
import { OfflineHint } from './OfflineHint.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './AppFrame.module.css';

const preparePrint = () => import('#web/print-in-light-scheme.ts').then((file) => file.printInLightScheme());

/** The bar and the main element around every screen. */
export function AppFrame() {
  const main = useRef<HTMLElement>(null);
  useFocusNewScreen(main);
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), []);
  useEffect(() => fetchOnFirstInput(loadDialogFrames, loadNotificationPanel, preparePrint), []);
  return (
    <>
      <SkipLink />
      <TopBar />
      <PartBoundary>
        <OfflineHint />
      </PartBoundary>
      <PartBoundary>
        <DropToUpload />
      </PartBoundary>
      <PartBoundary>
        <ContainerUploads />
      </PartBoundary>
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </>
  );
}

/**
 * Moves the focus and the scroll position to the top of a new screen. On a return, the screen shows the rows at which
 * the reader left it. The router's ScrollRestoration is not used, because it writes to the session storage after
 * sign-out has cleared it.
 */
function useFocusNewScreen(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const restore = useScrollRestoration();
  const restoreNow = useEffectEvent(restore);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (!restoreNow() && !isBack) window.scrollTo(0, 0);
  }, [pathname, isBack, main]);
}
