import type { QueryClient } from '@tanstack/react-query';
import { maxDossierFiles } from '#features/container-files/dossier.rules.ts';
import { dossierTexts } from '#features/container-files/dossier.texts.ts';
import { toast } from '#web/toast.tsx';
import { dossierLink, linkedFilesQuery } from './container-files.data.ts';

/** Downloads the dossier of a container, or shows why that is refused. Requests the number of its documents first. */
export async function downloadDossier(client: QueryClient, containerId: number): Promise<void> {
  const list = await client.fetchInfiniteQuery(linkedFilesQuery(containerId)).catch(() => undefined);
  const found = list?.pages[0]?.found;
  if (found === undefined) toast.error(dossierTexts.failed);
  else if (found > maxDossierFiles) toast.error(dossierTexts.tooMany(found, maxDossierFiles));
  else location.assign(dossierLink(containerId));
}
