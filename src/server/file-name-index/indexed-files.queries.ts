import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../database/db.ts';
import { filesChangedSince, changesPosition } from '../database/dialect/change-feed.ts';

const filesPerPage = 5_000;

// Above this, reading all files again is faster.
const maxChanges = 5_000;

export async function countFiles(db: Db): Promise<number> {
  const { files } = await db
    .selectFrom('file_counts')
    .select((eb) => eb.fn.sum<number | null>('files').as('files'))
    .where('span', '=', 'a')
    .executeTakeFirstOrThrow();
  return files ?? 0;
}

/** Returns the position in `file_changes` up to which this connection sees all changes. */
export const positionOfChanges = (db: Db): Promise<string> => changesPosition(db);

/**
 * Returns the files that changed after a position and the position to continue from; `ids` is undefined if there are too many.
 */
export const changedSince = (db: Db, position: string): Promise<{ ids: number[] | undefined; next: string }> =>
  filesChangedSince(db, position, maxChanges);

/** Returns one page of files in order of their ids, or undefined after the last. Files in the trash are left out. */
export async function readPageAfter(db: Db, id: number): Promise<{ lines: string; lastId: number } | undefined> {
  const { lines, lastId } = await readLines(db, sql`id > ${id}`);
  return lines === null || lastId === null ? undefined : { lines, lastId };
}

export async function readFiles(db: Db, ids: number[]): Promise<string> {
  return (await readLines(db, sql`id in (${sql.join(ids)})`)).lines ?? '';
}

/** Returns a page as one text, in the format of `makeShard`. Separate rows would take many times as long to arrive. */
async function readLines(
  db: Db,
  condition: RawBuilder<unknown>,
): Promise<{ lines: string | null; lastId: number | null }> {
  const columns = ['id', 'team_id', 'file_type_id', 'user_id', 'size'].map(
    (name) => sql`cast(${sql.ref(name)} as text)`,
  );
  const line = sql.join([...columns, sql.ref('uploaded_at'), sql.ref('name_folded')], sql` || '\t' || `);
  const { rows } = await sql<{ lines: string | null; lastId: number | null }>`
    select string_agg(line, '\n' order by id) as lines, max(id) as "lastId" from (
      select id, ${line} as line from files where trashed_at is null and ${condition} order by id limit ${filesPerPage}
    ) as page`.execute(db);
  return rows[0] as { lines: string | null; lastId: number | null };
}
