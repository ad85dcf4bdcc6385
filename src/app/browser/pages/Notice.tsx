import type { ReactNode } from 'react';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import styles from './Notice.module.css';

type Props = { icon: Icon; title: string; hint: string; action: ReactNode };

/** A page with one message. */
export function Notice({ icon: Icon, title, hint, action }: Props) {
  return (
    <section className={styles.root}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={34} stroke={1.5} />
      </span>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.hint}>{hint}</p>
      {action}
    </section>
  );
}
