import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { File } from '#features/files/files.contract.ts';
import { errorCodes } from '#shared/error-codes.ts';
import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import {
  makeContainer,
  makeFileType,
  makeTeam,
  makeUser,
  password,
  signedIn,
  upload,
  signedInWith,
} from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { adminPassword, randomName, useTestApp } from '#tests/test-app.ts';
import { asMetadata, pieceHeaders } from '#tests/tus.ts';
import { formOf, Visitor } from '#tests/visitor.ts';

/**
 * The callers that a gate distinguishes. `uploader` uploads the files and belongs to the harbour team, as `user` and `manager` do;
 * `guest` belongs to another team and may view the harbour team; the two strangers may not.
 */
const people = [
  'nobody',
  'uploader',
  'user',
  'guest',
  'stranger',
  'manager',
  'strangeManager',
  'administrator',
] as const;
type Person = (typeof people)[number];

type Expected = Record<Person, number>;

const anyone = (status: number): Expected => everybody(() => status);
const signedInOnly = (status: number): Expected => everybody((person) => (person === 'nobody' ? 401 : status));
const administrators = (status: number): Expected => ({ ...signedInOnly(403), administrator: status });
const managing = (status: number): Expected => ({
  ...signedInOnly(403),
  manager: status,
  strangeManager: status,
  administrator: status,
});

const administering = (status: number): Expected => ({ ...signedInOnly(403), administrator: status });

const everybody = (status: (person: Person) => number) =>
  Object.fromEntries(people.map((person) => [person, status(person)])) as Expected;

/** The records that a call reads or changes. A call that succeeds may change them, so the next one gets new records. */
type Targets = {
  file: File;
  team: number;
  type: number;
  userId: number;
  sessionId: string;
  container: number;
  trashedContainer: number;
  trashedFile: number;
  /** An earlier version of the file. */
  version: number;
  /** URLs of two resumable uploads of the uploader, one unfinished and one finished. */
  begun: string;
  finished: string;
};
type Ask = { url: string; payload?: unknown; headers?: Record<string, string> };

type Row = {
  expected: Expected;
  /** The module whose permission the call needs, for every role. */
  module?: ProductModule;
  ask: (targets: Targets, person: Person) => Ask;
  /** The call ends sessions or changes passwords, so it is made by new users. */
  spendsPeople?: true;
  /** The response is an event stream without an end. */
  endless?: true;
};

const newPassword = { new_password: 'a-crane-at-dusk-9', new_password_confirmation: 'a-crane-at-dusk-9' };
const path =
  (url: string): Row['ask'] =>
  () => ({ url });

const seesFile = { expected: { ...signedInOnly(200), stranger: 404, strangeManager: 404 } };
const managesFile = { expected: { ...managing(200), strangeManager: 404 } };

const newContainer = {
  name: 'Chairs',
  container_no: 'PO-1',
  expected_date: '2026-11-20',
  ex_factory_date: '2026-10-20',
};
const seesContainers = { expected: signedInOnly(200), module: productModules.containers };
const managesContainers = { expected: managing(200), module: productModules.containers };

/**
 * The rights of docs/choices.md#rights-of-calls, written by hand. An endpoint that is missing here fails the test
 * below.
 */
