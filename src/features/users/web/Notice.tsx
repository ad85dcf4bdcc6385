import { Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './UserForm.module.css';

/** The result of a form, with what comes next. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.notice}>
      <Group gap="xs" wrap="nowrap" c="var(--success-text)" fw={650} style={{ overflowWrap: 'anywhere' }}>
        <IconCheck size={18} stroke={2} aria-hidden="true" />
        <span>{title}</span>
      </Group>
      {children}
    </section>
  );
}
