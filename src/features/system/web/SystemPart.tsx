import { useId } from 'react';
import type { ReactNode } from 'react';
import { Card } from '#web/widgets/Card.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import styles from './SystemPart.module.css';

type Props = {
  title: string;
  icon: Icon;
  tone?: Tone;
  /** The main figure, in a word or two. */
  value: ReactNode;
  /** Below the value. */
  remark?: ReactNode;
  facts: readonly (readonly [label: string, value: ReactNode])[];
};

/** The card of one part of the system: its main figure and further facts. */
export function SystemPart({ title, icon: Icon, tone = 'primary', value, remark, facts }: Props) {
  const titleId = useId();
  return (
    <Card as="section" className={styles.part} data-tone={tone} aria-labelledby={titleId}>
      <div className={styles.head}>
        <IconTile icon={Icon} />
        <div className={styles.headText}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <p className={styles.value}>{value}</p>
        </div>
      </div>
      {remark}
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
    </Card>
  );
}
