import type { ReactNode } from 'react';
import styles from './DropOverlay.module.css';

/** Covers the page while files are dragged over it. `isInDialog`: it belongs to a dialog, not to the page behind one. */
export function DropOverlay({ isInDialog = false, children }: { isInDialog?: boolean; children: ReactNode }) {
  return (
    <div className={styles.overlay} data-dialog={isInDialog} role="status">
      {children}
    </div>
  );
}
