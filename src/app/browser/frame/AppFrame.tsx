import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { Outlet, useLocation, useNavigationType, NavigationType } from 'react-router';
import { fetchForPerson } from '#web/fetch-early.ts';
import { loadDialogFrames } from '#web/widgets/Dialog.tsx';
import { OfflineHint } from './OfflineHint.tsx';
import { SkipLink } from './SkipLink.tsx';
import { TopBar } from './TopBar.tsx';
import styles from './AppFrame.module.css';

/** What surrounds every screen. */
export function AppFrame() {
  const main = useRef<HTMLElement>(null);
  useStartOfNewScreen(main);
  useEffect(() => fetchForPerson(loadDialogFrames), []);
  return (
    <>
      <SkipLink />
      <TopBar />
      <OfflineHint />
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </>
  );
}

/**
 * A new screen begins at its top, for the eye, the keyboard and the screen reader; going back, the browser returns to
 * where it was. Not the router's own ScrollRestoration: it writes to the session storage that signing out has cleared.
 */
function useStartOfNewScreen(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (!isBack) window.scrollTo(0, 0);
  }, [pathname, isBack, main]);
}
