import { queryOptions } from '@tanstack/react-query';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { linkTexts } from '#features/container-files/container-files.texts.ts';
import { dossierContract } from '#features/container-files/dossier.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { locale } from '#shared/format.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { containersKey, filesKey } from '#web/query-keys.ts';
import { toast } from '#web/toast.tsx';
import { useAction } from '#web/use-action.ts';

// Below the key of containers, so that an event about containers also refreshes these lists.
const linksKey = [...containersKey, 'links'] as const;

export const linkedFilesQuery = (containerId: number) =>
  callPages([...linksKey, 'files', containerId], containerFilesContract.files, { input: { id: containerId } });

export const linkedContainersQuery = (fileId: number) =>
  callQuery([...linksKey, 'containers', fileId], containerFilesContract.containers, { input: { id: fileId } });

/** The URL of the archive with everything about a container, with dates and numbers as on the screens. */
export function dossierLink(id: number): string {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const reader = new URLSearchParams({ language: locale, time_zone });
  return `${dossierContract.dossier.path.replace(':id', String(id))}?${reader}`;
}

const maxChoices = 20;

/** Containers to choose from. The search is that of the list of containers. */
export function containerChoicesQuery(search: string) {
  return queryOptions({
    queryKey: [...linksKey, 'choices', search],
    queryFn: async ({ signal }) => {
      const { containers } = await call(containersContract.page, { search, limit: maxChoices }, { signal });
      return containers.map(({ id, name, container_no }) => ({ id, label: `${name} · ${container_no}` }));
    },
  });
}

/** Files to choose from, by a part of their name. */
export function fileChoicesQuery(search: string) {
  return queryOptions({
    queryKey: [...linksKey, 'file choices', search],
    queryFn: async ({ signal }) => {
      const { groups } = await call(filesContract.overview, { search }, { signal });
      const files = groups.flatMap((group) => group.files).slice(0, maxChoices);
      return files.map(({ id, filename, user_id }) => ({ id, label: filename, user_id }));
    },
    enabled: search !== '',
  });
}

const refresh = [containersKey, [...filesKey, 'history']];

/** Links and unlinks a file. The toast about a removed link has a button that restores the link. */
export function useLinks() {
  const restoration = useAction(containerFilesContract.link, {
    done: linkTexts.linkedAgain,
    failed: linkTexts.linkFailed,
    refresh,
  });
  const link = useAction(containerFilesContract.link, {
    done: linkTexts.linked,
    failed: linkTexts.linkFailed,
    refresh,
  });
  const unlink = useAction(containerFilesContract.unlink, {
    onSuccess: (_, { id, file_id }) =>
      toast.success(linkTexts.unlinked, () => void restoration.run({ id, file_ids: [Number(file_id)] })),
    failed: linkTexts.unlinkFailed,
    refresh,
  });
  return { link, unlink };
}
