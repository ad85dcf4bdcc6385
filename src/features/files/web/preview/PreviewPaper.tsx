import type { ReactNode } from 'react';
import styles from './PreviewPaper.module.css';

type Props = { label: string; remark?: string | undefined; tools?: ReactNode; children: ReactNode };

/** A scrolling sheet, also by keyboard, with a notice above it. */
export function PreviewPaper({ label, remark, tools, children }: Props) {
  return (
    <div className={styles.paper}>
      {(remark ?? tools) && (
        <div className={styles.head}>
          {tools}
          {remark && (
            <p className={styles.note} role="status">
              {remark}
            </p>
          )}
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A scrolling element must be reachable by keyboard. */}
      <div className={styles.sheet} role="region" aria-label={label} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}
