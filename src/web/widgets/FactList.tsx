import type { CSSProperties, ReactNode } from 'react';
import styles from './FactList.module.css';

type Props = {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  /** At most this number of columns, with each label above its value. Without it, the labels are a column of their own. */
  columns?: number;
};

/** Facts with their names. All lists of facts look like this. */
export function FactList({ facts, columns }: Props) {
  return (
    <dl className={styles.facts} data-columns={columns} style={{ '--fact-columns': columns } as CSSProperties}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
