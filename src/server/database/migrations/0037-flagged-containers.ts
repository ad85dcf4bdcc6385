import { sql } from 'kysely';
import { flagOf } from '../container-keys.ts';
import type { AnyDb } from '../db.ts';

/** The count cards of each page of containers count the flagged ones, which had no index. */
export async function flaggedContainers(db: AnyDb): Promise<void> {
  const flag = sql.raw(flagOf());
  // PostgreSQL reads the index only if it also has the columns of the expression.
  await sql`create index containers_flagged on containers (status_id, (${flag}), pfi_date, team_id, created_by, deleted_at,
    is_delayed_pfi, is_delayed_ex_factory) where deleted_at is null and (${flag}) is not null`.execute(db);
}
