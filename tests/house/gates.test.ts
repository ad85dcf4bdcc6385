import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { File } from '#features/files/files.contract.ts';
import { productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { makeContainer, makeFileType, makeTeam, makeUser, password, signedIn, upload } from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { adminPassword, randomName, useTestApp } from '#tests/test-app.ts';
import { asMetadata, pieceHeaders } from '#tests/tus.ts';
import { formOf, Visitor } from '#tests/visitor.ts';

/**
 * Everyone a gate can tell apart. Files are uploaded by `uploader` of the harbour team, whose `user` and `manager` see
 * them; `guest` is of another team and may view the harbour's; the two strangers may not.
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

/** What a call is about; made anew for each of them, so that nobody finds it gone. */
type Ground = {
  file: File;
  team: number;
  type: number;
  userId: number;
  sessionId: string;
  container: number;
  trashedContainer: number;
  trashedFile: number;
  /** An earlier content of the file. */
  version: number;
  /** Addresses of two uploads in pieces, one begun and one finished, both by the uploader. */
  begun: string;
  finished: string;
};
type Ask = { url: string; payload?: unknown; headers?: Record<string, string> };

type Row = {
  expected: Expected;
  /** The module without which nobody may, whatever their role. */
  module?: ProductModule;
  ask: (ground: Ground, person: Person) => Ask;
  /** Ends sessions or changes passwords: people of their own make this call. */
  spendsPeople?: true;
  /** Its answer has no end. */
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

/** Who may do what: decisions.md section 3, by hand. An endpoint that is not in here fails the test below. */
const table: Record<string, Row> = {
  'GET /sanctum/csrf-cookie': { expected: anyone(204), ask: path('/sanctum/csrf-cookie') },
  'POST /api/login': {
    expected: anyone(200),
    ask: () => ({ url: '/api/login', payload: { email: 'admin@example.com', password: adminPassword } }),
    spendsPeople: true,
  },
  // Nobody's code is awaited here; that is all that anybody is told.
  'POST /api/login/code': {
    expected: anyone(401),
    ask: () => ({ url: '/api/login/code', payload: { code: '123456' } }),
  },
  'POST /api/forgot-password': {
    expected: anyone(200),
    ask: () => ({ url: '/api/forgot-password', payload: { email: `${randomName()}@example.com` } }),
  },
  'POST /api/reset-password': {
    // Everybody is told that this link is worn out; nobody is told to sign in.
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
  // A wrong code; and for the last two it is not on.
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
  'POST /api/notifications/mark-as-read': {
    expected: signedInOnly(200),
    ask: path('/api/notifications/mark-as-read'),
  },
  'GET /api/events': { expected: signedInOnly(200), ask: path('/api/events'), endless: true },
  'GET /api/sessions': { expected: signedInOnly(200), ask: path('/api/sessions') },
  // Another's session is not there.
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
  'GET /api/system': { expected: { ...signedInOnly(403), administrator: 200 }, ask: path('/api/system') },
  'GET /api/user/activity': { expected: signedInOnly(200), ask: path('/api/user/activity') },
  'GET /api/users_list': { expected: managing(200), ask: path('/api/users_list') },
  'GET /api/users': { expected: managing(200), ask: path('/api/users') },
  'GET /api/users/totals': { expected: managing(200), ask: path('/api/users/totals') },
  'GET /api/users/:id': { expected: managing(200), ask: ({ userId }) => ({ url: `/api/users/${userId}` }) },
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
  // It is off.
  'POST /api/users/:id/turn-off-two-factor': {
    expected: managing(409),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/turn-off-two-factor` }),
  },
  'POST /api/users/:id/sign-out': {
    expected: managing(200),
    ask: ({ userId }) => ({ url: `/api/users/${userId}/sign-out` }),
  },
  // A role or a team is changed by an administrator only.
  'PUT /api/users/:id/role': {
    expected: { ...signedInOnly(403), administrator: 200 },
    ask: ({ userId }) => ({ url: `/api/users/${userId}/role`, payload: { role_id: 2 } }),
  },
  'PUT /api/users/:id/team': {
    expected: { ...signedInOnly(403), administrator: 200 },
    ask: ({ userId }) => ({ url: `/api/users/${userId}/team`, payload: { team_id: 1 } }),
  },

  // Role 2 does not see this module unless an administrator lets it.
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

  'POST /api/upload': {
    expected: signedInOnly(201),
    module: productModules.upload,
    ask: () => ({ url: '/api/upload', ...formOf({ file_type_id: 1 }, 'files[]', [{ name: 'new.txt', bytes: 'new' }]) }),
  },
  // An upload in pieces is its uploader's alone.
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
  // Role 3 edits what they uploaded; who does not see a file is not told that it is there.
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
  'GET /api/files/zip': { ...seesFile, ask: ({ file }) => ({ url: `/api/files/zip?ids=${file.id}` }) },
  'POST /api/files/trash': {
    ...managesFile,
    ask: ({ file }) => ({ url: '/api/files/trash', payload: { ids: [file.id] } }),
  },
  'POST /api/files/change-type': {
    ...managesFile,
    ask: ({ file, type }) => ({ url: '/api/files/change-type', payload: { ids: [file.id], file_type_id: type } }),
  },
  'POST /api/files/move': {
    // To the team it is in: a manager sees no other.
    ...managesFile,
    ask: ({ file }) => ({ url: '/api/files/move', payload: { ids: [file.id], team_id: file.team_id } }),
  },
  'GET /api/audit': { expected: administering(200), ask: path('/api/audit') },
  'GET /api/audit.csv': { expected: administering(200), ask: path('/api/audit.csv') },

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
  'POST /api/containers/:id/restore': {
    ...managesContainers,
    ask: ({ trashedContainer }) => ({ url: `/api/containers/${trashedContainer}/restore` }),
  },
};

/** Every address that the whole application answers with its methods, read off the tree it prints. */
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

test('who may do what', async (t) => {
  const app = useTestApp();
  /** Every session's secrets, and every password's hash: none may be in an answer. */
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

  /** A thumbnail and a page, so that who may see the file gets them. */
  async function plantPreviews(fileId: number): Promise<void> {
    const { db, blobs } = app.parts;
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
      const { key: rendition_key, size, sha256 } = staged;
      await db
        .insertInto('renditions')
        .values({ blob_key, kind, rendition_key, size, sha256, made_at: app.now().toISOString() })
        .onConflict((conflict) => conflict.columns(['blob_key', 'kind']).doNothing())
        .execute();
    }
  }

  async function makeGround(of: Record<Person, Visitor>): Promise<Ground> {
    const [file] = (await upload(of.uploader, 1, { name: 'manifest.txt', bytes: 'the manifest' })) as [File];
    const [gone] = (await upload(of.uploader, 1, { name: 'gone.txt' })) as [File];
    await of.administrator.send({ method: 'DELETE', url: `/api/files/${gone.id}` });
    const { id: version } = await app.parts.db
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
    const session = await app.parts.db.selectFrom('sessions').select('token_hash').executeTakeFirstOrThrow();
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
      // The first one is nobody's here: it belongs to the administrator of the first start.
      sessionId: session.token_hash.slice(0, 16),
    };
  }

  /** Two uploads in pieces of a file's uploader, one begun and one that became the file; answers their addresses. */
  async function makeUploads(file: File): Promise<[string, string]> {
    const { db } = app.parts;
    // Nobody may have begun too many.
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
      const body: unknown = answer.json();
      assert.ok(
        typeof (body as { message: unknown }).message === 'string' && (body as { message: string }).message,
        what,
      );
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

  let everyone!: Record<Person, Visitor>;

  await t.test('every endpoint is in the table, and everything in the table is an endpoint', async () => {
    // Signed in first: its session is the one that nobody else may end.
    await signedIn(app, 'admin@example.com', adminPassword);
    everyone = await makePeople();
    const mounted = mountedEndpoints().map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`);
    assert.deepEqual(mounted.toSorted(), Object.keys(table).toSorted());
  });

  await t.test('beside the table there are only the front end’s files and screens, and health', () => {
    const gated = new Set(Object.keys(table).map((key) => key.split(' ')[1]));
    const routes = printedRoutes(app.app);
    assert.ok(routes.length >= gated.size);
    for (const { path, methods } of routes) {
      if (gated.has(path)) continue;
      assert.doesNotMatch(path, /^\/(api|storage|sanctum)/);
      assert.deepEqual(methods.toSorted(), ['GET', 'HEAD'], path);
    }
  });

  /** Left as it was made by all who were refused and all who only read, so the next call begins on it too. */
  let ground: Ground | undefined;

  for (const [key, row] of Object.entries(table)) {
    await t.test(`${key} is for whom the table says`, async () => {
      const callers = row.spendsPeople ? await makePeople() : everyone;
      for (const person of people) {
        ground ??= await makeGround(everyone);
        const answer = await makeCall(key, callers[person], row.ask(ground, person));
        assert.equal(answer.statusCode, row.expected[person], `${key} by ${person}: ${answer.body.slice(0, 300)}`);
        const reads = key.startsWith('GET');
        if (reads) {
          const head = await callers[person].send({ method: 'HEAD', url: row.ask(ground, person).url });
          assert.deepEqual(
            [head.statusCode, head.rawPayload.length],
            [answer.statusCode, 0],
            `HEAD of ${key} by ${person}`,
          );
        }
        if (reads || answer.statusCode >= 400) await assertUntouched(ground);
        else ground = undefined;
      }
    });
  }

  /** What was refused has not happened all the same. */
  async function assertUntouched({
    file,
    team,
    type,
    userId,
    container,
    trashedContainer,
    trashedFile,
    begun,
  }: Ground): Promise<void> {
    const { db } = app.parts;
    const upload = db.selectFrom('uploads').select('received').where('id', '=', begun.slice(-22));
    assert.equal((await upload.executeTakeFirst())?.received, 0);
    const kept = await db
      .selectFrom('files')
      .select(['filename', 'size', 'trashed_at'])
      .where('id', '=', file.id)
      .executeTakeFirst();
    assert.deepEqual({ ...kept }, { filename: file.filename, size: file.size, trashed_at: null });
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
    // They were made alike.
    assert.deepEqual({ ...target, name: '' }, { ...uploader, name: '' });
    assert.match(target.name, /^Person /);
  }

  await t.test('without its module nobody may, not even an administrator, from the next call on', async () => {
    const untouched = await makeGround(everyone);
    for (const [key, row] of Object.entries(table)) {
      if (!row.module) continue;
      const { db } = app.parts;
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

  await t.test('every write without anti-forgery is refused, whoever makes it, and does nothing', async () => {
    const ground = await makeGround(everyone);
    for (const [key, row] of Object.entries(table)) {
      if (key.startsWith('GET') || key.startsWith('HEAD')) continue;
      for (const person of people) {
        const ask = row.ask(ground, person);
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
            [419, { message: 'CSRF token mismatch.' }],
            `${key} by ${person}`,
          );
        }
      }
    }
    await assertUntouched(ground);
  });

  await t.test(
    'what a call is about is in its address only: nothing beside it in the query or the body counts',
    async () => {
      const [named, beside] = [await makeGround(everyone), await makeGround(everyone)];
      const ids = (ground: Ground) => ({ id: ground.file.id, filepath: ground.file.filepath });
      const query = new URLSearchParams({ id: String(beside.file.id), filepath: beside.file.filepath });
      const storage = await everyone.administrator.send({
        method: 'GET',
        url: `/storage/${named.file.filepath}?${query.toString()}`,
      });
      assert.equal(storage.statusCode, 200);
      for (const odd of [query.toString(), 'id=abc', 'id[a]=1', 'id=1&id=2', '__proto__=1', 'constructor=1']) {
        const target = await makeGround(everyone);
        const removed = await everyone.administrator.send({
          method: 'DELETE',
          url: `/api/files/${target.file.id}?${odd}`,
          payload: { ...ids(beside), caller: 1, parts: {} },
        });
        assert.equal(removed.statusCode, 204, `${odd}: ${removed.body}`);
        const gone = await app.parts.db
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
    },
  );
});
