import { keepSetting } from '#server/database/settings.queries.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles, roles } from '#shared/access.ts';
import type { dashboardsContract } from '../dashboards.contract.ts';
import { findFirstSteps, firstStepsHidden } from './dashboards.queries.ts';
import { countAll, listActivity, overviewForAdmins } from './dashboards.service.ts';

const gate = { roles: managingRoles };
const administrators = { roles: [roles.administrator] };

export const dashboardsRoutes: Routes<typeof dashboardsContract> = {
  adminIndex: { gate, handle: ({ parts, caller }) => countAll(parts, caller) },
  adminDashboard: { gate, handle: ({ parts, caller }) => overviewForAdmins(parts, caller) },
  firstSteps: { gate: administrators, handle: ({ parts }) => findFirstSteps(parts.db) },
  hideFirstSteps: { gate: administrators, handle: ({ parts }) => keepSetting(parts.db, firstStepsHidden, 'yes') },
  activity: { gate: 'signed-in', handle: ({ parts, caller }) => listActivity(parts, caller) },
};
