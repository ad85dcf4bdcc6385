import { queryOptions } from '@tanstack/react-query';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

/** The number of containers that a search finds. */
export const foundContainersQuery = (search: string) =>
  queryOptions({
    queryKey: [...containersKey, 'found', search],
    queryFn: async ({ signal }) => (await call(containersContract.page, { search, limit: 1 }, { signal })).found,
  });
