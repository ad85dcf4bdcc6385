import type { FastifyInstance } from 'fastify';
import { containersContract } from '#features/containers/containers.contract.ts';
import { containersRoutes } from '#features/containers/server/containers.routes.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { dashboardsRoutes } from '#features/dashboards/server/dashboards.routes.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { fileTypesRoutes } from '#features/file-types/server/file-types.routes.ts';
import { filesContract } from '#features/files/files.contract.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { filesRoutes } from '#features/files/server/files.routes.ts';
import { selectionRoutes, trashRoutes, versionsRoutes } from '#features/files/server/keeping.routes.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { versionsContract } from '#features/files/versions.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { notificationsRoutes } from '#features/notifications/server/notifications.routes.ts';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { pagePerformanceRoutes } from '#features/page-performance/server/page-performance.routes.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { passwordsRoutes } from '#features/passwords/server/passwords.routes.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { permissionsRoutes } from '#features/permissions/server/permissions.routes.ts';
import { sessionRoutes } from '#features/session/server/session.routes.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { teamsRoutes } from '#features/teams/server/teams.routes.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersRoutes } from '#features/users/server/users.routes.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { mount } from '#server/http/mount.ts';
import type { Parts } from '#server/parts.ts';

/** Every feature's calls. */
export function mountFeatures(app: FastifyInstance, parts: Parts): void {
  mount(app, parts, sessionContract, sessionRoutes);
  mount(app, parts, usersContract, usersRoutes);
  mount(app, parts, teamsContract, teamsRoutes);
  mount(app, parts, fileTypesContract, fileTypesRoutes);
  mount(app, parts, permissionsContract, permissionsRoutes);
  mount(app, parts, passwordsContract, passwordsRoutes);
  mount(app, parts, filesContract, filesRoutes);
  mount(app, parts, trashContract, trashRoutes);
  mount(app, parts, versionsContract, versionsRoutes);
  mount(app, parts, selectionContract, selectionRoutes);
  mount(app, parts, containersContract, containersRoutes);
  mount(app, parts, pagePerformanceContract, pagePerformanceRoutes);
  mount(app, parts, notificationsContract, notificationsRoutes);
  mount(app, parts, dashboardsContract, dashboardsRoutes);
}
