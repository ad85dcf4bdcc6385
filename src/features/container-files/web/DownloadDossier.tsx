import { IconFileZip } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { dossierLink } from './container-files.data.ts';
import styles from './UploadDocuments.module.css';

/** Downloads everything about a container as one archive. */
export const DownloadDossier = ({ containerId }: { containerId: number }) => (
  <div className={styles.buttons}>
    <IconButton
      icon={IconFileZip}
      variant="default"
      size="compact-md"
      link={{ href: dossierLink(containerId), download: true, onClick: checkDownload }}
    >
      {linkTexts.dossier}
    </IconButton>
  </div>
);
