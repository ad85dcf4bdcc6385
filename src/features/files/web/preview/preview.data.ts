import { queryOptions } from '@tanstack/react-query';
import type { FileDetails } from '#features/files/core/versions.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { shownTextBytes } from '#features/files/preview/preview.rules.ts';
import { locale } from '#shared/format.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { filesKey } from '#web/query-keys.ts';
import { viewLink } from '../files.data.ts';
import { detailsQuery } from '../versions.data.ts';

const cachedMs = 60_000;

/** The details of a file. Cached for a while, because users go back and forth. */
export const previewedQuery = (id: number) => ({ ...detailsQuery(id), staleTime: cachedMs / 2, gcTime: cachedMs });

const pollMs = 1500;

/** The state of the derived files, polled until the extraction has ended. */
export function derivedQuery({ id, content_hash }: FileDetails) {
  return queryOptions({
    queryKey: [...filesKey, 'derived', id, content_hash],
    queryFn: ({ signal }) => call(previewsContract.state, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? pollMs : false),
    gcTime: cachedMs,
  });
}

/** The URL of the page of a file, with moments as on the screens. */
export function pageLink({ id, content_hash }: FileDetails): string {
  const time_zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `/api/files/${id}/page?${new URLSearchParams({ of: content_hash, language: locale, time_zone })}`;
}
export const thumbnailLink = ({ id, content_hash }: FileDetails): string =>
  `/api/files/${id}/thumbnail?of=${content_hash}`;

/** The bytes of the first part of a text. */
export function textQuery(file: FileDetails) {
  return queryOptions({
    queryKey: [...filesKey, 'text', file.id, file.content_hash],
    queryFn: async ({ signal }): Promise<{ bytes: Uint8Array; isCut: boolean }> => {
      const response = await fetch(viewLink(file), {
        headers: { Range: `bytes=0-${shownTextBytes - 1}` },
        credentials: 'same-origin',
        signal,
      });
      if (!response.ok) throw new CallFailure(response.status, { message: '' });
      return { bytes: new Uint8Array(await response.arrayBuffer()), isCut: file.size > shownTextBytes };
    },
    gcTime: 0,
  });
}
