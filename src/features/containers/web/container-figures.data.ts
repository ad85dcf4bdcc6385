import { queryOptions } from '@tanstack/react-query';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import { callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

/** The number of containers that a search finds. */
export const foundContainersQuery = (search: string) =>
  queryOptions({
    queryKey: [...containersKey, 'found', search],
    queryFn: async ({ signal }) => (await call(containersContract.page, { search, limit: 1 }, { signal })).found,
  });

/** The number of rows behind a ready-made filter. `today` is the day of the browser. */
export const presetCountQuery = (preset: Preset, today: string) =>
  queryOptions({
    queryKey: [...containersKey, 'count', preset, today],
    // The order of the list is fast for these filters. The newest-first order would read many rows.
    queryFn: ({ signal }) => call(containersContract.page, { preset, today, sort: 'late', limit: 1 }, { signal }),
    select: ({ found }) => found,
    staleTime: 0,
  });

/**
 * Begins or continues a visit. A failure is silent, as for the other figures of the dashboard. The key differs from
 * that of the lists: each call writes, so a change of a container must not repeat it in every open dashboard.
 */
export const visitQuery = callQuery(['container visit'], containerVisitsContract.visit, { staleTime: 0 });

/** The list of containers, the latest changes first. */
export const latestChangesPath = '/container-status?sort=updated_at&order=desc';
