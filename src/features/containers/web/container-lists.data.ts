import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { containerWorkContract } from '#features/containers/container-work.contract.ts';
import { partiesContract } from '#features/containers/parties.contract.ts';
import { call } from '#web/call.ts';

/** Suppliers, customers and carriers by a part of their name. */
export function partiesQuery(search: string) {
  return queryOptions({
    queryKey: ['parties', search],
    queryFn: ({ signal }) => call(partiesContract.list, { search, limit: 100 }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** People with the module by a part of their name. */
export function peopleQuery(search: string) {
  return queryOptions({
    queryKey: ['container people', search],
    queryFn: ({ signal }) => call(containerWorkContract.people, { search, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Ports by a part of their name, country or code. */
export function portsQuery(search: string) {
  return queryOptions({
    queryKey: ['ports', search],
    queryFn: ({ signal }) => call(partiesContract.ports, { search, limit: 50 }, { signal }),
    placeholderData: keepPreviousData,
  });
}
