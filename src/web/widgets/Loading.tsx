import { Loader, Skeleton, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../texts.ts';
import styles from './Loading.module.css';

/** Placeholder shapes. A screen reader announces the label. */
export function Loading({ children, label = texts.loading }: { children: ReactNode; label?: string }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Placeholder rows of a list. */
export function LoadingRows({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Loading>
      {[...Array(rows).keys()].map((row) => (
        <Skeleton key={row} height={height} mb="xs" />
      ))}
    </Loading>
  );
}

/** Placeholder of a whole screen: heading, cards, list. */
export function LoadingScreen() {
  return (
    <Loading>
      <Skeleton height={30} width={240} mb="xs" />
      <Skeleton height={16} width={320} maw="100%" mb="xl" />
      <Skeleton height={86} mb="lg" />
      <Skeleton height={320} />
    </Loading>
  );
}

/** A spinner with a text. */
export function LoadingSpinner({ label }: { label: string }) {
  return (
    <div role="status" className={styles.spinner}>
      <Loader aria-hidden="true" />
      <p className={styles.label}>{label}</p>
    </div>
  );
}
