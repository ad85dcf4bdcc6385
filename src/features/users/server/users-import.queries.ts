import type { Db } from '#server/database/db.ts';
import { listQueued } from '#server/database/work.queries.ts';

/**
 * Returns which of some invited users have opened their account, and which have files or containers. An invited user who has
 * not opened it has a link that sets the first password, or waits for it to be mailed: setting a password deletes both.
 */
export async function listUsage(tx: Db, ids: readonly number[]): Promise<{ opened: Set<number>; owners: Set<number> }> {
  if (ids.length === 0) return { opened: new Set(), owners: new Set() };
  const invited = tx.selectFrom('password_links').select('user_id').where('user_id', 'in', ids);
  const queued = await listQueued(tx, 'invitation', ids.map(String));
  const users = tx.selectFrom('users').select(['id', 'last_login_at', 'files_count']).where('id', 'in', ids);
  const assigned = tx.selectFrom('containers').select('assignee_id').distinct().where('assignee_id', 'in', ids);
  const links = new Set([...(await invited.execute()).map(({ user_id }) => user_id), ...[...queued].map(Number)]);
  const found = await users.execute();
  return {
    opened: new Set(found.flatMap((one) => (one.last_login_at !== null || !links.has(one.id) ? one.id : []))),
    owners: new Set([
      ...found.flatMap((one) => (one.files_count > 0 ? one.id : [])),
      ...(await assigned.execute()).flatMap(({ assignee_id }) => assignee_id ?? []),
    ]),
  };
}
