import type { Routes } from '#server/http/mount.ts';
import { managingRoles } from '#shared/access.ts';
import type { dashboardsContract } from '../dashboards.contract.ts';
import { countAll, listActivity, overviewForAdmins } from './dashboards.service.ts';

const gate = { roles: managingRoles };

export const dashboardsRoutes: Routes<typeof dashboardsContract> = {
  adminIndex: { gate, handle: ({ parts, caller }) => countAll(parts, caller) },
  adminDashboard: { gate, handle: ({ parts, caller }) => overviewForAdmins(parts, caller) },
  activity: { gate: 'signed-in', handle: ({ parts, caller }) => listActivity(parts, caller) },
};
