import { productModules } from '#shared/product-modules.ts';
import { password } from '#tests/make.ts';
import { adminPassword, randomName } from '#tests/test-app.ts';
import { formOf } from '#tests/visitor.ts';
import {
  anyone,
  signedInOnly,
  administrators,
  managing,
  administering,
  newPassword,
  path,
  seesContainers,
} from './rights.ts';
import type { Row } from './rights.ts';

const credential = { id: 'AA', rawId: 'AA', type: 'public-key' };
const webhook = { name: 'ERP', url: 'https://127.0.0.1/hook', events: ['file.stored'] };

/** The rights of the calls of accounts, teams, file types and checklists. */
export const accountCalls: Record<string, Row> = {
  'GET /sanctum/csrf-cookie': { expected: anyone(204), ask: path('/sanctum/csrf-cookie') },
  'POST /api/login': {
    expected: anyone(200),
    ask: () => ({ url: '/api/login', payload: { email: 'admin@example.com', password: adminPassword } }),
    spendsPeople: true,
  },
  // There is no pending sign-in, and every caller gets the same response.
  'POST /api/login/code': {
    expected: anyone(401),
    ask: () => ({ url: '/api/login/code', payload: { code: '123456' } }),
  },
  // Without a provider in the settings there is no single sign-on.
  'POST /api/login/provider': { expected: anyone(404), ask: path('/api/login/provider') },
  'POST /api/login/provider/finish': {
    expected: anyone(404),
    ask: () => ({ url: '/api/login/provider/finish', payload: { query: '?code=x&state=y' } }),
  },
  // Without a secure PUBLIC_URL, passkeys do not work.
  'POST /api/login/passkey/begin': {
    expected: anyone(409),
    ask: () => ({ url: '/api/login/passkey/begin', payload: {} }),
  },
  'POST /api/login/passkey': {
    expected: anyone(409),
    ask: () => ({
      url: '/api/login/passkey',
      payload: {
        response: { ...credential, response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' } },
      },
    }),
  },
  'POST /api/forgot-password': {
    expected: anyone(200),
    ask: () => ({ url: '/api/forgot-password', payload: { email: `${randomName()}@example.com` } }),
  },
  'POST /api/reset-password': {
    // The link is used, and every caller gets the same response.
    expected: anyone(422),
    ask: () => ({ url: '/api/reset-password', payload: { token: 'worn', ...newPassword } }),
  },

  'GET /api/user': { expected: signedInOnly(200), ask: path('/api/user') },
  'POST /api/logout': { expected: signedInOnly(204), ask: path('/api/logout'), spendsPeople: true },
  'GET /api/roles': { expected: signedInOnly(200), ask: path('/api/roles') },
  'GET /api/teams': { expected: signedInOnly(200), ask: path('/api/teams') },
  'GET /api/file-type': { expected: signedInOnly(200), ask: path('/api/file-type') },
  'GET /api/permissions': { expected: signedInOnly(200), ask: path('/api/permissions') },
  'GET /api/teams_with_files': { expected: signedInOnly(200), ask: path('/api/teams_with_files') },
  'GET /api/files/overview': { expected: signedInOnly(200), ask: path('/api/files/overview') },
  'GET /api/folders': { expected: signedInOnly(200), ask: path('/api/folders') },
  'GET /api/files.csv': { expected: signedInOnly(200), ask: path('/api/files.csv') },
  'GET /api/files.xlsx': { expected: signedInOnly(200), ask: path('/api/files.xlsx') },
  'GET /api/files/group': { expected: signedInOnly(200), ask: path('/api/files/group?group_id=1') },
  'GET /api/files/text-search': { expected: signedInOnly(200), ask: path('/api/files/text-search?search=a') },
  'POST /api/change-password': {
    expected: signedInOnly(200),
    ask: () => ({ url: '/api/change-password', payload: { current_password: password, ...newPassword } }),
    spendsPeople: true,
  },
  'POST /api/confirm-password': {
    expected: signedInOnly(200),
    ask: () => ({ url: '/api/confirm-password', payload: { password } }),
  },
  'GET /api/two-factor': { expected: signedInOnly(200), ask: path('/api/two-factor') },
  'POST /api/two-factor/begin': {
    expected: signedInOnly(200),
    ask: () => ({ url: '/api/two-factor/begin', payload: { current_password: password } }),
  },
  // The code is wrong; for the last two calls two-factor sign-in is disabled.
  'POST /api/two-factor/enable': {
    expected: signedInOnly(422),
    ask: () => ({ url: '/api/two-factor/enable', payload: { code: 'wrong' } }),
  },
  'POST /api/two-factor/recovery-codes': {
    expected: signedInOnly(409),
    ask: () => ({ url: '/api/two-factor/recovery-codes', payload: { current_password: password, code: '123456' } }),
  },
  'POST /api/two-factor/disable': {
    expected: signedInOnly(409),
    ask: () => ({ url: '/api/two-factor/disable', payload: { current_password: password, code: '123456' } }),
  },
  'POST /api/passkeys/begin': { expected: signedInOnly(409), ask: path('/api/passkeys/begin') },
  // No challenge was asked for, and there is no such passkey.
  'POST /api/passkeys': {
    expected: signedInOnly(422),
    ask: () => ({
      url: '/api/passkeys',
      payload: {
        name: 'Key',
        response: { ...credential, response: { clientDataJSON: 'AA', attestationObject: 'AA' } },
      },
    }),
  },
  'PUT /api/passkeys/:id': {
    expected: signedInOnly(404),
    ask: () => ({ url: '/api/passkeys/2147483647', payload: { name: 'Key' } }),
  },
  'DELETE /api/passkeys/:id': { expected: signedInOnly(404), ask: path('/api/passkeys/2147483647') },
  'GET /api/notifications': { expected: signedInOnly(200), ask: path('/api/notifications') },
  'GET /api/notifications/page': { expected: signedInOnly(200), ask: path('/api/notifications/page') },
  // The caller has no such notification.
  'PUT /api/notifications/:id': {
    expected: signedInOnly(404),
    ask: () => ({ url: '/api/notifications/2147483647', payload: { is_read: true } }),
  },
  'POST /api/notifications/mark-as-read': {
    expected: signedInOnly(200),
    ask: path('/api/notifications/mark-as-read'),
  },
  'GET /api/mail-choice': { expected: signedInOnly(200), ask: path('/api/mail-choice') },
  'PUT /api/mail-choice': {
    expected: signedInOnly(200),
    ask: () => ({ url: '/api/mail-choice', payload: { choices: [{ event: 'followed', choice: 'never' }] } }),
  },
  'GET /api/events': { expected: signedInOnly(200), ask: path('/api/events'), endless: true },
  'GET /api/tokens': { expected: signedInOnly(200), ask: path('/api/tokens') },
  'POST /api/tokens': {
    expected: signedInOnly(201),
    ask: () => ({ url: '/api/tokens', payload: { name: 'Scanner', can_write: true, areas: ['files'], days: 30 } }),
  },
  'GET /api/tokens/everyone': { expected: administrators(200), ask: path('/api/tokens/everyone') },
  // There is no such token.
  'DELETE /api/tokens/:id': { expected: signedInOnly(404), ask: path('/api/tokens/2147483647') },
  'GET /api/webhooks': { expected: administrators(200), ask: path('/api/webhooks') },
  // The address belongs to this machine.
  'POST /api/webhooks': { expected: administrators(422), ask: () => ({ url: '/api/webhooks', payload: webhook }) },
  // There is no such webhook.
  'PUT /api/webhooks/:id': {
    expected: administrators(422),
    ask: () => ({ url: '/api/webhooks/2147483647', payload: { ...webhook, is_on: true } }),
  },
  'DELETE /api/webhooks/:id': { expected: administrators(404), ask: path('/api/webhooks/2147483647') },
  'POST /api/webhooks/:id/secret': { expected: administrators(404), ask: path('/api/webhooks/2147483647/secret') },
  'GET /api/webhooks/:id/messages': { expected: administrators(404), ask: path('/api/webhooks/2147483647/messages') },
  'POST /api/webhooks/:id/messages/:message/replay': {
    expected: administrators(404),
    ask: path('/api/webhooks/2147483647/messages/1/replay'),
  },
  'POST /api/webhooks/:id/test': { expected: administrators(404), ask: path('/api/webhooks/2147483647/test') },
  'GET /api/sessions': { expected: signedInOnly(200), ask: path('/api/sessions') },
  // The session of another user counts as not found.
  'DELETE /api/sessions/:id': {
    expected: signedInOnly(404),
    ask: ({ sessionId }) => ({ url: `/api/sessions/${sessionId}` }),
  },
  'DELETE /api/sessions': { expected: signedInOnly(204), ask: path('/api/sessions'), spendsPeople: true },

  'POST /api/admin/reset-password': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: '/api/admin/reset-password', payload: { user_id: userId, ...newPassword } }),
  },

  'GET /api/admin-index': { expected: managing(200), ask: path('/api/admin-index') },
  'GET /api/admin-dashboard': { expected: managing(200), ask: path('/api/admin-dashboard') },
  'GET /api/user/password': { expected: signedInOnly(200), ask: path('/api/user/password') },
  'GET /api/first-steps': { expected: administrators(200), ask: path('/api/first-steps') },
  'DELETE /api/first-steps': { expected: administrators(204), ask: path('/api/first-steps') },
  'GET /api/sample': { expected: administrators(200), ask: path('/api/sample') },
  // There are files and containers, and no sample company.
  'POST /api/sample': { expected: administrators(409), ask: path('/api/sample') },
  'DELETE /api/sample': { expected: administrators(404), ask: path('/api/sample') },
  'GET /api/mail-in/left': { expected: { ...signedInOnly(403), administrator: 200 }, ask: path('/api/mail-in/left') },
  // There is no mail server.
  'POST /api/system/test-mail': { expected: administrators(409), ask: path('/api/system/test-mail') },
  'GET /api/system': { expected: { ...signedInOnly(403), administrator: 200 }, ask: path('/api/system') },
  'GET /api/user/activity': { expected: signedInOnly(200), ask: path('/api/user/activity') },
  'GET /api/users_list': { expected: managing(200), ask: path('/api/users_list') },
  'GET /api/users': { expected: managing(200), ask: path('/api/users') },
  'GET /api/users.csv': { expected: administering(200), ask: path('/api/users.csv') },
  'GET /api/users.xlsx': { expected: administering(200), ask: path('/api/users.xlsx') },
  'GET /api/users/totals': { expected: managing(200), ask: path('/api/users/totals') },
  'GET /api/users/:id': { expected: managing(200), ask: ({ userId }) => ({ url: `/api/users/${userId}` }) },
  'POST /api/users/imports/read': {
    expected: managing(200),
    module: productModules.register,
    ask: () => ({
      url: '/api/users/imports/read',
      ...formOf({}, 'file', [{ name: 'people.csv', bytes: 'Name,Email\nAnn,ann@example.com' }]),
    }),
  },
  'POST /api/users/imports/check': {
    expected: managing(200),
    module: productModules.register,
    ask: () => ({ url: '/api/users/imports/check', payload: { rows: [{ row: 1, name: 'Ann' }] } }),
  },
  'POST /api/users/imports/run': {
    expected: managing(200),
    module: productModules.register,
    ask: () => ({
      url: '/api/users/imports/run',
      payload: { rows: [{ row: 1, name: 'Ann', email: `${randomName()}@example.com`, team: 'General' }] },
    }),
  },
  'GET /api/users/imports': {
    expected: managing(200),
    module: productModules.register,
    ask: path('/api/users/imports'),
  },
  'POST /api/users/imports/:id/undo': {
    expected: managing(404),
    module: productModules.register,
    ask: path('/api/users/imports/999999/undo'),
  },
  'POST /api/register': {
    expected: managing(201),
    module: productModules.register,
    ask: () => ({
      url: '/api/register',
      payload: {
        name: 'New Hand',
        email: `${randomName()}@example.com`,
        password: newPassword.new_password,
        password_confirmation: newPassword.new_password,
        role_id: 3,
        team_id: 1,
      },
    }),
  },
  'POST /api/invitations': {
    expected: managing(201),
    module: productModules.register,
    ask: () => ({
      url: '/api/invitations',
      payload: { name: 'New Hand', email: `${randomName()}@example.com`, role_id: 3, team_id: 1 },
    }),
  },
  'GET /api/invitations': {
    expected: managing(200),
    module: productModules.register,
    ask: path('/api/invitations'),
  },
  'POST /api/invitations/:id/send': {
    expected: managing(404),
    module: productModules.register,
    ask: ({ userId }) => ({ url: `/api/invitations/${userId}/send` }),
  },
  'DELETE /api/invitations/:id': {
    expected: managing(404),
    module: productModules.register,
    ask: ({ userId }) => ({ url: `/api/invitations/${userId}` }),
  },
  'PUT /api/users/:id': {
    expected: managing(200),
    module: productModules.register,
    ask: ({ userId }) => ({
      url: `/api/users/${userId}`,
      payload: { name: 'Other Name', email: `${randomName()}@example.com`, teams_can_view: [1] },
    }),
  },
  'DELETE /api/users/:id': { expected: managing(204), ask: ({ userId }) => ({ url: `/api/users/${userId}` }) },
  'POST /api/users/:id/suspend': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/suspend` }),
  },
  'POST /api/users/:id/reactivate': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/reactivate` }),
  },
  // The feature is disabled.
  'POST /api/users/:id/turn-off-two-factor': {
    expected: managing(409),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/turn-off-two-factor` }),
  },
  'POST /api/users/:id/sign-out': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/sign-out` }),
  },
  'GET /api/users/:id/visible': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/visible` }),
  },
  'POST /api/users/:id/effect': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/effect`, payload: { role_id: 2 } }),
  },
  // Only an administrator may change a role or a team.
  'PUT /api/users/:id/role': {
    expected: { ...signedInOnly(403), administrator: 200 },
    ask: ({ userId }) => ({ url: `/api/users/${userId}/role`, payload: { role_id: 2 } }),
  },
  'PUT /api/users/:id/team': {
    expected: { ...signedInOnly(403), administrator: 200 },
    ask: ({ userId }) => ({ url: `/api/users/${userId}/team`, payload: { team_id: 1 } }),
  },

  // Role 2 has no permission for this module by default.
  'POST /api/permissions': {
    expected: { ...signedInOnly(403), administrator: 200 },
    module: productModules.permissions,
    ask: () => ({ url: '/api/permissions', payload: { permissions: [{ module_id: 3, role_id: 3, can_view: 1 }] } }),
  },
  'POST /api/permissions/effect': {
    expected: { ...signedInOnly(403), administrator: 200 },
    module: productModules.permissions,
    ask: () => ({
      url: '/api/permissions/effect',
      payload: { permissions: [{ module_id: 3, role_id: 3, can_view: 0 }] },
    }),
  },
  'GET /api/permissions/history': {
    expected: { ...signedInOnly(403), administrator: 200 },
    module: productModules.permissions,
    ask: path('/api/permissions/history'),
  },
  'POST /api/permissions/history/:id/restore': {
    expected: { ...signedInOnly(403), administrator: 200 },
    module: productModules.permissions,
    ask: path('/api/permissions/history/0/restore'),
  },

  'POST /api/teams': {
    expected: managing(201),
    module: productModules.teams,
    ask: () => ({ url: '/api/teams', payload: { name: randomName() } }),
  },
  'PUT /api/teams/:id': {
    expected: managing(200),
    module: productModules.teams,
    ask: ({ team }) => ({ url: `/api/teams/${team}`, payload: { name: randomName() } }),
  },
  'GET /api/teams/counts': {
    expected: managing(200),
    module: productModules.teams,
    ask: path('/api/teams/counts'),
  },
  'GET /api/teams/:id/usage': {
    expected: managing(200),
    module: productModules.teams,
    ask: ({ team }) => ({ url: `/api/teams/${team}/usage` }),
  },
  'DELETE /api/teams/:id': {
    expected: managing(204),
    module: productModules.teams,
    ask: ({ team }) => ({ url: `/api/teams/${team}` }),
  },

  'POST /api/file-type': {
    expected: managing(201),
    module: productModules.fileTypes,
    ask: () => ({ url: '/api/file-type', payload: { name: randomName() } }),
  },
  'PUT /api/file-type/:id': {
    expected: managing(200),
    module: productModules.fileTypes,
    ask: ({ type }) => ({ url: `/api/file-type/${type}`, payload: { name: randomName() } }),
  },
  'GET /api/file-type/counts': {
    expected: managing(200),
    module: productModules.fileTypes,
    ask: path('/api/file-type/counts'),
  },
  'GET /api/file-type/:id/usage': {
    expected: managing(200),
    module: productModules.fileTypes,
    ask: ({ type }) => ({ url: `/api/file-type/${type}/usage` }),
  },
  'DELETE /api/file-type/:id': {
    expected: managing(204),
    module: productModules.fileTypes,
    ask: ({ type }) => ({ url: `/api/file-type/${type}` }),
  },

  'GET /api/checklist': {
    expected: managing(200),
    module: productModules.fileTypes,
    ask: path('/api/checklist'),
  },
  'POST /api/checklist': {
    expected: managing(201),
    module: productModules.fileTypes,
    ask: ({ type }) => ({ url: '/api/checklist', payload: { file_type_id: type, stage: 'received' } }),
  },
  // There is no such rule, so 404 is the success here.
  'DELETE /api/checklist/:id': {
    expected: managing(404),
    module: productModules.fileTypes,
    ask: path('/api/checklist/999999'),
  },
  'GET /api/containers/:id/papers': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/papers` }),
  },
};
