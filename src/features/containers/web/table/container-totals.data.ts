import { keepPreviousData } from '@tanstack/react-query';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { containersKey } from '#web/query-keys.ts';
import { queryOf } from '#web/query-of.ts';

/** The sums of all filtered containers, and the numbers of their groups. `today` is the day of the browser. */
export function totalsQuery(view: ContainersView, today: string) {
  const input = { ...filterOf(view, today), group: orderOf(view).group };
  return queryOf([...containersKey, 'totals', input], containersContract.totals, input, {
    placeholderData: keepPreviousData,
  });
}
