import { IconFileZip } from '@tabler/icons-react';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { checkDownload } from '#web/check-download.ts';
import { rowAction } from '#web/widgets/row-action.ts';
import { dossierLink } from './container-files.data.ts';

/** The link of a card to the dossier. */
export const DossierTool = ({ containerId, nameId }: { containerId: number; nameId: string }) => (
  <a {...rowAction(linkTexts.dossier, nameId)} href={dossierLink(containerId)} download onClick={checkDownload}>
    <IconFileZip size={18} stroke={1.7} aria-hidden="true" />
  </a>
);
