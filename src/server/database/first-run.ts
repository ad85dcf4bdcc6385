import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { roleNames } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';
import { defaultMatrix, productModuleNames } from '#shared/product-modules.ts';
import { hashPassword } from '../access/password-hash.ts';
import type { Config } from '../config.ts';
import { lockForMigration } from './portable.ts';
import type { Tables } from './tables.ts';

export type FirstSignIn = { email: string; password: string };

// Kept until the password that was made here has been shown, so that a start that fails before does not swallow it.
const notShown = 'first_password_not_shown';

/**
 * Fills an empty database: roles, modules, matrix, the team 'General', the type 'Document' and the administrator.
 * Returns the administrator's sign-in when its password was generated here. Source: decisions.md section 1.
 */
export async function firstRun(db: Kysely<Tables>, config: Config, now: Date): Promise<FirstSignIn | undefined> {
  if (await hasAnyone(db)) return renewUnshown(db, config);
  const password = config.admin.password ?? randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    await lockForMigration(tx as unknown as Kysely<never>);
    if (await hasAnyone(tx)) return undefined;
    const at = now.toISOString();
    await fillAccess(tx);
    const team = await tx
      .insertInto('teams')
      .values({ name: 'General', description: null, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.insertInto('file_types').values({ name: 'Document', description: null, created_at: at }).execute();
    const { id } = await tx
      .insertInto('users')
      .values({
        name: config.admin.name,
        name_folded: fold(config.admin.name),
        email: config.admin.email,
        email_key: config.admin.email.toLowerCase(),
        password_hash: passwordHash,
        password_given: 1,
        role_id: 1,
        team_id: team.id,
        created_at: at,
        last_login_at: null,
        deleted_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (config.admin.password) return undefined;
    await tx
      .insertInto('settings')
      .values({ name: notShown, value: String(id) })
      .execute();
    return { email: config.admin.email, password };
  });
}

/** Only a hash is kept of a password that nobody has seen, so another one takes its place. */
async function renewUnshown(db: Kysely<Tables>, config: Config): Promise<FirstSignIn | undefined> {
  const unshown = await db.selectFrom('settings').select('value').where('name', '=', notShown).executeTakeFirst();
  if (!unshown) return undefined;
  const password = config.admin.password ?? randomBytes(12).toString('base64url');
  const user = await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', Number(unshown.value))
    .where('last_login_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (user && !config.admin.password) return { email: user.email, password };
  await noteSignInShown(db);
  return undefined;
}

/** The first sign-in has been printed; it is never printed again. */
export async function noteSignInShown(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', notShown).execute();
}

async function hasAnyone(db: Kysely<Tables>): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function fillAccess(tx: Kysely<Tables>): Promise<void> {
  const roleIds = [1, 2, 3] as const;
  await tx
    .insertInto('roles')
    .values(roleIds.map((role_id) => ({ role_id, role_name: roleNames[role_id] })))
    .execute();
  for (const name of productModuleNames) {
    const module = await tx.insertInto('modules').values({ name }).returning('id').executeTakeFirstOrThrow();
    await tx
      .insertInto('permissions')
      .values(
        roleIds.map((role_id) => ({
          module_id: module.id,
          role_id,
          can_view: defaultMatrix[role_id].includes(name) ? 1 : 0,
        })),
      )
      .execute();
  }
}

/** A value the database keeps under this name, made the first time it is asked for. */
export async function keptSecret(db: Kysely<Tables>, name: string): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'base64url');
}
