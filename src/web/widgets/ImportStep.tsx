import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import styles from '../styles/import-steps.module.css';

type Props = {
  title: string;
  /** Given when the step is done: only the title and a button are shown. */
  folded?: { action: string; onUnfold: () => void } | undefined;
  /** Whether the heading takes the focus when the step appears. */
  takesFocus?: boolean;
  children: ReactNode;
};

/** A step of an import. */
export function ImportStep({ title, folded, takesFocus = false, children }: Props) {
  return (
    <Card as="section" className={styles.card ?? ''}>
      <Group justify="space-between" gap="xs">
        <h2 className={styles.heading} tabIndex={-1} ref={takesFocus ? focus : null}>
          {title}
        </h2>
        {folded && (
          <Button variant="subtle" size="compact-md" onClick={folded.onUnfold}>
            {folded.action}
          </Button>
        )}
      </Group>
      {!folded && children}
    </Card>
  );
}

/** The same function at every render: React calls it only when the element appears. */
export const focus = (element: HTMLElement | null) => element?.focus();
