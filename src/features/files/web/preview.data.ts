import { queryOptions } from '@tanstack/react-query';
import { shownTextBytes } from '#features/files/preview.rules.ts';
import { previewsContract } from '#features/files/previews.contract.ts';
import type { FileDetails } from '#features/files/versions.contract.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { filesKey, viewLink } from './files.data.ts';
import { detailsQuery } from './keeping.data.ts';

const keptMs = 60_000;

/** What a file is. Kept a while, because people go back and forth. */
export const previewedQuery = (id: number) => ({ ...detailsQuery(id), staleTime: keptMs / 2, gcTime: keptMs });

const askAgainMs = 1500;

/** What the server made of a file, asked until it is made. */
export function madeQuery({ id, content_hash }: FileDetails) {
  return queryOptions({
    queryKey: [...filesKey, 'made', id, content_hash],
    queryFn: ({ signal }) => call(previewsContract.state, { id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? askAgainMs : false),
    gcTime: keptMs,
  });
}

export const pageLink = ({ id, content_hash }: FileDetails): string => `/api/files/${id}/page?of=${content_hash}`;
export const thumbnailLink = ({ id, content_hash }: FileDetails): string =>
  `/api/files/${id}/thumbnail?of=${content_hash}`;

/** The beginning of a text. */
export function textQuery(file: FileDetails) {
  return queryOptions({
    queryKey: [...filesKey, 'text', file.id, file.content_hash],
    queryFn: async ({ signal }): Promise<{ text: string; isCut: boolean }> => {
      const answer = await fetch(viewLink(file), {
        headers: { Range: `bytes=0-${shownTextBytes - 1}` },
        credentials: 'same-origin',
        signal,
      });
      if (!answer.ok) throw new CallFailure(answer.status, { message: '' });
      const bytes = await answer.arrayBuffer();
      const isCut = file.size > shownTextBytes;
      // A letter that was cut in the middle is left out.
      return { text: decoderOf(file.media_type).decode(bytes, { stream: isCut }), isCut };
    },
    gcTime: 0,
  });
}

function decoderOf(mediaType: string): TextDecoder {
  try {
    return new TextDecoder(/charset=([\w-]+)/.exec(mediaType)?.[1]);
  } catch {
    return new TextDecoder();
  }
}
