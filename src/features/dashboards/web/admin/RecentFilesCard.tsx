import { Anchor, Box, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconFiles } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminDashboard } from '#features/dashboards/dashboards.contract.ts';
import { recentFilesShown } from '#features/dashboards/dashboards.rules.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { texts as filesTexts } from '#features/files/core/files.texts.ts';
import { nameLabel, uploadDateLabel } from '#features/files/list/files-view.rules.ts';
import { thumbnailLink, viewLink } from '#features/files/web/files.data.ts';
import { formatSize } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { Loaded } from '../Loaded.tsx';
import { Rows, RowShapes } from '../Rows.tsx';

type RecentFile = AdminDashboard['recent_files'][number];

/** 'Recent Files Uploaded'. See docs/specification.md#admin-dashboard. */
export function RecentFilesCard({ dashboard }: { dashboard: UseQueryResult<AdminDashboard> }) {
  return (
    <Section
      title={texts.recentFiles}
      actions={
        <Anchor component={Link} to="/files" fz="sm" fw={550}>
          {texts.viewAll}
        </Anchor>
      }
    >
      <Loaded query={dashboard} loading={<RowShapes rows={recentFilesShown} />}>
        {({ recent_files }) =>
          recent_files.length === 0 ? (
            <EmptyState icon={IconFiles} title={texts.noRecentFiles} />
          ) : (
            <Rows>
              {recent_files.map((file) => (
                <RecentFileRow key={file.id} file={file} />
              ))}
            </Rows>
          )
        }
      </Loaded>
    </Section>
  );
}

function RecentFileRow({ file }: { file: RecentFile }) {
  const name = nameLabel(file);
  return (
    <Row>
      <FileIcon name={name} thumbnail={file.has_thumbnail && thumbnailLink(file)} />
      <Group flex={1} miw={0} gap={0} justify="space-between">
        <Box flex="1 1 240px" miw={0}>
          <Anchor
            href={viewLink(file)}
            target="_blank"
            rel="noopener"
            title={name}
            c="inherit"
            fw={550}
            display="block"
            truncate
          >
            <bdi data-cut>{name}</bdi>
          </Anchor>
          {/* The hidden words of screen readers stay inside of the cut line. */}
          <Text fz="sm" c="dimmed" pos="relative" truncate>
            <VisuallyHidden>{ownTexts.uploadedBy} </VisuallyHidden>
            <bdi>{file.user?.name || filesTexts.unknownUploader}</bdi>
            {file.team && (
              <>
                <Dot />
                <VisuallyHidden>{ownTexts.inTeam} </VisuallyHidden>
                <bdi>{file.team.name}</bdi>
              </>
            )}
          </Text>
        </Box>
        <Text fz="sm" c="dimmed">
          {formatSize(file.size)}
          <Dot />
          <time dateTime={file.uploaded_at}>{uploadDateLabel(file.uploaded_at)}</time>
        </Text>
      </Group>
    </Row>
  );
}

function Dot() {
  return <span aria-hidden="true">{ownTexts.dot}</span>;
}
