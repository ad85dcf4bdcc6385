import { saveSetting } from '#server/database/settings.queries.ts';
import type { Routes } from '#server/http/mount.ts';
import { managingRoles, roles } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import type { dashboardsContract } from '../dashboards.contract.ts';
import { firstStepsHidden } from './dashboards.queries.ts';
import { countAll, firstSteps, listActivity, overviewForAdmins, waitingPapers } from './dashboards.service.ts';

const gate = { roles: managingRoles };
const administrators = { roles: [roles.administrator] };

export const dashboardsRoutes: Routes<typeof dashboardsContract> = {
  adminIndex: { gate, handle: ({ ctx, caller }) => countAll(ctx, caller) },
  adminDashboard: { gate, handle: ({ ctx, caller }) => overviewForAdmins(ctx, caller) },
  firstSteps: { gate: administrators, handle: ({ ctx }) => firstSteps(ctx) },
  hideFirstSteps: { gate: administrators, handle: ({ ctx }) => saveSetting(ctx.db, firstStepsHidden, 'yes') },
  waitingPapers: {
    gate: { module: productModules.containers },
    handle: ({ ctx, caller }) => waitingPapers(ctx, caller),
  },
  activity: { gate: 'signed-in', handle: ({ ctx, caller }) => listActivity(ctx, caller) },
};
