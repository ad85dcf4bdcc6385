import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LoadingScreen, LoadingSpinner } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { PartBoundary } from '#web/widgets/PartBoundary.tsx';
import type { Screen } from '../screens.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Guard } from './Guard.tsx';
import styles from './AppFrame.module.css';

/** A screen's title, guard and margins. If the screen throws, its heading stays. */
export function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const { pathname } = useLocation();
  const waiting = screen.waiting === undefined ? <LoadingScreen /> : <LoadingSpinner label={screen.waiting} />;
  return (
    <div className={styles.screen}>
      <DocumentTitle title={screen.title} />
      <Guard admits={screen.guard} waiting={waiting}>
        <PartBoundary key={pathname} heading={<PageHeader title={screen.title} />}>
          {children}
        </PartBoundary>
      </Guard>
    </div>
  );
}

/** Shown while the code of the first screen is loading. */
export function FirstPaint() {
  return (
    <div className={styles.screen}>
      <LoadingScreen />
    </div>
  );
}
