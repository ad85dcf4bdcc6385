import { keepPreviousData } from '@tanstack/react-query';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { callQuery } from '#web/call-query.ts';

/** The maximum number of results of a call. */
const maxPeople = 50;
const maxOthers = 100;

/** The common prefix of all queries about parties. */
export const partiesKey = ['parties'] as const;

/** Suppliers, customers and carriers by a part of their name. */
export const partiesQuery = (search: string) =>
  callQuery([...partiesKey, 'found', search], partiesContract.list, {
    input: { search, limit: maxOthers },
    placeholderData: keepPreviousData,
  });

/** The names of the parties and people in the filters. */
export const partiesByIdQuery = (ids: readonly number[]) =>
  callQuery([...partiesKey, 'by id', ids], partiesContract.list, {
    input: { ids: ids.join(','), limit: maxOthers },
    enabled: ids.length > 0,
  });

export const peopleByIdQuery = (ids: readonly number[]) =>
  callQuery(['container people', 'by id', ids], containerWorkContract.people, {
    input: { ids: ids.join(','), limit: maxPeople },
    enabled: ids.length > 0,
  });

/** Ports by a part of their name, country or code. */
export const portsQuery = (search: string) =>
  callQuery(['ports', search], partiesContract.ports, {
    input: { search, limit: maxOthers },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

/** People with the module by a part of their name, who may be assigned and mentioned. */
export const peopleQuery = (search: string) =>
  callQuery(['container people', search], containerWorkContract.people, {
    input: { search, limit: maxPeople },
    placeholderData: keepPreviousData,
  });
