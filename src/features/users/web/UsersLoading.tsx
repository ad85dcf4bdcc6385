import { Skeleton } from '@mantine/core';
import { ownTexts } from '#features/users/users.texts.ts';
import { Loading } from '#web/widgets/Loading.tsx';
import styles from './UsersTable.module.css';

/** The skeleton of rows while they load. */
export function UsersLoading({ rows = 6, label = ownTexts.loadingUsers }: { rows?: number; label?: string }) {
  return (
    <Loading label={label}>
      {[...Array(rows).keys()].map((row) => (
        <div key={row} className={styles.awaited}>
          <Skeleton height={34} width={34} circle />
          <Skeleton height={14} width={`${52 - ((row * 13) % 24)}%`} />
        </div>
      ))}
    </Loading>
  );
}
