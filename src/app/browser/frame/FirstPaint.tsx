import { LoadingScreen } from '#web/widgets/Loading.tsx';
import styles from './AppFrame.module.css';

/** What is shown while the code of the first screen is on its way. */
export function FirstPaint() {
  return (
    <div className={styles.screen}>
      <LoadingScreen />
    </div>
  );
}
