import { containerSearchText } from '#features/containers/containers.rules.ts';
import { filesContract } from '#features/files/files.contract.ts';
import type { File } from '#features/files/files.contract.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import type { RoleId } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';
import { adminPassword, randomName } from './test-app.ts';
import type { TestApp } from './test-app.ts';
import { Visitor } from './visitor.ts';

export const password = 'quay-side-7';

// Hashing takes a tenth of a second; everybody may have the same password.
let sharedHash: Promise<string> | undefined;
const passwordHash = () => (sharedHash ??= hashPassword(password));

export async function makeTeam(test: TestApp, name = `Team ${randomName()}`): Promise<number> {
  const { id } = await test.parts.db
    .insertInto('teams')
    .values({ name, description: null, created_at: test.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function makeFileType(test: TestApp, name = `Type ${randomName()}`): Promise<number> {
  const { id } = await test.parts.db
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
  const { id } = await test.parts.db
    .insertInto('users')
    .values({
      name,
      name_folded: fold(name),
      email,
      email_key: email.toLowerCase(),
      password_hash: await passwordHash(),
      role_id: user.role,
      team_id: user.team,
      created_at: test.now().toISOString(),
      last_login_at: null,
      deleted_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const team_id of user.sees ?? [])
    await test.parts.db.insertInto('team_viewers').values({ user_id: id, team_id }).execute();
  return { id, email, name };
}

/** A container that is not received yet, made by the first administrator. */
export async function makeContainer(
  test: TestApp,
  { dueOn = '2099-01-01', isTrashed = false, name = `Container ${randomName()}` } = {},
): Promise<number> {
  const now = test.now().toISOString();
  const container_no = `PO-${randomName()}`;
  const { id } = await test.parts.db
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

/** A signed-in visitor. */
export async function signedIn(test: TestApp, email: string, secret = password): Promise<Visitor> {
  const visitor = new Visitor(test.app);
  const answer = await visitor.signIn(email, secret);
  if (answer.statusCode !== 200) throw new Error(`sign-in failed: ${answer.body}`);
  return visitor;
}

export const asAdmin = (test: TestApp) => signedIn(test, 'admin@example.com', adminPassword);

/** A person of this kind, signed in. */
export async function signedInAs(
  test: TestApp,
  user: Parameters<typeof makeUser>[1],
): Promise<{ visitor: Visitor; id: number; name: string; email: string }> {
  const made = await makeUser(test, user);
  return { ...made, visitor: await signedIn(test, made.email) };
}

/** Under what key the store keeps what a file holds now. */
export async function blobKeyOf(test: TestApp, fileId: number): Promise<string> {
  const { blob_key } = await test.parts.db
    .selectFrom('files')
    .select('blob_key')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return blob_key;
}

export async function upload(
  visitor: Visitor,
  typeId: number,
  ...files: { name: string; bytes?: Buffer | string }[]
): Promise<File[]> {
  const sent = files.map((file) => ({ name: file.name, bytes: file.bytes ?? `content of ${file.name}` }));
  const answer = await visitor.call(filesContract.upload, { file_type_id: typeId }, sent);
  if (answer.status !== 201) throw new Error(`upload failed: ${answer.raw.body}`);
  return answer.body.files;
}
