import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './Card.module.css';

type Props = {
  title: string;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
};

/** One part of a dashboard under its heading. */
export function Card({ title, action, children }: Props) {
  const headingId = useId();
  return (
    <section className={styles.card} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 className={styles.title} id={headingId}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
