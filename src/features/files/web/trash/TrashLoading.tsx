import { Skeleton } from '@mantine/core';
import { Loading } from '#web/widgets/Loading.tsx';
import styles from './TrashList.module.css';

/** A skeleton of the list. */
export function TrashLoading({ rows, label }: { rows: number; label: string }) {
  return (
    <Loading label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.awaited}>
          <Skeleton height={34} width={34} />
          <Skeleton height={14} width={`${62 - ((row * 13) % 30)}%`} />
        </div>
      ))}
    </Loading>
  );
}
