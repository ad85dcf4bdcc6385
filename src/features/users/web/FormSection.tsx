import type { ReactNode } from 'react';
import styles from './UserForm.module.css';

/** A group of fields, in two columns on wide screens. */
export function FormSection({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={styles.section}>
      <legend className={styles.legend}>{title}</legend>
      {action && <div className={styles.sectionAction}>{action}</div>}
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
