import { Button } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { maxDossierFiles } from '#features/container-files/dossier.rules.ts';
import { dossierTexts } from '#features/container-files/dossier.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { toast } from '#web/toast.tsx';
import { dossierLink } from './container-files.data.ts';
import styles from './UploadDocuments.module.css';

/** `found`: the linked documents that the reader may see. */
type Props = { containerId: number; found: number };

/** Downloads everything about a container as one archive. */
export function DownloadDossier({ containerId, found }: Props) {
  const refuseTooMany = (event: MouseEvent<HTMLAnchorElement>) => {
    if (found <= maxDossierFiles) return checkDownload(event);
    event.preventDefault();
    toast.error(dossierTexts.tooMany(found, maxDossierFiles));
  };
  return (
    <div className={styles.buttons}>
      <Button
        component="a"
        href={dossierLink(containerId)}
        download
        variant="default"
        size="compact-md"
        leftSection={<IconFileZip size={16} stroke={1.75} aria-hidden="true" />}
        onClick={refuseTooMany}
      >
        {linkTexts.dossier}
      </Button>
    </div>
  );
}
