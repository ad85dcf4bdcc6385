import type { FastifyInstance } from 'fastify';
import { apiDocumentContract } from '#features/api-document/api-document.contract.ts';
import { apiDocumentRoutes } from '#features/api-document/server/api-document.routes.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { auditRoutes } from '#features/audit/server/audit.routes.ts';
import { containersContract } from '#features/containers/containers.contract.ts';
import { containersRoutes } from '#features/containers/server/containers.routes.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { dashboardsRoutes } from '#features/dashboards/server/dashboards.routes.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { fileTypesRoutes } from '#features/file-types/server/file-types.routes.ts';
import { filesContract } from '#features/files/files.contract.ts';
import { previewsContract } from '#features/files/previews.contract.ts';
import { selectionContract } from '#features/files/selection.contract.ts';
import { filesRoutes } from '#features/files/server/files.routes.ts';
import { previewsRoutes, selectionRoutes, trashRoutes, versionsRoutes } from '#features/files/server/keeping.routes.ts';
import { uploadsRoutes } from '#features/files/server/uploads.routes.ts';
import { trashContract } from '#features/files/trash.contract.ts';
import { uploadsContract } from '#features/files/uploads.contract.ts';
import { versionsContract } from '#features/files/versions.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { notificationsRoutes } from '#features/notifications/server/notifications.routes.ts';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { pagePerformanceRoutes } from '#features/page-performance/server/page-performance.routes.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { passwordsRoutes } from '#features/passwords/server/passwords.routes.ts';
import { twoFactorRoutes } from '#features/passwords/server/two-factor.routes.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { permissionsRoutes } from '#features/permissions/server/permissions.routes.ts';
import { sessionRoutes } from '#features/session/server/session.routes.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { systemRoutes } from '#features/system/server/system.routes.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { teamsRoutes } from '#features/teams/server/teams.routes.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { usersRoutes } from '#features/users/server/users.routes.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { mount } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import type { Parts } from '#server/parts.ts';
import type { Gate } from '#shared/access.ts';
import type { Contract } from '#shared/endpoint.ts';

type Room = {
  contract: Contract;
  routes: Record<string, { gate: Gate }>;
  open: (app: FastifyInstance, parts: Parts) => void;
};

const room = <C extends Contract>(contract: C, routes: Routes<C>): Room => ({
  contract,
  routes,
  open: (app, parts) => mount(app, parts, contract, routes),
});

/** Every feature's calls. */
const rooms: Room[] = [
  room(sessionContract, sessionRoutes),
  room(usersContract, usersRoutes),
  room(teamsContract, teamsRoutes),
  room(fileTypesContract, fileTypesRoutes),
  room(permissionsContract, permissionsRoutes),
  room(passwordsContract, passwordsRoutes),
  room(twoFactorContract, twoFactorRoutes),
  room(filesContract, filesRoutes),
  room(uploadsContract, uploadsRoutes),
  room(trashContract, trashRoutes),
  room(versionsContract, versionsRoutes),
  room(selectionContract, selectionRoutes),
  room(previewsContract, previewsRoutes),
  room(containersContract, containersRoutes),
  room(pagePerformanceContract, pagePerformanceRoutes),
  room(notificationsContract, notificationsRoutes),
  room(dashboardsContract, dashboardsRoutes),
  room(auditContract, auditRoutes),
  room(systemContract, systemRoutes),
  room(apiDocumentContract, apiDocumentRoutes(listCalls)),
];

/** Every call with its gate. */
function listCalls() {
  return rooms.flatMap(({ contract, routes }) =>
    Object.entries(contract).map(([name, endpoint]) => ({ endpoint, gate: routes[name]?.gate ?? 'anyone' })),
  );
}

export function mountFeatures(app: FastifyInstance, parts: Parts): void {
  for (const { open } of rooms) open(app, parts);
}