const table: Record<string, Row> = {
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
  'GET /api/events': { expected: signedInOnly(200), ask: path('/api/events'), endless: true },
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

  'POST /api/upload': {
    expected: signedInOnly(201),
    module: productModules.upload,
    ask: () => ({ url: '/api/upload', ...formOf({ file_type_id: 1 }, 'files[]', [{ name: 'new.txt', bytes: 'new' }]) }),
  },
  // A resumable upload is visible to its uploader only.
  'GET /api/uploads': { expected: signedInOnly(200), module: productModules.upload, ask: path('/api/uploads') },
  'POST /api/uploads': {
    expected: signedInOnly(201),
    module: productModules.upload,
    ask: () => ({
      url: '/api/uploads',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': asMetadata({ filename: 'new.txt', file_type_id: 1 }),
      },
    }),
  },
  'HEAD /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 200 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun, headers: { 'tus-resumable': '1.0.0' } }),
  },
  'PATCH /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 204 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun, headers: pieceHeaders(0), payload: Buffer.from('whole') }),
  },
  'DELETE /api/uploads/:id': {
    expected: { ...signedInOnly(404), uploader: 204 },
    module: productModules.upload,
    ask: ({ begun }) => ({ url: begun }),
  },
  'GET /api/uploads/:id/file': {
    expected: { ...signedInOnly(404), uploader: 200 },
    module: productModules.upload,
    ask: ({ finished }) => ({ url: `${finished}/file` }),
  },
  // Role 3 may edit its own uploads; a file that the caller may not see counts as not found.
  'POST /api/files/:id': {
    expected: {
      ...signedInOnly(403),
      uploader: 200,
      manager: 200,
      administrator: 200,
      stranger: 404,
      strangeManager: 404,
    },
    ask: ({ file }, person) => ({
      url: `/api/files/${file.id}?_method=PUT`,
      ...formOf({ filename: `renamed by ${person}` }, 'new_file', [{ name: 'x', bytes: `replaced by ${person}` }]),
    }),
  },
  'DELETE /api/files/:id': {
    expected: { ...managing(204), strangeManager: 404 },
    ask: ({ file }) => ({ url: `/api/files/${file.id}` }),
  },
  'GET /api/files/:id': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}` }) },
  'GET /api/files/:id/preview': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/preview` }) },
  'GET /api/files/:id/thumbnail': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/thumbnail` }) },
  'GET /api/files/:id/page': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/page` }) },
  'GET /api/files/:id/history': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/history` }) },
  'GET /api/files/:id/versions': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/${file.id}/versions` }) },
  'POST /api/files/:id/versions/:version_id/restore': {
    expected: {
      ...signedInOnly(403),
      uploader: 200,
      manager: 200,
      administrator: 200,
      stranger: 404,
      strangeManager: 404,
    },
    ask: ({ file, version }) => ({ url: `/api/files/${file.id}/versions/${version}/restore` }),
  },
  'GET /api/files/type-proposals': {
    expected: managing(200),
    ask: ({ file }) => ({ url: `/api/files/type-proposals?ids=${file.id}` }),
  },
  'POST /api/files/type-proposals': {
    expected: signedInOnly(200),
    module: productModules.upload,
    ask: () => ({ url: '/api/files/type-proposals', payload: { names: ['a list.pdf'] } }),
  },
  'GET /api/files/zip': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/zip?ids=${file.id}` }) },
  'POST /api/files/trash': {
    ...managesFile,
    ask: ({ file }) => ({ url: '/api/files/trash', payload: { ids: [file.id] } }),
  },
  'POST /api/files/restore': {
    ...managesFile,
    ask: ({ trashedFile }) => ({ url: '/api/files/restore', payload: { ids: [trashedFile] } }),
  },
  'POST /api/files/change-type': {
    ...managesFile,
    ask: ({ file, type }) => ({ url: '/api/files/change-type', payload: { ids: [file.id], file_type_id: type } }),
  },
  'POST /api/files/move': {
    // The team of the file: a manager sees no other team.
    ...managesFile,
    ask: ({ file }) => ({ url: '/api/files/move', payload: { ids: [file.id], team_id: file.team_id } }),
  },
  'GET /api/audit': { expected: administering(200), ask: path('/api/audit') },
  'GET /api/audit.csv': { expected: administering(200), ask: path('/api/audit.csv') },
  'GET /api/audit.xlsx': { expected: administering(200), ask: path('/api/audit.xlsx') },

  'GET /api/trash': { expected: managing(200), ask: path('/api/trash') },
  'POST /api/trash/:id/restore': {
    ...managesFile,
    ask: ({ trashedFile }) => ({ url: `/api/trash/${trashedFile}/restore` }),
  },
  'DELETE /api/trash/:id': {
    expected: { ...managing(204), strangeManager: 404 },
    ask: ({ trashedFile }) => ({ url: `/api/trash/${trashedFile}` }),
  },
  'GET /storage/:filepath': {
    expected: { ...signedInOnly(200), stranger: 404, strangeManager: 404 },
    ask: ({ file }) => ({ url: `/storage/${file.filepath}` }),
  },

  'GET /api/openapi.json': { expected: signedInOnly(200), ask: path('/api/openapi.json') },
  'GET /api/docs': { expected: signedInOnly(200), ask: path('/api/docs') },
  'POST /api/page-performance': {
    expected: signedInOnly(204),
    ask: () => ({
      url: '/api/page-performance',
      payload: { screen: '/files', measurements: [{ name: 'LCP', value: 900 }] },
    }),
  },

  'GET /api/containers': { ...seesContainers, ask: path('/api/containers') },
  'GET /api/containers/page': { ...seesContainers, ask: path('/api/containers/page') },
  'GET /api/containers/:id': { ...seesContainers, ask: ({ container }) => ({ url: `/api/containers/${container}` }) },
  'GET /api/containers/:id/delay-logs': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/delay-logs` }),
  },
  'GET /api/containers/:id/ex-factory-delay-logs': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/ex-factory-delay-logs` }),
  },
  'GET /api/containers/:id/history': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/history` }),
  },
  'GET /api/containers/trash': { ...managesContainers, ask: path('/api/containers/trash') },
  'POST /api/containers': {
    ...managesContainers,
    expected: managing(201),
    ask: () => ({ url: '/api/containers', payload: newContainer }),
  },
  'PUT /api/containers/:id': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}`, payload: { ...newContainer, name: 'Renamed' } }),
  },
  'PUT /api/containers/:id/status': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/status`, payload: { status: 'Received' } }),
  },
  'DELETE /api/containers/:id': {
    ...managesContainers,
    expected: managing(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}` }),
  },
  'POST /api/containers/:id/delay': {
    ...managesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/delay`, payload: { kind: 'pfi', reason: 'Strike' } }),
  },
  'POST /api/containers/:id/comments': {
    ...seesContainers,
    expected: signedInOnly(201),
    ask: ({ container }) => ({ url: `/api/containers/${container}/comments`, payload: { text: 'Called the agent' } }),
  },
  'POST /api/containers/:id/history/:event_id/files': {
    ...managesContainers,
    expected: managing(404),
    ask: ({ container }) => ({ url: `/api/containers/${container}/history/999999/files`, payload: { file_ids: [1] } }),
  },
  'GET /api/containers/:id/followers': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/followers` }),
  },
  'PUT /api/containers/:id/follow': {
    ...seesContainers,
    expected: signedInOnly(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}/follow` }),
  },
  'DELETE /api/containers/:id/follow': {
    ...seesContainers,
    expected: signedInOnly(204),
    ask: ({ container }) => ({ url: `/api/containers/${container}/follow` }),
  },
  'GET /api/waiting-papers': { ...seesContainers, ask: path('/api/waiting-papers') },
  'GET /api/containers/:id/files': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/files` }),
  },
  'GET /api/containers/:id/dossier': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/dossier` }),
  },
  'POST /api/containers/:id/files': {
    expected: { ...seesFile.expected, guest: 403, user: 403 },
    module: productModules.containers,
    ask: ({ container, file }) => ({ url: `/api/containers/${container}/files`, payload: { file_ids: [file.id] } }),
  },
  // The file is not linked, so 404 is the success here.
  'DELETE /api/containers/:id/files/:file_id': {
    expected: { ...signedInOnly(404), guest: 403, user: 403 },
    module: productModules.containers,
    ask: ({ container, file }) => ({ url: `/api/containers/${container}/files/${file.id}` }),
  },
  'GET /api/files/:id/containers': {
    ...seesFile,
    module: productModules.containers,
    ask: ({ file }) => ({ url: `/api/files/${file.id}/containers` }),
  },
  'GET /api/containers/:id/neighbours': {
    ...seesContainers,
    ask: ({ container }) => ({ url: `/api/containers/${container}/neighbours` }),
  },
  'GET /api/containers/people': { ...seesContainers, ask: path('/api/containers/people') },
  'GET /api/containers/views': { ...seesContainers, ask: path('/api/containers/views') },
  'POST /api/containers/views': {
    ...seesContainers,
    expected: signedInOnly(201),
    ask: () => ({ url: '/api/containers/views', payload: { name: 'Late ones' } }),
  },
  // The view of another user counts as not found.
  'PUT /api/containers/views/:id': {
    ...seesContainers,
    expected: signedInOnly(404),
    ask: () => ({ url: '/api/containers/views/999999', payload: { name: 'Late ones' } }),
  },
  'DELETE /api/containers/views/:id': {
    ...seesContainers,
    expected: signedInOnly(404),
    ask: path('/api/containers/views/999999'),
  },
  'PATCH /api/containers/bulk': {
    ...managesContainers,
    ask: ({ container }) => ({
      url: '/api/containers/bulk',
      payload: { ids: [container], moves: [{ field: 'pfi_date', days: 1 }] },
    }),
  },
  // The bulk change of another user counts as not found.
  'POST /api/containers/bulk/:id/undo': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/bulk/999999/undo'),
  },
  'GET /api/containers/imports': { ...managesContainers, ask: path('/api/containers/imports') },
  'POST /api/containers/imports': {
    ...managesContainers,
    expected: managing(201),
    ask: () => ({
      url: '/api/containers/imports',
      ...formOf({}, 'file', [{ name: 'list.csv', bytes: 'PO,PFI,Ex-Factory\nPO-1,2099-01-01,2098-01-01' }]),
    }),
  },
  'GET /api/containers/imports/template.csv': {
    ...managesContainers,
    ask: path('/api/containers/imports/template.csv'),
  },
  'POST /api/containers/imports/:id/headings': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/headings', payload: { sheet: 0, heading_row: 1 } }),
  },
  // The import of another user counts as not found.
  'POST /api/containers/imports/:id/check': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/check', payload: { sheet: 0, columns: [] } }),
  },
  'POST /api/containers/imports/:id/run': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/containers/imports/999999/run', payload: { sheet: 0, columns: [] } }),
  },
  'POST /api/containers/imports/:id/undo': {
    ...managesContainers,
    expected: managing(404),
    ask: path('/api/containers/imports/999999/undo'),
  },
  'POST /api/containers/looks': { ...seesContainers, ask: path('/api/containers/looks') },
  'GET /api/containers/report': { ...seesContainers, ask: path('/api/containers/report') },
  'GET /api/containers/report.csv': { ...seesContainers, ask: path('/api/containers/report.csv') },
  'GET /api/containers.csv': { ...seesContainers, ask: path('/api/containers.csv') },
  'GET /api/containers.xlsx': { ...seesContainers, ask: path('/api/containers.xlsx') },
  'GET /api/containers/delay-logs.csv': { ...seesContainers, ask: path('/api/containers/delay-logs.csv') },
  'GET /api/containers/delay-logs.xlsx': { ...seesContainers, ask: path('/api/containers/delay-logs.xlsx') },
  'GET /api/parties': { ...seesContainers, ask: path('/api/parties') },
  'POST /api/parties': { ...managesContainers, ask: () => ({ url: '/api/parties', payload: { name: randomName() } }) },
  'PUT /api/parties/:id': {
    ...managesContainers,
    expected: managing(404),
    ask: () => ({ url: '/api/parties/999999', payload: { name: randomName() } }),
  },
  'GET /api/ports': { ...seesContainers, ask: path('/api/ports?search=ham') },
  'POST /api/containers/:id/restore': {
    ...managesContainers,
    ask: ({ trashedContainer }) => ({ url: `/api/containers/${trashedContainer}/restore` }),
  },
};

