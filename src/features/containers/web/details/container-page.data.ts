import { listQueryOf } from '#features/containers/list/container-neighbours.rules.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { containersKey } from '#web/query-keys.ts';
import { queryOf } from '#web/query-of.ts';

export const followersQuery = (id: number) =>
  queryOf([...containersKey, 'followers', id], containerWorkContract.followers, { id });

/** The containers before and after this one in the list of this address. An invalid address has none. */
export function neighboursQuery(id: number, address: string, today: string) {
  const list = listQueryOf(new URLSearchParams(address), today);
  return queryOf(
    [...containersKey, 'neighbours', id, list],
    containerWorkContract.neighbours,
    { id, ...list },
    { retry: false },
  );
}
