import type { Db } from '#server/database/db.ts';
import type { Permission } from '#shared/access.ts';
import type { Matrix } from '../permissions.rules.ts';

/** A stored save: the whole matrix, and the entries that differ from the previous save. */
export type Save = {
  id: number;
  saved_by: string;
  saved_at: string;
  permissions: Permission[];
  changed: Permission[];
};

export async function listPermissions(db: Db): Promise<Permission[]> {
  return db
    .selectFrom('permissions')
    .select(['module_id', 'role_id', 'can_view'])
    .orderBy('module_id')
    .orderBy('role_id')
    .execute();
}

export async function listModules(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('modules').select(['id', 'name']).orderBy('id').execute();
}

export async function setPermission(tx: Db, entry: Permission): Promise<void> {
  await tx
    .insertInto('permissions')
    .values(entry)
    .onConflict((pair) => pair.columns(['module_id', 'role_id']).doUpdateSet({ can_view: entry.can_view }))
    .execute();
}

/** Returns the id of the newest save, or 0. */
export async function readVersion(db: Db): Promise<number> {
  const newest = await db
    .selectFrom('permission_saves')
    .select((eb) => eb.fn.max<number | null>('id').as('id'))
    .executeTakeFirstOrThrow();
  return newest.id ?? 0;
}

/** Returns the new version. */
export async function insertSave(
  tx: Db,
  save: { saved_by: number; saved_at: string; permissions: Matrix; changed: Matrix },
): Promise<number> {
  const { id } = await tx
    .insertInto('permission_saves')
    .values({
      saved_by: save.saved_by,
      saved_at: save.saved_at,
      permissions: JSON.stringify({ permissions: save.permissions, changed: save.changed }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the newest saves, newest first. */
export async function listNewestSaves(db: Db, max: number): Promise<Save[]> {
  const rows = await saves(db).orderBy('permission_saves.id', 'desc').limit(max).execute();
  return rows.map(asSave);
}

/** Returns the saves after this one, newest first. */
export async function listSavesAfter(db: Db, id: number): Promise<Save[]> {
  const rows = await saves(db).where('permission_saves.id', '>', id).orderBy('permission_saves.id', 'desc').execute();
  return rows.map(asSave);
}

export async function findSave(db: Db, id: number): Promise<Save | undefined> {
  const row = await saves(db).where('permission_saves.id', '=', id).executeTakeFirst();
  return row && asSave(row);
}

export async function findFirstSave(db: Db): Promise<Save | undefined> {
  const row = await saves(db).orderBy('permission_saves.id').limit(1).executeTakeFirst();
  return row && asSave(row);
}

const saves = (db: Db) =>
  db
    .selectFrom('permission_saves')
    .innerJoin('users', 'users.id', 'permission_saves.saved_by')
    .select([
      'permission_saves.id',
      'permission_saves.saved_at',
      'permission_saves.permissions',
      'users.name as saved_by',
    ]);

function asSave(row: { id: number; saved_at: string; saved_by: string; permissions: string }): Save {
  // `insertSave` wrote this JSON, so it needs no validation.
  return { ...row, ...(JSON.parse(row.permissions) as Pick<Save, 'permissions' | 'changed'>) };
}

export async function listRoles(db: Db): Promise<{ role_id: number; role_name: string }[]> {
  return db.selectFrom('roles').select(['role_id', 'role_name']).orderBy('role_id').execute();
}
