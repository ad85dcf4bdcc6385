import { useSyncExternalStore } from 'react';
import { texts } from './frame.texts.ts';
import styles from './OfflineHint.module.css';

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shows a message while the device is offline. */
export function OfflineHint() {
  const online = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    <div role="status" className={styles.root}>
      {!online && <p className={styles.text}>{texts.offline}</p>}
    </div>
  );
}
