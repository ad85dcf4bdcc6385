import { IconFileZip } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { RowTool } from '#web/widgets/RowTool.tsx';
import { dossierLink } from './container-files.data.ts';

/** The link of a card to the dossier. */
export const DossierTool = ({ containerId, nameId }: { containerId: number; nameId: string }) => (
  <RowTool
    icon={IconFileZip}
    label={linkTexts.dossier}
    aboutId={nameId}
    link={{ href: dossierLink(containerId), download: true, onClick: checkDownload }}
  />
);
