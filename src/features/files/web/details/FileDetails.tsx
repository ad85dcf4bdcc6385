import { Tabs } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { File } from '#features/files/core/files.contract.ts';
import { texts as actions } from '#features/files/core/files.texts.ts';
import { detailsTexts as texts } from '#features/files/core/versions.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { useFilesPage } from '../files-page.context.ts';
import { downloadLink, viewLink } from '../files.data.ts';
import { detailsQuery } from '../versions.data.ts';
import { FileFacts } from './FileFacts.tsx';
import { FileHistory } from './FileHistory.tsx';
import { FileVersions } from './FileVersions.tsx';
import styles from './FileDetails.module.css';

type Props = {
  file: File;
  section: 'containers' | undefined;
  onAsking: (asking: boolean) => void;
  /** A link to another list was opened. */
  onLeave: () => void;
};

/** The facts, versions and history of a file. */
export function FileDetails({ file, section, onAsking, onLeave }: Props) {
  const { slots } = useFilesPage();
  const { data: details } = useQuery(detailsQuery(file.id));
  // The server would refuse both.
  const isBlocked = details?.virus_scan?.is_blocked ?? false;
  return (
    <>
      {!isBlocked && (
        <div className={styles.links}>
          <a className={styles.link} href={viewLink(file)} target="_blank" rel="noopener">
            <IconEye size={17} stroke={1.7} aria-hidden="true" />
            {actions.view}
          </a>
          <a className={styles.link} href={downloadLink(file)} download onClick={checkDownload}>
            <IconDownload size={17} stroke={1.7} aria-hidden="true" />
            {actions.download}
          </a>
        </div>
      )}
      <Tabs defaultValue="details" keepMounted={false}>
        <Tabs.List grow aria-label={texts.sections}>
          <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
          <Tabs.Tab value="versions">{texts.versions}</Tabs.Tab>
          <Tabs.Tab value="activity">{texts.activity}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details" className={styles.panel ?? ''}>
          <FileFacts file={file} onLeave={onLeave} />
          <slots.LinkedContainers file={file} isSought={section === 'containers'} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" className={styles.panel ?? ''}>
          <FileVersions file={file} onAsking={onAsking} />
        </Tabs.Panel>
        <Tabs.Panel value="activity" className={styles.panel ?? ''}>
          <FileHistory file={file} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
