import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { Card } from '#web/widgets/Card.tsx';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading, LoadingBox } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { editedMatrixQuery } from './permissions.data.ts';
import type { MatrixEffect } from './PermissionsEditor.tsx';
import { PermissionsEditor } from './PermissionsEditor.tsx';
import { PermissionStats } from './PermissionStats.tsx';
import styles from './PermissionsPage.module.css';

/** See docs/specification.md#permission-matrix. */
export function PermissionsPage({ Effect }: { Effect: MatrixEffect }) {
  const matrix = useQuery(editedMatrixQuery);
  if (matrix.data) return <PermissionsEditor matrix={matrix.data} Effect={Effect} />;
  return (
    <>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <PermissionStats failed={matrix.isError} />
      {matrix.isPending ? (
        <MatrixLoading />
      ) : (
        <Card>
          <LoadFailed query={matrix} title={ownTexts.failedTitle} />
        </Card>
      )}
    </>
  );
}

function MatrixLoading() {
  return (
    <Loading label={ownTexts.loading}>
      <LoadingBox height={36} />
      <Card className={styles.pending ?? ''}>
        {[40, 34, 46, 30, 42, 38, 44].map((width) => (
          <div key={width} className={styles.pendingRow}>
            <Skeleton height={14} width={`${width}%`} />
            <Skeleton height={22} width={40} radius="xl" />
            <Skeleton height={22} width={40} radius="xl" />
            <Skeleton height={22} width={40} radius="xl" />
          </div>
        ))}
      </Card>
    </Loading>
  );
}
