import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

/** The sums of all filtered containers, and the numbers of their groups. `today` is the day of the browser. */
export function totalsQuery(view: ContainersView, today: string) {
  const input = { ...filterOf(view, today), group: orderOf(view).group };
  return queryOptions({
    queryKey: [...containersKey, 'totals', input],
    queryFn: ({ signal }) => call(containersContract.totals, input, { signal }),
    placeholderData: keepPreviousData,
  });
}
