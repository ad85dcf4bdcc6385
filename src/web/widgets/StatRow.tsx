import { Card } from './Card.tsx';
import { Count } from './Count.tsx';
import styles from './StatRow.module.css';

export type Stat = {
  label: string;
  /** Undefined while it loads, and after a failure. The card keeps its size. */
  value: number | undefined;
  /** Narrows the list below to what the number counts. */
  onSelect?: () => void;
  /** Whether the list is narrowed so. Undefined if it is not narrowed by a click. */
  selected?: boolean;
};

/** The summary cards above a list, in one row. */
export function StatRow({ stats, failed = false }: { stats: readonly Stat[]; failed?: boolean }) {
  return (
    <div className={styles.cards}>
      {stats.map(({ label, value, onSelect, selected }) => {
        const button = onSelect && ({ as: 'button', type: 'button', onClick: onSelect } as const);
        return (
          <Card key={label} className={styles.card} aria-pressed={selected} {...button}>
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>
              <Count value={value} failed={failed} />
            </span>
          </Card>
        );
      })}
    </div>
  );
}
