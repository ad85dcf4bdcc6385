import type { ComponentType, ReactNode } from 'react';
import styles from './EmptyState.module.css';

export type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>;

type Props = { icon: Icon; title: string; hint?: ReactNode; action?: ReactNode };

/** Replaces an empty list: a title, a hint and an action. */
export function EmptyState({ icon: Icon, title, hint, action }: Props) {
  return (
    <div className={styles.root}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={26} stroke={1.5} />
      </span>
      <p className={styles.title}>{title}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
