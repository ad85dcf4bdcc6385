import { Group, Skeleton } from '@mantine/core';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import styles from './FileRow.module.css';

/** Placeholders of rows of files. Lines of different lengths look like names. */
export function AwaitedRows({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <Group key={row} className={styles.awaited ?? ''} gap="sm" wrap="nowrap" px="md">
      <Skeleton height={34} width={34} />
      <Skeleton height={14} width={`${62 - ((row * 13) % 30)}%`} />
    </Group>
  ));
}

/** Placeholders of two groups. */
export function FilesLoading() {
  return (
    <Loading label={ownTexts.loadingFiles}>
      {[0, 1].map((group) => (
        <Card key={group} className={styles.area}>
          <Group h={44} px="md">
            <Skeleton height={20} width={180} />
          </Group>
          <AwaitedRows rows={5} />
        </Card>
      ))}
    </Loading>
  );
}