/** Returns every route of the application with its methods, read from the printed route tree. */
function printedRoutes(app: FastifyInstance): { path: string; methods: string[] }[] {
  const parents: string[] = [];
  const routes: { path: string; methods: string[] }[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent, piece, methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
    if (indent === undefined || piece === undefined) continue;
    const depth = indent.length / 4;
    const path = `${parents[depth - 1] ?? ''}${piece}`;
    parents[depth] = path;
    if (methods) routes.push({ path, methods: methods.split(', ') });
  }
  return routes;
}

describe('the rights of every call', () => {
  const app = useTestApp();
  /** Session secrets and password hashes. No response may contain one. */
  const secrets: string[] = [];

  async function makePeople(): Promise<Record<Person, Visitor>> {
    const [harbour, other] = [await makeTeam(app), await makeTeam(app)];
    const signIn = async (user: Parameters<typeof makeUser>[1]) => signedIn(app, (await makeUser(app, user)).email);
    return {
      nobody: await new Visitor(app.app).prime(),
      uploader: await signIn({ role: 3, team: harbour }),
      user: await signIn({ role: 3, team: harbour }),
      guest: await signIn({ role: 3, team: other, sees: [harbour] }),
      stranger: await signIn({ role: 3, team: other }),
      manager: await signIn({ role: 2, team: harbour }),
      strangeManager: await signIn({ role: 2, team: other }),
      administrator: await signIn({ role: 1, team: other }),
    };
  }

  /** Inserts a thumbnail and a page, so that the preview calls succeed for callers who may see the file. */
  async function plantPreviews(fileId: number): Promise<void> {
    const { db, blobs } = app.ctx;
    const { blob_key } = await db
      .selectFrom('files')
      .select('blob_key')
      .where('id', '=', fileId)
      .executeTakeFirstOrThrow();
    const kinds = ['thumbnail', 'page'];
    for (const kind of kinds) {
      const staged = await blobs.stage(Readable.from([Buffer.from(kind)]), 100);
      await blobs.publish([staged]);
      await blobs.settle([staged]);
      const { key: derived_key, size, sha256 } = staged;
      await db
        .insertInto('derived_files')
        .values({ blob_key, kind, derived_key, size, sha256, derived_at: app.now().toISOString() })
        .onConflict((conflict) => conflict.columns(['blob_key', 'kind']).doNothing())
        .execute();
    }
  }

  async function makeTargets(of: Record<Person, Visitor>): Promise<Targets> {
    const sent = [{ name: 'manifest.txt', bytes: 'the manifest' }, { name: 'gone.txt' }];
    const [file, gone] = (await upload(of.uploader, 1, ...sent)) as [File, File];
    await of.administrator.send({ method: 'DELETE', url: `/api/files/${gone.id}` });
    const { id: version } = await app.ctx.db
      .insertInto('file_versions')
      .columns(['file_id', 'filename', 'size', 'sha256', 'media_type', 'blob_key', 'user_id', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom('files')
          .select(['id', 'filename', 'size', 'sha256', 'media_type', 'blob_key', 'user_id', 'uploaded_at'])
          .where('id', '=', file.id),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    await plantPreviews(file.id);
    const [begun, finished] = await makeUploads(file);
    const target = await makeUser(app, { role: 3, team: file.team_id });
    const session = await app.ctx.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow();
    const [container, trashedContainer] = [await makeContainer(app), await makeContainer(app, { isTrashed: true })];
    return {
      container,
      trashedContainer,
      trashedFile: gone.id,
      version,
      begun,
      finished,
      file,
      team: await makeTeam(app),
      type: await makeFileType(app),
      userId: target.id,
      // The first session belongs to the first administrator, and to no caller in the table.
      sessionId: session.token_hash.slice(0, 16),
    };
  }

  /** Creates two resumable uploads of the file's uploader, one unfinished and one finished. Returns their URLs. */
  async function makeUploads(file: File): Promise<[string, string]> {
    const { db } = app.ctx;
    // The number of unfinished uploads of a user is limited.
    await db.updateTable('uploads').set({ finished_at: file.uploaded_at }).execute();
    const made = { user_id: file.user_id, file_type_id: 1, filename: 'whole', original_name: 'whole', size: 5 };
    const times = { modified_at: null, created_at: file.uploaded_at, expires_at: '2099-01-01T00:00:00.000Z' };
    const ids = [randomBytes(16).toString('base64url'), randomBytes(16).toString('base64url')] as const;
    await db
      .insertInto('uploads')
      .values([
        { ...made, ...times, id: ids[0], received: 0 },
        { ...made, ...times, id: ids[1], received: 5, finished_at: file.uploaded_at, file_id: file.id },
      ])
      .execute();
    return [`/api/uploads/${ids[0]}`, `/api/uploads/${ids[1]}`];
  }

  function assertHarmless(what: string, answer: LightMyRequestResponse): void {
    if (answer.statusCode >= 400 && !what.includes('/sanctum') && !what.startsWith('HEAD')) {
      assert.match(String(answer.headers['content-type']), /^application\/json/, what);
      const { message, code } = answer.json<{ message: unknown; code: string }>();
      assert.ok(typeof message === 'string' && message, what);
      assert.ok(Object.hasOwn(errorCodes, code), `${what}: ${answer.body}`);
    }
    assert.ok(!/\$argon2|password_hash|token_hash|blob_key|sha256/.test(answer.body), `${what}: ${answer.body}`);
    for (const secret of secrets) assert.ok(!answer.body.includes(secret), `${what} tells a secret`);
  }

  const makeCall = async (key: string, visitor: Visitor, ask: Ask) => {
    for (const [name, value] of visitor.cookies) if (!secrets.includes(value) && name !== '') secrets.push(value);
    const answer = table[key]?.endless
      ? await visitor.peek(ask.url)
      : await visitor.send({ method: key.split(' ')[0] as string, ...ask });
    assertHarmless(key, answer);
    return answer;
  };

  const everyone = {} as Record<Person, Visitor>;
  before(async () => {
    // The first session in the table is that of the first administrator; no call in the table may end it.
    await signedInWith(app, 'admin@example.com', adminPassword);
    Object.assign(everyone, await makePeople());
  });

  test('every endpoint is in the table, and every row of the table is an endpoint', () => {
    const mounted = mountedEndpoints().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    assert.deepEqual(mounted.toSorted(), Object.keys(table).toSorted());
  });

  test('routes outside the table only serve the front end and the health checks', () => {
    const gated = new Set(Object.keys(table).map((key) => key.split(' ')[1]));
    const routes = printedRoutes(app.app);
    assert.ok(routes.length >= gated.size);
    for (const { path, methods } of routes) {
      if (gated.has(path)) continue;
      assert.doesNotMatch(path, /^\/(api|storage|sanctum)/);
      assert.deepEqual(methods.toSorted(), ['GET', 'HEAD'], path);
    }
  });

  /** Refused calls and reads leave the records unchanged, so the next test uses them too, unless this one has failed. */
  const unchanged: Targets[] = [];

  for (const [key, row] of Object.entries(table)) {
    test(`${key} is allowed to the callers in the table`, async () => {
      const callers = row.spendsPeople ? await makePeople() : everyone;
      const isRead = key.startsWith('GET');
      const leavesRecords = (person: Person) => isRead || row.expected[person] >= 400;
      let targets = unchanged.pop();
      // The calls that must not change a record come first, so that one look at the records is enough for all of them.
      for (const person of people.toSorted((one, other) => Number(leavesRecords(other)) - Number(leavesRecords(one)))) {
        if (targets && !leavesRecords(person)) await assertUntouched(targets);
        targets ??= await makeTargets(everyone);
        const answer = await makeCall(key, callers[person], row.ask(targets, person));
        assert.equal(answer.statusCode, row.expected[person], `${key} by ${person}: ${answer.body.slice(0, 300)}`);
        if (isRead) {
          const head = await callers[person].send({ method: 'HEAD', url: row.ask(targets, person).url });
          assert.deepEqual(
            [head.statusCode, head.rawPayload.length],
            [answer.statusCode, 0],
            `HEAD of ${key} by ${person}`,
          );
        }
        if (!leavesRecords(person)) targets = undefined;
      }
      if (!targets) return;
      await assertUntouched(targets);
      unchanged.push(targets);
    });
  }

  /** Fails if a refused call has changed a record. */
  async function assertUntouched({
    file,
    team,
    type,
    userId,
    container,
    trashedContainer,
    trashedFile,
    begun,
  }: Targets): Promise<void> {
    const { db } = app.ctx;
    const upload = db.selectFrom('uploads').select('received').where('id', '=', begun.slice(-22));
    assert.equal((await upload.executeTakeFirst())?.received, 0);
    const stored = await db
      .selectFrom('files')
      .select(['filename', 'size', 'trashed_at'])
      .where('id', '=', file.id)
      .executeTakeFirst();
    assert.deepEqual({ ...stored }, { filename: file.filename, size: file.size, trashed_at: null });
    const inTrash = db.selectFrom('files').select('trashed_at').where('id', '=', trashedFile);
    assert.ok((await inTrash.executeTakeFirst())?.trashed_at);
    assert.ok(await db.selectFrom('teams').select('id').where('id', '=', team).executeTakeFirst());
    const containers = await db
      .selectFrom('containers')
      .select(['version', 'deleted_at'])
      .where('id', 'in', [container, trashedContainer])
      .orderBy('id')
      .execute();
    assert.deepEqual(
      containers.map(({ version, deleted_at }) => [version, deleted_at !== null]),
      [
        [1, false],
        [1, true],
      ],
    );
    assert.ok(await db.selectFrom('file_types').select('id').where('id', '=', type).executeTakeFirst());
    const users = db
      .selectFrom('users')
      .select(['name', 'password_hash', 'role_id', 'team_id', 'suspended_at', 'deleted_at']);
    const target = await users.where('id', '=', userId).executeTakeFirstOrThrow();
    const uploader = await users.where('id', '=', file.user_id).executeTakeFirstOrThrow();
    // Both users were inserted with the same values except the name.
    assert.deepEqual({ ...target, name: '' }, { ...uploader, name: '' });
    assert.match(target.name, /^Person /);
  }

  test('without the permission for its module a call is refused to every role, from the next call on', async () => {
    const untouched = await makeTargets(everyone);
    for (const [key, row] of Object.entries(table)) {
      if (!row.module) continue;
      const { db } = app.ctx;
      const module = await db
        .selectFrom('modules')
        .select('id')
        .where('name', '=', row.module)
        .executeTakeFirstOrThrow();
      const before = await db.selectFrom('permissions').selectAll().where('module_id', '=', module.id).execute();
      await db.updateTable('permissions').set({ can_view: 0 }).where('module_id', '=', module.id).execute();
      for (const person of people) {
        const answer = await makeCall(key, everyone[person], row.ask(untouched, person));
        assert.equal(answer.statusCode, person === 'nobody' ? 401 : 403, `${key} by ${person}`);
      }
      for (const { role_id, can_view } of before) {
        await db
          .updateTable('permissions')
          .set({ can_view })
          .where('module_id', '=', module.id)
          .where('role_id', '=', role_id)
          .execute();
      }
    }
    await assertUntouched(untouched);
  });

  test('a write without a valid anti-forgery token is refused to every caller and changes nothing', async () => {
    const targets = await makeTargets(everyone);
    for (const [key, row] of Object.entries(table)) {
      if (key.startsWith('GET') || key.startsWith('HEAD')) continue;
      for (const person of people) {
        const ask = row.ask(targets, person);
        const bare = await makeCall(key, everyone[person], { ...ask, headers: { ...ask.headers, 'x-xsrf-token': '' } });
        const others = person === 'nobody' ? everyone.administrator : everyone.nobody;
        const foreign = String(others.cookies.get('XSRF-TOKEN'));
        const planted = await makeCall(key, everyone[person], {
          ...ask,
          headers: { ...ask.headers, 'x-xsrf-token': foreign },
        });
        for (const answer of [bare, planted]) {
          assert.deepEqual(
            [answer.statusCode, answer.json()],
            [419, { message: 'CSRF token mismatch.', code: 'csrf.mismatch' }],
            `${key} by ${person}`,
          );
        }
      }
    }
    await assertUntouched(targets);
  });

  test('the path alone selects the record of a call: additional ids in the query or the body have no effect', async () => {
    const [named, beside] = [await makeTargets(everyone), await makeTargets(everyone)];
    const ids = (targets: Targets) => ({ id: targets.file.id, filepath: targets.file.filepath });
    const query = new URLSearchParams({ id: String(beside.file.id), filepath: beside.file.filepath });
    const storage = await everyone.administrator.send({
      method: 'GET',
      url: `/storage/${named.file.filepath}?${query.toString()}`,
    });
    assert.equal(storage.statusCode, 200);
    for (const odd of [query.toString(), 'id=abc', 'id[a]=1', 'id=1&id=2', '__proto__=1', 'constructor=1']) {
      const target = await makeTargets(everyone);
      const removed = await everyone.administrator.send({
        method: 'DELETE',
        url: `/api/files/${target.file.id}?${odd}`,
        payload: { ...ids(beside), caller: 1, ctx: {} },
      });
      assert.equal(removed.statusCode, 204, `${odd}: ${removed.body}`);
      const gone = await app.ctx.db
        .selectFrom('files')
        .select('trashed_at')
        .where('id', '=', target.file.id)
        .executeTakeFirst();
      assert.ok(gone?.trashed_at);
      const usage = await everyone.administrator.send({
        method: 'GET',
        url: `/api/teams/${target.team}/usage?${odd}`,
      });
      assert.equal(usage.statusCode, 200, `${odd}: ${usage.body}`);
    }
    await assertUntouched(named);
    await assertUntouched(beside);
  });
});
