import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { dossierLink } from './container-files.data.ts';
import styles from './UploadDocuments.module.css';

/** Downloads everything about a container as one archive. */
export const DownloadDossier = ({ containerId }: { containerId: number }) => (
  <div className={styles.buttons}>
    <Button
      component="a"
      href={dossierLink(containerId)}
      download
      variant="default"
      size="compact-md"
      leftSection={<IconFileZip size={16} stroke={1.75} aria-hidden="true" />}
      onClick={checkDownload}
    >
      {linkTexts.dossier}
    </Button>
  </div>
);
