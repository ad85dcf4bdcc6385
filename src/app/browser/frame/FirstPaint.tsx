import { LoadingScreen } from '#web/widgets/Loading.tsx';
import styles from './AppFrame.module.css';

/** Shown while the code of the first screen is loading. */
export function FirstPaint() {
  return (
    <div className={styles.screen}>
      <LoadingScreen />
    </div>
  );
}
