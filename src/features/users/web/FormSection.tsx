import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './UserForm.module.css';

/** A group of fields, in two columns on wide screens. */
export function FormSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      {action && <div className={styles.sectionAction}>{action}</div>}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing="md" style={{ clear: 'both' }}>
        {children}
      </SimpleGrid>
    </fieldset>
  );
}
