import type { ReactNode } from 'react';
import styles from './PreviewPaper.module.css';

type Props = { label: string; note?: string | undefined; tools?: ReactNode; children: ReactNode };

/** A sheet that scrolls, by keyboard too; above it what has to be said about it. */
export function PreviewPaper({ label, note, tools, children }: Props) {
  return (
    <div className={styles.paper}>
      {(note ?? tools) && (
        <div className={styles.head}>
          {tools}
          {note && (
            <p className={styles.note} role="status">
              {note}
            </p>
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reachable by keyboard. */}
      <div className={styles.sheet} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
