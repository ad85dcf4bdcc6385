import { Drawer, Tabs } from '@mantine/core';
import { IconDownload, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { nameLabel } from '#features/files/files-view.rules.ts';
import type { File } from '#features/files/files.contract.ts';
import { ownTexts, texts as actions } from '#features/files/files.texts.ts';
import { detailsTexts as texts } from '#features/files/keeping.texts.ts';
import { FileIcon } from '#web/widgets/FileIcon.tsx';
import { FileFacts } from './FileFacts.tsx';
import { FileHistory } from './FileHistory.tsx';
import { downloadLink, viewLink } from './files.data.ts';
import { FileVersions } from './FileVersions.tsx';
import styles from './FileDetails.module.css';

type Props = { file: File | undefined; onClose: () => void };

/** Everything about one file: what it is, what it was, and who did what with it. */
export function FileDetailsDrawer({ file, onClose }: Props) {
  // Kept while the drawer slides out, so that it is not empty before it is gone.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  // A dialog on top of the drawer has Escape for itself.
  const [asking, setAsking] = useState(false);

  return (
    <Drawer
      opened={file !== undefined}
      onClose={onClose}
      position="right"
      size={480}
      title={shown && <DrawerTitle file={shown} />}
      closeOnEscape={!asking}
      closeOnClickOutside={!asking}
      closeButtonProps={{ 'aria-label': ownTexts.close }}
      classNames={{ header: styles.header ?? '', title: styles.titleBox ?? '', body: styles.body ?? '' }}
    >
      {shown && <Sections key={shown.id} file={shown} onAsking={setAsking} />}
    </Drawer>
  );
}

function DrawerTitle({ file }: { file: File }) {
  const name = nameLabel(file);
  return (
    <span className={styles.title}>
      <FileIcon name={name} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
    </span>
  );
}

function Sections({ file, onAsking }: { file: File; onAsking: (asking: boolean) => void }) {
  return (
    <>
      <div className={styles.links}>
        <a className={styles.link} href={viewLink(file)} target="_blank" rel="noopener">
          <IconEye size={17} stroke={1.7} aria-hidden="true" />
          {actions.view}
        </a>
        <a className={styles.link} href={downloadLink(file)} download>
          <IconDownload size={17} stroke={1.7} aria-hidden="true" />
          {actions.download}
        </a>
      </div>
      <Tabs defaultValue="details" keepMounted={false} classNames={{ tab: styles.tab ?? '' }}>
        <Tabs.List grow aria-label={texts.sections}>
          <Tabs.Tab value="details">{texts.details}</Tabs.Tab>
          <Tabs.Tab value="versions">{texts.versions}</Tabs.Tab>
          <Tabs.Tab value="activity">{texts.activity}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="details" className={styles.panel ?? ''}>
          <FileFacts file={file} />
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
