import type { ReactNode, RefCallback } from 'react';
import { useIsSelected } from './file-selection.ts';
import styles from './FileRow.module.css';

type Props = { fileId: number; rowRef: RefCallback<HTMLElement> | undefined; children: ReactNode };

/** A row's outside, which shows whether it is selected; when that changes, nothing inside is drawn again. */
export function FileRowFrame({ fileId, rowRef, children }: Props) {
  return (
    <li className={styles.row} data-file-row="" data-selected={useIsSelected(fileId)} tabIndex={-1} ref={rowRef}>
      {children}
    </li>
  );
}
