import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownTexts, texts } from '#features/permissions/permissions.texts.ts';
import { LoadFailed } from '#web/widgets/LoadFailed.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { panelQuery } from './permissions.data.ts';
import { PermissionsEditor } from './PermissionsEditor.tsx';
import { PermissionStats } from './PermissionStats.tsx';
import styles from './PermissionsPage.module.css';

/** Permissions Management. Source: spec sections 2 and 4. */
export function PermissionsPage() {
  const panel = useQuery(panelQuery);
  if (panel.data) return <PermissionsEditor panel={panel.data} />;
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} subtitle={ownTexts.subtitle} />
      <PermissionStats failed={panel.isError} />
      {panel.isPending ? (
        <MatrixLoading />
      ) : (
        <div className={styles.card}>
          <LoadFailed query={panel} title={ownTexts.failedTitle} />
        </div>
      )}
    </div>
  );
}

function MatrixLoading() {
  return (
    <Loading label={ownTexts.loading}>
      <Skeleton height={36} mb="md" />
      <div className={styles.card}>
        {[40, 34, 46, 30, 42, 38, 44].map((width) => (
          <div key={width} className={styles.pendingRow}>
            <Skeleton height={14} width={`${width}%`} />
            <Skeleton height={22} width={40} radius="xl" />
            <Skeleton height={22} width={40} radius="xl" />
            <Skeleton height={22} width={40} radius="xl" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
