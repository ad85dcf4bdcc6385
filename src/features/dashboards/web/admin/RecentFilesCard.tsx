import { Anchor, VisuallyHidden } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { recentFilesShown } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { texts as filesTexts } from '#features/files/core/files.texts.ts';
import { nameLabel, uploadDateLabel } from '#features/files/list/files-view.rules.ts';
import { viewLink } from '#features/files/web/files.data.ts';
import { formatSize } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { DashboardCard } from '../DashboardCard.tsx';
import { Loaded } from '../Loaded.tsx';
import { RowShapes } from './RowShapes.tsx';
import styles from './Rows.module.css';

type RecentFile = AdminDashboard['recent_files'][number];

/** 'Recent Files Uploaded'. See docs/specification.md#admin-dashboard. */
export function RecentFilesCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <DashboardCard
      title={texts.recentFiles}
      action={
        <Anchor component={Link} to="/files" className={styles.all}>
          {texts.viewAll}
        </Anchor>
      }
    >
      <Loaded query={dashboard} loading={<RowShapes rows={recentFilesShown} />}>
        {({ recent_files }) =>
          recent_files.length === 0 ? (
            <EmptyState icon={IconFiles} title={texts.noRecentFiles} />
          ) : (
            <ul className={styles.rows}>
              {recent_files.map((file) => (
                <RecentFileRow key={file.id} file={file} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </DashboardCard>
  );
}

function RecentFileRow({ file }: { file: RecentFile }) {
  const name = nameLabel(file);
  return (
    <li className={`${styles.row} ${styles.fileRow}`}>
      <FileIcon name={name} />
      <div className={styles.text}>
        <a className={styles.name} href={viewLink(file)} target="_blank" rel="noopener" title={name}>
          <bdi data-cut>{name}</bdi>
        </a>
        <p className={styles.facts}>
          <span>
            <VisuallyHidden>{ownTexts.uploadedBy} </VisuallyHidden>
            <bdi>{file.user?.name || filesTexts.unknownUploader}</bdi>
          </span>
          {file.team && (
            <span className={styles.fact}>
              <VisuallyHidden>{ownTexts.inTeam} </VisuallyHidden>
              <bdi>{file.team.name}</bdi>
            </span>
          )}
        </p>
      </div>
      <div className={styles.end}>
        <span>{formatSize(file.size)}</span>
        <time dateTime={file.uploaded_at}>{uploadDateLabel(file.uploaded_at)}</time>
      </div>
    </li>
  );
}
