import { IconFileZip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { rowAction } from '#web/widgets/row-action.ts';

/** The button of a card that downloads the dossier. */
export function DossierTool({ containerId, nameId }: { containerId: number; nameId: string }) {
  const client = useQueryClient();
  const download = async () => {
    const { downloadDossier } = await import('./download-dossier.ts');
    await downloadDossier(client, containerId);
  };
  return (
    <button type="button" {...rowAction(linkTexts.dossier, nameId)} onClick={() => void download()}>
      <IconFileZip size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
