import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { partyTexts as texts } from '#features/containers/parties/container-parties.texts.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';
import { partiesKey } from '../parties.data.ts';

const usedPartiesKey = [...partiesKey, 'used'] as const;

/** The queries to refresh after a name has changed. */
export const withParties = [partiesKey, containersKey];

type Filter = Pick<InputOf<typeof partiesContract.page>, 'search' | 'kind'>;

export const usedPartiesQuery = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...usedPartiesKey, 'pages', filter],
    queryFn: ({ pageParam, signal }) => call(partiesContract.page, { ...filter, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { failed: texts.failed },
  });

export const doublesQuery = queryOptions({
  queryKey: [...usedPartiesKey, 'doubles'],
  queryFn: ({ signal }) => call(partiesContract.doubles, {}, { signal }),
});

/** What a new name changes. It is asked anew whenever a dialog opens. */
export const changeQuery = (id: number, name: string) =>
  queryOptions({
    queryKey: [...usedPartiesKey, 'change', id, name],
    queryFn: ({ signal }) => call(partiesContract.change, { id, name }, { signal }),
    enabled: name !== '',
    gcTime: 0,
  });
