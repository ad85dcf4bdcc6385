import type { Expression, SqlBool } from 'kysely';
import { readPermissionTable } from '#server/access/access.queries.ts';
import type { Db } from '#server/parts.ts';
import { findModule, managingRoles, roles } from '#shared/access.ts';
import type { ProductModule } from '#shared/product-modules.ts';

/** `link` is the screen that shows what it is about. */
export type Notice = { title: string; message: string; link: string | null; created_at: string };

/** Each of these answers whom it reached, for `parts.events`. */

export async function notifyUsers(tx: Db, userIds: readonly number[], notice: Notice): Promise<number[]> {
  if (userIds.length === 0) return [];
  return insertFor(tx, notice, (people) => people.where('id', 'in', userIds));
}

/** Roles 1 and 2, but for those named: nobody is told of their own doing. Source: decisions.md section 4, Notifications. */
export async function notifyManagers(tx: Db, exceptIds: readonly number[], notice: Notice): Promise<number[]> {
  return insertFor(tx, notice, (people) =>
    people.where('role_id', 'in', managingRoles).where('id', 'not in', exceptIds),
  );
}

/** Everyone whose role may view a module. `exceptId` is whoever did it, null when nobody did. Source: decisions.md section 4. */
export async function notifyViewersOfModule(
  tx: Db,
  module: ProductModule,
  exceptId: number | null,
  notice: Notice,
): Promise<number[]> {
  const table = await readPermissionTable(tx);
  const moduleId = findModule(table.modules, module)?.id;
  const seeing = table.permissions.filter((one) => one.module_id === moduleId && one.can_view === 1);
  if (seeing.length === 0) return [];
  const roleIds = seeing.map((one) => one.role_id);
  return insertFor(tx, notice, (people) => people.where('role_id', 'in', roleIds).where('id', '!=', exceptId ?? 0));
}

/** Everyone who may see a team's files, role 1 included. Source: decisions.md section 6. */
export async function notifyViewersOfTeam(tx: Db, teamId: number, exceptId: number, notice: Notice): Promise<number[]> {
  return insertFor(tx, notice, (people) =>
    people
      .where('id', '!=', exceptId)
      .where((eb) =>
        eb.or([
          eb('role_id', '=', roles.administrator),
          eb('team_id', '=', teamId),
          eb.exists(
            eb
              .selectFrom('team_viewers')
              .select('user_id')
              .whereRef('team_viewers.user_id', '=', 'users.id')
              .where('team_viewers.team_id', '=', teamId),
          ) as Expression<SqlBool>,
        ]),
      ),
  );
}

const present = (db: Db) =>
  db.selectFrom('users').select('id').where('deleted_at', 'is', null).where('suspended_at', 'is', null);
type People = ReturnType<typeof present>;

/** One statement, however many people there are. */
async function insertFor(tx: Db, notice: Notice, those: (people: People) => People): Promise<number[]> {
  const rows = await tx
    .insertInto('notifications')
    .columns(['user_id', 'title', 'message', 'link', 'created_at'])
    .expression((eb) =>
      those(present(tx)).select([
        eb.val(notice.title).as('title'),
        eb.val(notice.message).as('message'),
        eb.val(notice.link).as('link'),
        eb.val(notice.created_at).as('created_at'),
      ]),
    )
    .returning('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}
