import { useEffect } from 'react';
import type { FilesSlots } from '#features/files/web/files-page.context.ts';
import { FilesPage } from '#features/files/web/list/FilesPage.tsx';
import { fetchOnFirstInput } from '#web/fetch-early.ts';
import { lazyPart } from '#web/lazy-part.ts';

const loadLinkedContainers = () => import('#features/container-files/web/LinkedContainers.tsx');

// All of them need the calls of containers, which are loaded only when a part is shown.
const slots: FilesSlots = {
  LinkedContainers: lazyPart(() => loadLinkedContainers().then((file) => file.LinkedContainers)),
  LinkForm: lazyPart(() => import('#features/container-files/web/LinkForm.tsx').then((file) => file.LinkForm)),
  Viewers: lazyPart(() => import('#features/visibility/web/FileViewers.tsx').then((file) => file.FileViewers)),
  ContainerFilter: lazyPart(() =>
    import('#features/container-files/web/ContainerFilter.tsx').then((file) => file.ContainerFilter),
  ),
  FoundContainers: lazyPart(() =>
    import('#features/container-files/web/FoundContainers.tsx').then((file) => file.FoundContainers),
  ),
  nameOfContainer: async (client, id) => {
    const { containerQuery } = await import('#features/containers/web/containers.data.ts');
    return (await client.fetchQuery(containerQuery(id))).name;
  },
};

export function FilesScreen() {
  useEffect(() => fetchOnFirstInput(loadLinkedContainers), []);
  return <FilesPage slots={slots} />;
}
