import type { Act } from '#features/audit/audit.rules.ts';
import { findSampleIds } from '#features/sample/server/sample.queries.ts';
import type { Db } from '#server/database/db.ts';
import { readSetting } from '#server/database/settings.queries.ts';

export async function findLastLogin(db: Db, userId: number): Promise<string | null> {
  const { last_login_at } = await db
    .selectFrom('users')
    .select('last_login_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return last_login_at;
}

/** The newest of these acts that a user has done to their own account. */
export async function listLatestOwnActs<A extends Act>(
  db: Db,
  { userId, acts, limit }: { userId: number; acts: readonly A[]; limit: number },
): Promise<{ act: A; at: string }[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['act', 'at'])
    .where('user_id', '=', userId)
    .where('thing_id', '=', userId)
    .where('act', 'in', acts)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows as { act: A; at: string }[];
}

export const firstStepsHidden = 'first_steps_hidden';

/**
 * The first start creates one team, one file type and one user. A step is done when there is a second one. The sample
 * company does not count.
 */
export async function findFirstSteps(db: Db) {
  if ((await readSetting(db, firstStepsHidden)) !== undefined)
    return { hidden: true, teams: true, file_types: true, users: true, containers: true, files: true };
  const sample = await findSampleIds(db);
  const own = (table: 'teams' | 'file_types' | 'users' | 'containers' | 'files', added: readonly number[] = []) =>
    db
      .selectFrom(table)
      .select('id')
      .$if(added.length > 0, (query) => query.where('id', 'not in', added))
      .limit(2)
      .execute();
  const [teams, types, users, containers, files] = await Promise.all([
    own('teams', sample?.teams),
    own('file_types', sample?.file_types),
    own('users'),
    own('containers', sample?.containers),
    own('files', sample?.files),
  ]);
  return {
    hidden: false,
    teams: teams.length > 1,
    file_types: types.length > 1,
    users: users.length > 1,
    containers: containers.length > 0,
    files: files.length > 0,
  };
}
