import { Loader, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
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
export function LoadingRows({ rows = 5, height = 44, label }: { rows?: number; height?: number; label?: string }) {
  return (
    <Loading {...(label && { label })}>
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className={styles.row} style={{ minHeight: height }}>
          <Skeleton height={14} width={widthOf(row)} />
        </div>
      ))}
    </Loading>
  );
}

/** Lines of different lengths look like text. */
const widthOf = (line: number) => `${64 - ((line * 17) % 30)}%`;

/** Placeholder of a card, a field or another box: its outline with lines of text. */
export function LoadingBox({ height, lines = 1 }: { height: number; lines?: number }) {
  return (
    <div className={styles.box} data-one={lines === 1 || undefined} style={{ minHeight: height }}>
      {[...Array(lines).keys()].map((line) => (
        <Skeleton key={line} height={14} width={widthOf(line)} />
      ))}
    </div>
  );
}

/** Placeholder of a whole screen: heading, cards, list. */
export function LoadingScreen() {
  return (
    <Loading>
      <Skeleton height={30} width={240} maw="100%" mb="xs" />
      <Skeleton height={16} width={320} maw="100%" mb="xl" />
      <Stack>
        <LoadingBox height={86} lines={2} />
        <LoadingBox height={320} lines={6} />
      </Stack>
    </Loading>
  );
}

/** A spinner with a text. */
export function LoadingSpinner({ label }: { label: string }) {
  return (
    <Stack role="status" gap="sm" align="center" py="clamp(64px, 22vh, 200px)">
      <Loader aria-hidden="true" />
      <Text c="dimmed">{label}</Text>
    </Stack>
  );
}
