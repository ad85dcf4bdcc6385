import type { ReactNode } from 'react';
import type { Icon } from './EmptyState.tsx';
import styles from './StatCard.module.css';

export type Tone = 'primary' | 'accent' | 'success' | 'neutral' | 'danger';

type Props = {
  label: string;
  /** Missing while it loads: the card keeps its place. */
  value: ReactNode | undefined;
  icon: Icon;
  tone?: Tone;
  /** A line below the value. */
  note?: ReactNode;
};

/** One number and what it counts. */
export function StatCard({ label, value, icon: Icon, tone = 'primary', note }: Props) {
  return (
    <div className={styles.card}>
      <div className={styles.root} data-tone={tone}>
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} stroke={1.75} />
        </span>
        <div className={styles.text}>
          <p className={styles.label}>{label}</p>
          <p className={styles.value}>{value ?? <span className={styles.pending} aria-hidden="true" />}</p>
          {note && <p className={styles.note}>{note}</p>}
        </div>
      </div>
    </div>
  );
}
