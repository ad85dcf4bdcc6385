import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { before, describe, test } from 'node:test';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { File } from '#features/files/core/files.contract.ts';
import { areas } from '#shared/access.ts';
import { errorCodes } from '#shared/error-codes.ts';
import {
  makeContainer,
  makeFileType,
  makeTeam,
  makeUser,
  programOf,
  signedIn,
  upload,
  signedInWith,
} from '#tests/make.ts';
import { mountedEndpoints } from '#tests/mounted-endpoints.ts';
import { adminPassword, useTestApp } from '#tests/test-app.ts';
import { Visitor } from '#tests/visitor.ts';
import { accountCalls } from './rights/account-calls.ts';
import { containerCalls } from './rights/container-calls.ts';
import { fileCalls } from './rights/file-calls.ts';
import { people } from './rights/rights.ts';
import type { Ask, Person, Row, Targets } from './rights/rights.ts';

/**
 * The rights of docs/choices.md#rights-of-calls, written by hand. An endpoint that is missing here fails the test
 * below.
 */
const table: Record<string, Row> = { ...accountCalls, ...fileCalls, ...containerCalls };

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
    for (const secret of secrets) assert.ok(!answer.body.includes(secret), `${what} contains a secret`);
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

  const programFor = async (person: Person, rights: Parameters<typeof programOf>[2] = {}) => {
    const self = await everyone[person].send({ method: 'GET', url: '/api/user' });
    return programOf(app, self.json<{ id: number }>().id, rights);
  };

  test('an access token reaches the calls of its areas with the rights of its owner, and no other call', async () => {
    const areaOf = new Map(
      mountedEndpoints().map(({ endpoint, area }) => [`${endpoint.method} ${endpoint.path}`, area]),
    );
    const owners = ['uploader', 'strangeManager', 'administrator'] as const;
    const whole = new Map<Person, Visitor>();
    const others = new Map<string, Visitor>();
    for (const person of owners) {
      whole.set(person, await programFor(person));
      for (const area of areas) {
        const rest = areas.filter((one) => one !== area);
        others.set(`${person} ${area}`, await programFor(person, { areas: rest }));
      }
      others.set(`${person} read`, await programFor(person, { write: false }));
    }
    for (const [key, row] of Object.entries(table)) {
      const area = areaOf.get(key);
      for (const person of owners) {
        const targets = await targetsFor(key, row.expected[person]);
        const refused = async (program: Visitor | undefined) => {
          const answer = await makeCall(key, program as Visitor, row.ask(targets, person));
          const what = `${key} by a token of ${person}: ${answer.body.slice(0, 200)}`;
          // A response to HEAD has no body.
          const code = key.startsWith('HEAD') ? 'token.not_allowed' : answer.json().code;
          assert.deepEqual([answer.statusCode, code], [403, 'token.not_allowed'], what);
        };
        if (area === undefined || area === 'none') {
          await refused(whole.get(person));
          continue;
        }
        if (area !== 'any') await refused(others.get(`${person} ${area}`));
        if (!key.startsWith('GET') && !key.startsWith('HEAD')) await refused(others.get(`${person} read`));
        const answer = await makeCall(key, whole.get(person) as Visitor, row.ask(targets, person));
        const ofOwner = row.expected[person];
        // A program cannot confirm a password.
        const isUnconfirmed = answer.statusCode === 403 && answer.body.includes('password.confirmation_required');
        const what = `${key} by a token of ${person}: ${answer.body.slice(0, 200)}`;
        assert.ok(answer.statusCode === ofOwner || isUnconfirmed, `${what}, not ${ofOwner}`);
      }
    }
  });

  /** Refused calls leave the records unchanged, so that they may share them. */
  let shared: Targets | undefined;
  const targetsFor = async (key: string, expected: number): Promise<Targets> => {
    if (!key.startsWith('GET') && expected < 400) return makeTargets(everyone);
    return (shared ??= await makeTargets(everyone));
  };

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
