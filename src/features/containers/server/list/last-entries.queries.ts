import { sql } from 'kysely';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { isOfSeenFile } from '#features/files/server/core/link-events.queries.ts';
import type { FileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';

type LastEntries = { id: number; heard_at: string | null; delayed_by: number | null; last_comment: string | null };

/** A list has as much of a comment as a cell and its title show. */
const shownLength = 200;

/**
 * Adds to each container the time of the last entry by a person that the viewer sees, whether the server itself has logged the
 * newest PFI delay, and the latest comment, which everyone sees who sees the container. Runs one query for at most a page of
 * containers.
 */
export async function addLastEntries(
  db: Db,
  viewer: FileViewer,
  containers: readonly Container[],
): Promise<Container[]> {
  if (containers.length === 0) return [];
  const ids = containers.map(({ id }) => id);
  const { rows } = await sql<LastEntries>`
    select containers.id,
      (select happened_at from container_events where container_id = containers.id and user_id is not null
        and ${isOfSeenFile(viewer)} order by id desc limit 1) as heard_at,
      (select coalesce(user_id, 0) from container_events where container_id = containers.id and what = 'delay_pfi'
        order by id desc limit 1) as delayed_by,
      (select substr(new_value, 1, ${sql.lit(shownLength)}) from container_events where container_id = containers.id
        and what = 'comment' order by id desc limit 1) as last_comment
    from containers where ${isOneOf(db, sql.ref('containers.id'), ids)}`.execute(db);
  const entries = new Map(rows.map((row) => [row.id, row]));
  return containers.map((container) => {
    const { heard_at = null, delayed_by = null, last_comment = null } = entries.get(container.id) ?? {};
    return {
      ...container,
      ...(heard_at !== null && { heard_at }),
      ...(last_comment !== null && { last_comment }),
      ...(container.is_delayed_pfi === 1 && { pfi_delay_by_rule: delayed_by === 0 }),
    };
  });
}
