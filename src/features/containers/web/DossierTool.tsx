import { IconFileZip } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { maxDossierFiles } from '#features/container-files/dossier.rules.ts';
import { dossierTexts } from '#features/container-files/dossier.texts.ts';
import { dossierLink, linkedFilesQuery } from '#features/container-files/web/container-files.data.ts';
import { toast } from '#web/toast.tsx';
import { rowAction } from '#web/widgets/row-action.ts';

/** The button of a card that downloads the dossier. A card does not know the number of its documents and asks for it. */
export function DossierTool({ containerId, nameId }: { containerId: number; nameId: string }) {
  const client = useQueryClient();
  const download = async () => {
    const list = await client.fetchInfiniteQuery(linkedFilesQuery(containerId)).catch(() => undefined);
    const found = list?.pages[0]?.found;
    if (found === undefined) toast.error(dossierTexts.failed);
    else if (found > maxDossierFiles) toast.error(dossierTexts.tooMany(found, maxDossierFiles));
    else location.assign(dossierLink(containerId));
  };
  return (
    <button type="button" {...rowAction(dossierTexts.download, nameId)} onClick={() => void download()}>
      <IconFileZip size={18} stroke={1.7} aria-hidden="true" />
    </button>
  );
}
