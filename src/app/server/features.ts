import type { FastifyInstance } from 'fastify';
import { apiDocumentContract } from '#features/api-document/api-document.contract.ts';
import { apiDocumentRoutes } from '#features/api-document/server/api-document.routes.ts';
import { auditContract } from '#features/audit/audit.contract.ts';
import { auditRoutes } from '#features/audit/server/audit.routes.ts';
import { calendarsContract } from '#features/calendars/calendars.contract.ts';
import { calendarsRoutes } from '#features/calendars/server/calendars.routes.ts';
import { checklistRoutes } from '#features/checklist/server/checklist.routes.ts';
import { containerFilesContract } from '#features/container-files/container-files.contract.ts';
import { dossierContract } from '#features/container-files/dossier.contract.ts';
import { containerFilesRoutes } from '#features/container-files/server/container-files.routes.ts';
import { dossierRoutes } from '#features/container-files/server/dossier.routes.ts';
import { bulkContract } from '#features/containers/bulk/container-bulk.contract.ts';
import { cellsContract } from '#features/containers/cells/container-cells.contract.ts';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import { containerImportContract } from '#features/containers/import/container-import.contract.ts';
import { containerExportContract } from '#features/containers/list/container-export.contract.ts';
import { partiesContract } from '#features/containers/parties/parties.contract.ts';
import { containerReportContract } from '#features/containers/report/container-report.contract.ts';
import { bulkRoutes } from '#features/containers/server/bulk/container-bulk.routes.ts';
import { cellsRoutes } from '#features/containers/server/cells/container-cells.routes.ts';
import { containersRoutes } from '#features/containers/server/core/containers.routes.ts';
import { containerImportRoutes } from '#features/containers/server/import/container-import.routes.ts';
import { containerExportRoutes } from '#features/containers/server/list/container-export.routes.ts';
import { partiesRoutes } from '#features/containers/server/parties/parties.routes.ts';
import { containerReportRoutes } from '#features/containers/server/report/container-report.routes.ts';
import { containerVisitsRoutes } from '#features/containers/server/work/container-visits.routes.ts';
import { containerWorkRoutes } from '#features/containers/server/work/container-work.routes.ts';
import { containerVisitsContract } from '#features/containers/work/container-visits.contract.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { dashboardsContract } from '#features/dashboards/dashboards.contract.ts';
import { dashboardsRoutes } from '#features/dashboards/server/dashboards.routes.ts';
import { fileTypesContract } from '#features/file-types/file-types.contract.ts';
import { fileTypesRoutes } from '#features/file-types/server/file-types.routes.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import { foldersContract } from '#features/files/core/folders.contract.ts';
import { versionsContract } from '#features/files/core/versions.contract.ts';
import { filesExportContract } from '#features/files/list/files-export.contract.ts';
import { selectionContract } from '#features/files/list/selection.contract.ts';
import { previewsContract } from '#features/files/preview/preview.contract.ts';
import { filesRoutes } from '#features/files/server/core/files.routes.ts';
import { foldersRoutes } from '#features/files/server/core/folders.routes.ts';
import { versionsRoutes } from '#features/files/server/core/versions.routes.ts';
import { filesExportRoutes } from '#features/files/server/list/files-export.routes.ts';
import { selectionRoutes } from '#features/files/server/list/selection.routes.ts';
import { previewsRoutes } from '#features/files/server/preview/preview.routes.ts';
import { trashRoutes } from '#features/files/server/trash/trash.routes.ts';
import { uploadsRoutes } from '#features/files/server/upload/resumable-upload.routes.ts';
import { typeProposalsRoutes } from '#features/files/server/upload/type-proposals.routes.ts';
import { trashContract } from '#features/files/trash/trash.contract.ts';
import { uploadsContract } from '#features/files/upload/resumable-upload.contract.ts';
import { typeProposalsContract } from '#features/files/upload/type-proposals.contract.ts';
import { mailInContract } from '#features/mail-in/mail-in.contract.ts';
import { mailInRoutes } from '#features/mail-in/server/mail-in.routes.ts';
import { mailChoiceContract } from '#features/notifications/mail-choice.contract.ts';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import { mailChoiceRoutes } from '#features/notifications/server/mail-choice.routes.ts';
import { notificationsRoutes } from '#features/notifications/server/notifications.routes.ts';
import { pagePerformanceContract } from '#features/page-performance/page-performance.contract.ts';
import { pagePerformanceRoutes } from '#features/page-performance/server/page-performance.routes.ts';
import { checklistContract } from '#features/papers/checklist.contract.ts';
import { passkeysContract } from '#features/passwords/passkeys.contract.ts';
import { passwordsContract } from '#features/passwords/passwords.contract.ts';
import { passkeysRoutes } from '#features/passwords/server/passkeys.routes.ts';
import { refusePoorPassword } from '#features/passwords/server/password-rules.ts';
import { passwordsRoutes } from '#features/passwords/server/passwords.routes.ts';
import { completeSignIn, signIn, signInByCode } from '#features/passwords/server/sign-in.service.ts';
import { twoFactorRoutes } from '#features/passwords/server/two-factor.routes.ts';
import { twoFactorContract } from '#features/passwords/two-factor.contract.ts';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { permissionsRoutes } from '#features/permissions/server/permissions.routes.ts';
import { sampleContract } from '#features/sample/sample.contract.ts';
import { sampleRoutes } from '#features/sample/server/sample.routes.ts';
import { sessionRoutes } from '#features/session/server/session.routes.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import { singleSignOnRoutes } from '#features/single-sign-on/server/single-sign-on.routes.ts';
import { singleSignOnContract } from '#features/single-sign-on/single-sign-on.contract.ts';
import { systemRoutes } from '#features/system/server/system.routes.ts';
import { systemContract } from '#features/system/system.contract.ts';
import { teamsRoutes } from '#features/teams/server/teams.routes.ts';
import { teamsContract } from '#features/teams/teams.contract.ts';
import { tokensRoutes } from '#features/tokens/server/tokens.routes.ts';
import { tokensContract } from '#features/tokens/tokens.contract.ts';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { invitationsRoutes } from '#features/users/server/invitations.routes.ts';
import { usersExportRoutes } from '#features/users/server/users-export.routes.ts';
import { usersImportRoutes } from '#features/users/server/users-import.routes.ts';
import { usersRoutes } from '#features/users/server/users.routes.ts';
import { usersExportContract } from '#features/users/users-export.contract.ts';
import { usersImportContract } from '#features/users/users-import.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import { visibilityRoutes } from '#features/visibility/server/visibility.routes.ts';
import { visibilityContract } from '#features/visibility/visibility.contract.ts';
import { webhooksRoutes } from '#features/webhooks/server/webhooks.routes.ts';
import { examplePayload, payload, testMeaning, webhooksContract } from '#features/webhooks/webhooks.contract.ts';
import type { Context } from '#server/context.ts';
import { areaOf, mount } from '#server/http/mount.ts';
import type { Routes } from '#server/http/mount.ts';
import type { Area, Gate } from '#shared/access.ts';
import type { Contract } from '#shared/endpoint.ts';
import { eventMeanings } from '#shared/event-names.ts';

