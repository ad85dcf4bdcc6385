import { Button, Skeleton } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { ownTexts, texts } from '#features/files/files.texts.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import styles from './FilesPending.module.css';

const rows = [58, 44, 66, 50, 38];

/** The shape of two groups on their way. */
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

export function FilesFailed({ onTryAgain, busy }: { onTryAgain: () => void; busy: boolean }) {
  return (
    <div className={styles.group}>
      <EmptyState
        icon={IconCloudOff}
        title={texts.loadFailed}
        hint={ownTexts.loadFailedHint}
        action={
          <Button onClick={onTryAgain} loading={busy}>
            {ownTexts.tryAgain}
          </Button>
        }
      />
    </div>
  );
}
