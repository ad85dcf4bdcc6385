import { randomBytes } from 'node:crypto';
import { hashPassword } from '#server/access/password-hash.ts';
import { findPasswordFault } from '#server/access/password-rules.ts';
import { CannotStart } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { lockForMigration } from '#server/database/dialect/locks.ts';
import { roleNames } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';
import { productModuleNames, productModules } from '#shared/product-modules.ts';
import type { ProductModule } from '#shared/product-modules.ts';

export type FirstSignIn = { email: string; password: string };

// Set until the generated password has been printed. If the start fails before that, the next one generates a new password.
const passwordNotShown = 'first_password_not_shown';

const visibleToEveryRole: ProductModule[] = [
  productModules.upload,
  productModules.files,
  productModules.containers,
  productModules.changePassword,
];

/** The permission matrix of a new installation. See docs/choices.md#first-start. */
const defaultMatrix: Record<RoleId, ProductModule[]> = {
  1: productModuleNames.filter((name) => name !== productModules.userDashboard),
  2: productModuleNames.filter((name) => name !== productModules.userDashboard && name !== productModules.permissions),
  3: [productModules.userDashboard, ...visibleToEveryRole],
};

/**
 * Fills an empty database with roles, modules, matrix, the team 'General', the type 'Document' and the administrator.
 * Returns the administrator's sign-in if its password was generated here. See docs/choices.md#first-start.
 */
export async function firstRun(db: Db, config: Config, now: Date): Promise<FirstSignIn | undefined> {
  if (await hasUsers(db)) return renewUnshown(db, config);
  const password = await firstPassword(config);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (tx) => {
    await lockForMigration(tx);
    if (await hasUsers(tx)) return undefined;
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
      .values({ name: passwordNotShown, value: String(id) })
      .execute();
    return { email: config.admin.email, password };
  });
}

/** Throws CannotStart if ADMIN_PASSWORD breaks a rule for passwords. */
async function firstPassword({ admin: { email, password } }: Config): Promise<string> {
  if (password === undefined) return randomBytes(12).toString('base64url');
  const fault = await findPasswordFault(password, email);
  if (fault) throw new CannotStart(`ADMIN_PASSWORD: ${fault.text}`);
  return password;
}

/** Only the hash of a generated password is stored. If the password was never printed, a new one replaces it. */
async function renewUnshown(db: Db, config: Config): Promise<FirstSignIn | undefined> {
  const unshown = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', passwordNotShown)
    .executeTakeFirst();
  if (!unshown) return undefined;
  const password = await firstPassword(config);
  const user = await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', Number(unshown.value))
    .where('last_login_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  if (user && !config.admin.password) return { email: user.email, password };
  await recordSignInShown(db);
  return undefined;
}

/** Records that the first sign-in has been printed. It is not printed again. */
export async function recordSignInShown(db: Db): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', passwordNotShown).execute();
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

async function fillAccess(tx: Db): Promise<void> {
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

/** Returns the random value stored under this name. Creates it on first use. */
export async function readOrCreateSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return Buffer.from(row.value, 'base64url');
}
