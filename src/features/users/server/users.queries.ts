import type { Db } from '#server/parts.ts';

export async function listRoles(db: Db): Promise<{ role_id: number; role_name: string }[]> {
  return db.selectFrom('roles').select(['role_id', 'role_name']).orderBy('role_id').execute();
}
