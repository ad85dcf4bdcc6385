import { Group, Tabs } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { ListedFile } from '#features/files/core/files.contract.ts';
import { texts as actions } from '#features/files/core/files.texts.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { managingRoles } from '#shared/access.ts';
import { checkDownload } from '#web/check-download.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import { detailsQuery } from '../versions.data.ts';
import { FileFacts } from './FileFacts.tsx';
import { FileHistory } from './FileHistory.tsx';
import { FileVersions } from './FileVersions.tsx';

type Props = {
  file: ListedFile;
  section: 'containers' | undefined;
  onAsking: (asking: boolean) => void;
  /** A link to another list was opened. */
  onLeave: () => void;
};

const look = { variant: 'default', size: 'compact-md' };

/** The facts, versions and history of a file. */
export function FileDetails({ file, section, onAsking, onLeave }: Props) {
  const { slots, person } = useFilesPage();
  const isManaging = managingRoles.some((role) => role === person.role_id);
  const { data: details = file } = useQuery(detailsQuery(file.id));
  return (
    <>
      {/* The server would refuse both for a blocked file. */}
      {!details.virus_scan?.is_blocked && (
        <Group gap="xs" mb="md">
          <IconButton icon={IconEye} {...look} link={{ href: viewLink(file), target: '_blank', rel: 'noopener' }}>
            {actions.view}
          </IconButton>
          <IconButton
            icon={IconDownload}
            {...look}
            link={{ href: downloadLink(file), download: true, onClick: checkDownload }}
          >
            {actions.download}
          </IconButton>
        </Group>
      )}
      <Tabs defaultValue="details" keepMounted={false}>
        <Tabs.List grow aria-label={texts.sections} mb="xs">
          <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
          <Tabs.Tab value="versions">{texts.versions}</Tabs.Tab>
          <Tabs.Tab value="activity">{texts.activity}</Tabs.Tab>
          {isManaging && <Tabs.Tab value="access">{texts.access}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="details">
          <FileFacts file={file} onLeave={onLeave} />
          <slots.LinkedContainers file={file} isSought={section === 'containers'} />
        </Tabs.Panel>
        <Tabs.Panel value="versions">
          <FileVersions file={file} onAsking={onAsking} />
        </Tabs.Panel>
        <Tabs.Panel value="activity">
          <FileHistory file={file} />
        </Tabs.Panel>
        <Tabs.Panel value="access">
          <Suspense fallback={<LoadingRows rows={4} height={48} />}>
            <slots.Viewers fileId={file.id} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
