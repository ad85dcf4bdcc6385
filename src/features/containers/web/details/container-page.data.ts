import { queryOptions } from '@tanstack/react-query';
import { listQueryOf } from '#features/containers/list/container-neighbours.rules.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

export const followersQuery = (id: number) =>
  queryOptions({
    queryKey: [...containersKey, 'followers', id],
    queryFn: ({ signal }) => call(containerWorkContract.followers, { id }, { signal }),
  });

/** The containers before and after this one in the list of this address. An invalid address has none. */
export function neighboursQuery(id: number, address: string, today: string) {
  const list = listQueryOf(new URLSearchParams(address), today);
  return queryOptions({
    queryKey: [...containersKey, 'neighbours', id, list],
    queryFn: ({ signal }) => call(containerWorkContract.neighbours, { id, ...list }, { signal }),
    retry: false,
  });
}
