import { useId } from 'react';
import type { ReactNode } from 'react';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './SystemPart.module.css';

type Props = {
  title: string;
  icon: Icon;
  tone?: Tone;
  /** What there is to say of it in a word or two. */
  value: ReactNode;
  /** Below the value. */
  note?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
};

/** One part of the system: a word, and what else is known of it. */
export function SystemPart({ title, icon: Icon, tone = 'primary', value, note, facts }: Props) {
  const titleId = useId();
  return (
    <section className={styles.part} data-tone={tone} aria-labelledby={titleId}>
      <div className={styles.head}>
        <span className={styles.icon} aria-hidden="true">
          <Icon size={20} stroke={1.75} />
        </span>
        <div className={styles.headText}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <p className={styles.value}>{value}</p>
        </div>
      </div>
      {note}
      {facts.length > 0 && (
        <dl className={styles.facts}>
          {facts.map(([label, fact]) => (
            <div key={label} className={styles.fact}>
              <dt>{label}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
