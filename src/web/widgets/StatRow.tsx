import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import styles from './StatRow.module.css';

export type Stat = {
  label: string;
  value: ReactNode;
  /** Narrows the list below to what the number counts. */
  onSelect?: () => void;
  /** Whether the list is narrowed so. Undefined if it is not narrowed by a click. */
  selected?: boolean;
};

/** The summary cards above a list, in one row. */
export function StatRow({ stats }: { stats: readonly Stat[] }) {
  return (
    <div className={styles.cards}>
      {stats.map(({ label, value, onSelect, selected }) => {
        const content = (
          <>
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>{value}</span>
          </>
        );
        return onSelect ? (
          <Card
            key={label}
            as="button"
            type="button"
            className={styles.card}
            aria-pressed={selected}
            onClick={onSelect}
          >
            {content}
          </Card>
        ) : (
          <Card key={label} className={styles.card}>
            {content}
          </Card>
        );
      })}
    </div>
  );
}
