import type { ReactNode } from 'react';
import { LoadingScreen, LoadingSpinner } from '#web/widgets/Loading.tsx';
import type { Screen } from '../screens.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Guard } from './Guard.tsx';
import styles from './AppFrame.module.css';

/** A screen's title, guard and margins. */
export function ScreenFrame({ screen, children }: { screen: Screen; children: ReactNode }) {
  const waiting = screen.waiting === undefined ? <LoadingScreen /> : <LoadingSpinner label={screen.waiting} />;
  return (
    <div className={styles.screen}>
      <DocumentTitle title={screen.title} />
      <Guard admits={screen.guard} waiting={waiting}>
        {children}
      </Guard>
    </div>
  );
}