type Feature = {
  /** The heading of its calls on the API page. */
  title: string;
  contract: Contract;
  routes: Record<string, { gate: Gate }>;
  /** The area that access tokens need for its calls. Without one, they may make those calls only that name an area. */
  area?: Area | undefined;
  open: (app: FastifyInstance, ctx: Context) => void;
};

const feature = <C extends Contract>(title: string, contract: C, routes: Routes<C>, area?: Area): Feature => ({
  title,
  contract,
  routes,
  area,
  open: (app, ctx) => mount(app, ctx, contract, routes, area),
});

/** The messages to webhooks, in the API document. */
const messages = {
  group: 'Webhooks',
  body: payload,
  example: examplePayload,
  kinds: { ...eventMeanings, ...testMeaning },
};

/** The calls of every feature, in the order of the API page. */
const features: Feature[] = [
  feature('Sign-in', sessionContract, sessionRoutes({ signIn, signInByCode })),
  feature('Sign-in', singleSignOnContract, singleSignOnRoutes(completeSignIn)),
  feature('Users', usersContract, usersRoutes(refusePoorPassword)),
  feature('Users', usersExportContract, usersExportRoutes, 'users'),
  feature('Users', invitationsContract, invitationsRoutes),
  feature('Users', usersImportContract, usersImportRoutes),
  feature('Teams', teamsContract, teamsRoutes, 'users'),
  feature('File types', fileTypesContract, fileTypesRoutes, 'files'),
  feature('Permissions', permissionsContract, permissionsRoutes),
  feature('Permissions', visibilityContract, visibilityRoutes),
  feature('Passwords and two-factor sign-in', passwordsContract, passwordsRoutes),
  feature('Passwords and two-factor sign-in', twoFactorContract, twoFactorRoutes),
  feature('Passkeys', passkeysContract, passkeysRoutes),
  feature('Access tokens', tokensContract, tokensRoutes),
  feature('Files', filesContract, filesRoutes, 'files'),
  feature('Files', foldersContract, foldersRoutes, 'files'),
  feature('Files', filesExportContract, filesExportRoutes, 'files'),
  feature('Files', uploadsContract, uploadsRoutes, 'files'),
  feature('Files', typeProposalsContract, typeProposalsRoutes, 'files'),
  feature('Files', trashContract, trashRoutes, 'files'),
  feature('Files', versionsContract, versionsRoutes, 'files'),
  feature('Files', selectionContract, selectionRoutes, 'files'),
  feature('Files', previewsContract, previewsRoutes, 'files'),
  feature('Calendar', calendarsContract, calendarsRoutes),
  feature('Containers', containersContract, containersRoutes, 'containers'),
  feature('Containers', containerWorkContract, containerWorkRoutes, 'containers'),
  feature('Containers', bulkContract, bulkRoutes, 'containers'),
  feature('Containers', cellsContract, cellsRoutes, 'containers'),
  feature('Containers', containerExportContract, containerExportRoutes, 'containers'),
  feature('Containers', containerVisitsContract, containerVisitsRoutes, 'containers'),
  feature('Containers', containerReportContract, containerReportRoutes, 'containers'),
  feature('Containers', containerImportContract, containerImportRoutes, 'containers'),
  feature('Containers', partiesContract, partiesRoutes, 'containers'),
  feature('Containers', containerFilesContract, containerFilesRoutes, 'containers'),
  feature('Containers', checklistContract, checklistRoutes, 'containers'),
  feature('Containers', dossierContract, dossierRoutes, 'containers'),
  feature('System', pagePerformanceContract, pagePerformanceRoutes),
  feature('Notifications', notificationsContract, notificationsRoutes),
  feature('Notifications', mailChoiceContract, mailChoiceRoutes),
  feature('Dashboards', dashboardsContract, dashboardsRoutes),
  feature('Dashboards', sampleContract, sampleRoutes),
  feature('Audit log', auditContract, auditRoutes),
  feature('Webhooks', webhooksContract, webhooksRoutes),
  feature('System', systemContract, systemRoutes),
  feature('System', mailInContract, mailInRoutes),
  feature('System', apiDocumentContract, apiDocumentRoutes(listCalls, messages)),
];

/** Returns every call with its gate. */
function listCalls() {
  return features.flatMap(({ title, contract, routes, area }) =>
    Object.entries(contract).map(([name, endpoint]) => ({
      group: title,
      endpoint,
      gate: routes[name]?.gate ?? 'anyone',
      area: areaOf(endpoint, area),
    })),
  );
}

export function mountFeatures(app: FastifyInstance, ctx: Context): void {
  for (const { open } of features) open(app, ctx);
}
