import type { Db } from '#server/database/db.ts';

/**
 * Returns which of some invited users have opened their account, and which have files or containers. Setting a password
 * deletes the invitation.
 */
export async function listUsage(tx: Db, ids: readonly number[]): Promise<{ opened: Set<number>; owners: Set<number> }> {
  if (ids.length === 0) return { opened: new Set(), owners: new Set() };
  const invitations = tx.selectFrom('invitations').select('user_id').where('user_id', 'in', ids);
  const users = tx.selectFrom('users').select(['id', 'last_login_at', 'files_count']).where('id', 'in', ids);
  const assigned = tx.selectFrom('containers').select('assignee_id').distinct().where('assignee_id', 'in', ids);
  const invited = new Set((await invitations.execute()).map(({ user_id }) => user_id));
  const found = await users.execute();
  return {
    opened: new Set(found.flatMap((one) => (one.last_login_at !== null || !invited.has(one.id) ? one.id : []))),
    owners: new Set([
      ...found.flatMap((one) => (one.files_count > 0 ? one.id : [])),
      ...(await assigned.execute()).flatMap(({ assignee_id }) => assignee_id ?? []),
    ]),
  };
}
