import { queryOptions } from '@tanstack/react-query';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { call } from '#web/call.ts';

// A failed load shows no toast: the browser and the server log it, and the cards say which figures are missing.
// See docs/specification.md#silent-failures. On return to the page, cached figures are shown until new
// ones arrive.

export const adminIndexQuery = queryOptions({
  queryKey: ['dashboards', 'counts'],
  queryFn: ({ signal }) => call(dashboardsContract.adminIndex, {}, { signal }),
  staleTime: 0,
});

export const adminDashboardQuery = queryOptions({
  queryKey: ['dashboards', 'admin'],
  queryFn: ({ signal }) => call(dashboardsContract.adminDashboard, {}, { signal }),
  staleTime: 0,
});

export const firstStepsQuery = queryOptions({
  queryKey: ['dashboards', 'first-steps'],
  queryFn: ({ signal }) => call(dashboardsContract.firstSteps, {}, { signal }),
  staleTime: 0,
});

export const activityQuery = queryOptions({
  queryKey: ['dashboards', 'activity'],
  queryFn: ({ signal }) => call(dashboardsContract.activity, {}, { signal }),
  staleTime: 0,
});

export const waitingPapersQuery = queryOptions({
  queryKey: ['dashboards', 'waiting papers'],
  queryFn: ({ signal }) => call(dashboardsContract.waitingPapers, {}, { signal }),
  staleTime: 0,
});
