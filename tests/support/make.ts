import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { containerSearchText } from '#features/containers/core/containers.rules.ts';
import { filesContract } from '#features/files/core/files.contract.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { recordLogin } from '#features/passwords/server/sign-in.queries.ts';
import { insertToken } from '#features/tokens/server/tokens.queries.ts';
import { newAccessToken } from '#server/access/access-token.ts';
import { insertSession } from '#server/access/access.queries.ts';
import { antiForgeryToken } from '#server/access/anti-forgery.ts';
import { sessionCookie } from '#server/access/caller.ts';
import { areas as allAreas } from '#shared/access.ts';
import type { Area, RoleId } from '#shared/access.ts';
import { dayMs } from '#shared/calendar.ts';
import { searchForm } from '#shared/fold.ts';
import { idleSessionMs } from '#shared/session-lengths.ts';
import { quickHash } from './quick-hash.ts';
import { storedIn } from './storage.ts';
import { randomName } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { Program, Visitor } from './visitor.ts';

export const password = 'quay-side-7';

const passwordHash = quickHash(password);

export async function makeTeam(test: TestApp, name = `Team ${randomName()}`): Promise<number> {
  const { id } = await test.ctx.db
    .insertInto('teams')
    .values({ name, description: null, created_at: test.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function makeFileType(test: TestApp, name = `Type ${randomName()}`): Promise<number> {
  const { id } = await test.ctx.db
    .insertInto('file_types')
    .values({ name, description: null, created_at: test.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function makeUser(
  test: TestApp,
  user: { role: RoleId; team: number | null; sees?: number[]; name?: string; email?: string },
): Promise<{ id: number; email: string; name: string }> {
  const email = user.email ?? `${randomName()}@example.com`;
  const name = user.name ?? `Person ${randomName()}`;
  const { id } = await test.ctx.db
    .insertInto('users')
    .values({
      name,
      name_folded: searchForm(name),
      email,
      email_key: email.toLowerCase(),
      password_hash: passwordHash,
      role_id: user.role,
      team_id: user.team,
      created_at: test.now().toISOString(),
      last_login_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const team_id of user.sees ?? [])
    await test.ctx.db.insertInto('team_viewers').values({ user_id: id, team_id }).execute();
  return { id, email, name };
}

/** Inserts a container with the first status, created by the first administrator. */
export async function makeContainer(
  test: TestApp,
  { dueOn = '2099-01-01', isTrashed = false, name = `Container ${randomName()}`, team = null as number | null } = {},
): Promise<number> {
  const now = test.now().toISOString();
  const container_no = `PO-${randomName()}`;
  const { id } = await test.ctx.db
    .insertInto('containers')
    .values({
      name,
      container_no,
      search_text: containerSearchText(name, container_no),
      pfi_date: dueOn,
      ex_factory_date: dueOn,
      first_pfi_date: dueOn,
      first_ex_factory_date: dueOn,
      status_id: 1,
      team_id: team,
      created_by: 1,
      checked_by: null,
      created_at: now,
      updated_at: now,
      deleted_at: isTrashed ? now : null,
      deleted_by: isTrashed ? 1 : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns a visitor with a session. Inserts the rows of a sign-in, because a sign-in takes several requests and the tests do
 * this about 500 times.
 */
export async function signedIn(test: TestApp, email: string): Promise<Visitor> {
  const { db, appKey, config } = test.ctx;
  const person = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('email_key', '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .where('two_factor_at', 'is', null)
    .executeTakeFirstOrThrow();
  const token = randomBytes(32).toString('base64url');
  const at = test.now().toISOString();
  await db.transaction().execute(async (tx) => {
    await recordLogin(tx, person.id, at);
    await insertSession(tx, {
      token_hash: hash('sha256', token),
      user_id: person.id,
      created_at: at,
      last_used_at: at,
      expires_at: new Date(test.now().getTime() + idleSessionMs).toISOString(),
      remembered: 0,
      address: '127.0.0.1',
      user_agent: 'lightMyRequest',
      confirmed_at: at,
    });
    await recordAudit({ tx, by: { ...person, address: '127.0.0.1' }, at }, 'session.signed_in', {});
  });
  const visitor = new Visitor(test.app);
  const prefix = config.publicUrl?.startsWith('https:') ? '__Host-' : '';
  visitor.cookies.set(`${prefix}${sessionCookie}`, token);
  visitor.cookies.set('XSRF-TOKEN', antiForgeryToken(appKey, token));
  return visitor;
}

/** Inserts an access token of a user for all areas, and returns a program that sends it. */
export async function programOf(
  test: TestApp,
  userId: number,
  rights: { write?: boolean; areas?: readonly Area[]; teams?: number[]; days?: number; name?: string } = {},
): Promise<Program> {
  const { write = true, areas = allAreas, teams = null, days = 30, name = 'Scanner' } = rights;
  const token = newAccessToken();
  const now = test.now();
  await insertToken(test.ctx.db, {
    name,
    can_write: write,
    areas: [...areas],
    team_ids: teams,
    user_id: userId,
    token_hash: hash('sha256', token),
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + days * dayMs).toISOString(),
  });
  return new Program(test.app, token);
}

/** Signs in through the API. Throws when the password is wrong. */
export async function signedInWith(test: TestApp, email: string, secret: string): Promise<Visitor> {
  const visitor = new Visitor(test.app);
  const answer = await visitor.signIn(email, secret);
  if (answer.statusCode !== 200) throw new Error(`sign-in failed: ${answer.body}`);
  return visitor;
}

export const asAdmin = (test: TestApp) => signedIn(test, 'admin@example.com');

/** Inserts a user and signs in. */
export async function signedInAs(
  test: TestApp,
  user: Parameters<typeof makeUser>[1],
): Promise<{ visitor: Visitor; id: number; name: string; email: string }> {
  const made = await makeUser(test, user);
  return { ...made, visitor: await signedIn(test, made.email) };
}

/** Returns the blob key of the current version of a file. */
export async function blobKeyOf(test: TestApp, fileId: number): Promise<string> {
  const { blob_key } = await test.ctx.db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return blob_key;
}

export const countBlobs = async ({ ctx }: TestApp): Promise<number> => (await storedIn(ctx.config).keys()).length;

export async function upload(
  visitor: Visitor,
  typeId: number,
  ...files: { name: string; bytes?: Buffer | string; folder?: string }[]
): Promise<File[]> {
  const sent = files.map((file) => ({ name: file.name, bytes: file.bytes ?? `content of ${file.name}` }));
  const folders = files.some(({ folder }) => folder !== undefined)
    ? { folders: JSON.stringify(files.map(({ folder = '' }) => folder)) }
    : {};
  const answer = await visitor.call(filesContract.upload, { file_type_id: typeId, ...folders }, sent);
  if (answer.status !== 201) throw new Error(`upload failed: ${answer.raw.body}`);
  return answer.body.files;
}

/** Uploads new content for a file. */
export async function replaceContent(visitor: Visitor, id: number, bytes: string): Promise<void> {
  const answer = await visitor.call(filesContract.update, { id, _method: 'PUT' }, [{ name: 'x', bytes }]);
  assert.equal(answer.status, 200, answer.raw.body);
}

/** Returns the content of a file; `query` chooses a version or a download. */
export const readContent = async (visitor: Visitor, file: { filepath: string }, query = ''): Promise<string> =>
  (await visitor.send({ method: 'GET', url: `/storage/${file.filepath}${query}` })).body;
