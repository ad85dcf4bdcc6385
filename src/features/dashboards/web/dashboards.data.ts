import { dashboardsContract as calls } from '#features/dashboards/dashboards.contract.ts';
import { callQuery } from '#web/call-query.ts';

// A failed load shows no toast: the browser and the server log it, and the cards say which figures are missing.
// See docs/specification.md#silent-failures. On return to the page, cached figures are shown until new
// ones arrive.
const always = { staleTime: 0 };

export const adminIndexQuery = callQuery(['dashboards', 'counts'], calls.adminIndex, always);
export const adminDashboardQuery = callQuery(['dashboards', 'admin'], calls.adminDashboard, always);
export const firstStepsQuery = callQuery(['dashboards', 'first-steps'], calls.firstSteps, always);
export const activityQuery = callQuery(['dashboards', 'activity'], calls.activity, always);
export const waitingPapersQuery = callQuery(['dashboards', 'waiting papers'], calls.waitingPapers, always);
