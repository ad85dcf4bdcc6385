import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { containerWorkContract } from '#features/containers/container-work.contract.ts';
import { partiesContract } from '#features/containers/parties.contract.ts';
import { call } from '#web/call.ts';

const shownAtOnce = 20;

export const partiesQuery = (search: string) =>
  queryOptions({
    queryKey: ['parties', search],
    queryFn: ({ signal }) => call(partiesContract.list, { search, limit: shownAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  });

export const portsQuery = (search: string) =>
  queryOptions({
    queryKey: ['ports', search],
    queryFn: ({ signal }) => call(partiesContract.ports, { search, limit: shownAtOnce }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** The people who may be assigned and mentioned. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['container people', search],
    queryFn: ({ signal }) => call(containerWorkContract.people, { search, limit: shownAtOnce }, { signal }),
    placeholderData: keepPreviousData,
  });
