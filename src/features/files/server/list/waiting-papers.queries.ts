import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { waitsFor } from '#features/papers/server/number-links.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';

/** The references to a container number for which the viewer sees no container, as the ids of their files. */
function numbersWithoutContainer(viewer: FileViewer): RawBuilder<unknown> {
  const filesOf = (condition: RawBuilder<unknown>) => sql`
    select refs.file_id from file_references as refs where ${condition}
    union select with_text.id from content_references as refs cross join files as with_text
      where ${condition} and with_text.blob_key = refs.blob_key`;
  const withoutAny = filesOf(sql`refs.waits = ${sql.lit(waitsFor.noContainer)}`);
  if (viewer.seenTeamIds === undefined) return withoutAny;
  const having = (isSeen: RawBuilder<unknown>) => sql`select numbers.value
    from containers join container_numbers as numbers on numbers.container_id = containers.id
    where containers.deleted_at is null and ${isSeen}`;
  const seen = isContainerVisibleTo(viewer);
  return sql`${withoutAny} union ${filesOf(sql`refs.waits = ${sql.lit(waitsFor.someContainer)}
    and refs.value in (${having(sql`not ${seen}`)}) and not exists (${having(seen)} and numbers.value = refs.value)`)}`;
}

/**
 * The condition that a row of the table `files` is a waiting paper of the viewer: it has a container number, the viewer sees no
 * container with this number outside the trash, and none to which the file is linked. So it waits for containers that the viewer
 * may not see as for those that do not exist. The subqueries begin with the few numbers that wait: `cross join` keeps this order
 * on SQLite, which would read all files otherwise.
 */
export const isWaiting = (viewer: FileViewer): RawBuilder<SqlBool> => sql<SqlBool>`(files.id in (
    ${numbersWithoutContainer(viewer)})
  and not exists (select 1 from container_files as links join containers on containers.id = links.container_id
    where links.file_id = files.id and links.removed_at is null and containers.deleted_at is null
      and ${isContainerVisibleTo(viewer)}))`;

/** Returns the ids of the newest waiting papers that the viewer sees. */
export async function listWaiting(db: Db, viewer: FileViewer, limit: number): Promise<number[]> {
  // Reads in the order of the list. Otherwise the query planner would read all files.
  const { rows } = await sql<{ id: number }>`
    select files.id from files where files.trashed_at is null and ${isVisibleTo(viewer)} and ${isWaiting(viewer)}
    order by files.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}
