import { queryOptions } from '@tanstack/react-query';
import type { Preset } from '#features/containers/core/container-fields.rules.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

/** The number of rows behind a ready-made filter. `today` is the day of the browser. */
export const presetCountQuery = (preset: Preset, today: string) =>
  queryOptions({
    queryKey: [...containersKey, 'count', preset, today],
    // The order of the list is fast for these filters. The newest-first order would read many rows.
    queryFn: ({ signal }) => call(containersContract.page, { preset, today, sort: 'late', limit: 1 }, { signal }),
    select: ({ found }) => found,
    staleTime: 0,
  });
