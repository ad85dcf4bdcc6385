import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/files/core/files.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import styles from './FilesPending.module.css';

const rows = [58, 44, 66, 50, 38];

/** A skeleton of two groups. */
export function FilesLoading() {
  return (
    <Loading label={ownTexts.loadingFiles}>
      {[0, 1].map((group) => (
        <div key={group} className={styles.group}>
          <div className={styles.head}>
            <Skeleton height={20} width={180} />
          </div>
          {rows.map((width) => (
            <div key={width} className={styles.row}>
              <Skeleton height={34} width={34} />
              <Skeleton height={14} width={`${width}%`} />
            </div>
          ))}
        </div>
      ))}
    </Loading>
  );
}

export function FilesFailed({ query }: { query: UseQueryResult }) {
  return (
    <div className={styles.group}>
      <LoadFailed query={query} title={texts.loadFailed} />
    </div>
  );
}
