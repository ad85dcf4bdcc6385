import type { ReactNode, RefCallback } from 'react';
import { useIsSelected } from '../selection/file-selection.ts';
import styles from './FileRow.module.css';

type Props = { fileId: number; rowRef: RefCallback<HTMLElement> | undefined; children: ReactNode };

/** The frame of a row, which shows its selection. A change of the selection does not render the content of the row. */
export function FileRowFrame({ fileId, rowRef, children }: Props) {
  return (
    <li
      className={styles.row}
      data-file-row=""
      data-row-id={fileId}
      data-selected={useIsSelected(fileId)}
      tabIndex={-1}
      ref={rowRef}
    >
      {children}
    </li>
  );
}
