import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { call } from '#web/call.ts';

/** The maximum number of results of a call. */
const maxPeople = 50;
const maxOthers = 100;

/** The common prefix of all queries about parties. */
export const partiesKey = ['parties'] as const;

/** Suppliers, customers and carriers by a part of their name. */
export const partiesQuery = (search: string) =>
  queryOptions({
    queryKey: [...partiesKey, 'found', search],
    queryFn: ({ signal }) => call(partiesContract.list, { search, limit: maxOthers }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The names of the parties and people in the filters. */
export const partiesByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: [...partiesKey, 'by id', ids],
    queryFn: ({ signal }) => call(partiesContract.list, { ids: ids.join(','), limit: maxOthers }, { signal }),
    enabled: ids.length > 0,
  });

export const peopleByIdQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['container people', 'by id', ids],
    queryFn: ({ signal }) => call(containerWorkContract.people, { ids: ids.join(','), limit: maxPeople }, { signal }),
    enabled: ids.length > 0,
  });

/** Ports by a part of their name, country or code. */
export const portsQuery = (search: string) =>
  queryOptions({
    queryKey: ['ports', search],
    queryFn: ({ signal }) => call(partiesContract.ports, { search, limit: maxOthers }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** People with the module by a part of their name, who may be assigned and mentioned. */
export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: ['container people', search],
    queryFn: ({ signal }) => call(containerWorkContract.people, { search, limit: maxPeople }, { signal }),
    placeholderData: keepPreviousData,
  });
