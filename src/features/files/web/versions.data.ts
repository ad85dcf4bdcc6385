import { infiniteQueryOptions } from '@tanstack/react-query';
import { maxVersionsListed } from '#features/files/core/files.rules.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';
import { downloadLink, viewLink } from './files.data.ts';

// The details of a file change with every download, so they are not cached.
const always = { staleTime: 0, gcTime: 0 };

export const detailsQuery = (id: number) =>
  callQuery([...filesKey, 'details', id], versionsContract.details, { input: { id }, ...always });

export function versionsQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...filesKey, 'versions', id],
    queryFn: ({ pageParam, signal }) => call(versionsContract.list, { id, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < maxVersionsListed ? undefined : page.at(-1)?.id),
    ...always,
  });
}

export const historyQuery = (id: number) =>
  callQuery([...filesKey, 'history', id], versionsContract.history, { input: { id }, ...always });

type Stored = { filepath: string };

export const viewVersionLink = (file: Stored, versionId: number): string => `${viewLink(file)}?version=${versionId}`;

export const downloadVersionLink = (file: Stored, versionId: number): string =>
  `${downloadLink(file)}&version=${versionId}`;
