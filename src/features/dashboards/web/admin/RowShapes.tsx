import { Skeleton } from '@mantine/core';
import styles from './Rows.module.css';

/** Placeholders of rows while a card loads. */
export function RowShapes({ rows }: { rows: number }) {
  return (
    <div className={styles.rows}>
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className={styles.row}>
          <Skeleton height={34} width={34} radius="sm" />
          <div className={styles.text}>
            <Skeleton height={13} width={`${64 - ((row * 17) % 30)}%`} mb={9} />
            <Skeleton height={10} width={`${44 - ((row * 11) % 20)}%`} />
          </div>
        </div>
      ))}
    </div>
  );
}
