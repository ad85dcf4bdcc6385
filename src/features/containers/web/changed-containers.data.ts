import { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import { queryOf } from '#web/query-of.ts';

/**
 * Begins or continues a visit. A failure is silent, as for the other figures of the dashboard. The key differs from
 * that of the lists: each call writes, so a change of a container must not repeat it in every open dashboard.
 */
export const visitQuery = queryOf(['container visit'], containerVisitsContract.visit, {}, { staleTime: 0 });

/** The list of containers, the latest changes first. */
export const latestChangesPath = '/container-status?sort=updated_at&order=desc';
