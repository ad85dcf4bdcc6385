import type { Db } from '#server/database/db.ts';
import type { RoleId } from '#shared/access.ts';
import { roleNames } from '#shared/access.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { productModuleNames } from '#shared/product-modules.ts';

export async function hasUsers(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Replaces the password of a user who has never signed in. Returns the e-mail address. */
export async function replacePassword(db: Db, userId: number, password_hash: string): Promise<string | undefined> {
  const user = await db
    .updateTable('users')
    .set({ password_hash })
    .where('id', '=', userId)
    .where('last_login_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return user?.email;
}

/** Inserts the roles, the modules and the permission matrix. */
export async function fillAccess(tx: Db, matrix: Record<RoleId, ProductModule[]>): Promise<void> {
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
          can_view: matrix[role_id].includes(name) ? 1 : 0,
        })),
      )
      .execute();
  }
}
