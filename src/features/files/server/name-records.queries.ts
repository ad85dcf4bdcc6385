import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { filesChangedSince, momentOfChanges } from '#server/database/portable.ts';
import type { NameRecords } from '#server/names/name-book.ts';
import type { Db } from '#server/parts.ts';

const atATime = 5_000;

// Reading the whole book anew is faster than that.
const mostChanged = 5_000;

/** What the book of names is read from: the files that are not in the trash. */
export const nameRecords: NameRecords = {
  countFiles: async (db) => {
    const { files } = await db
      .selectFrom('file_tally')
      .select((eb) => eb.fn.sum<number | null>('files').as('files'))
      .where('span', '=', 'a')
      .executeTakeFirstOrThrow();
    return files ?? 0;
  },
  now: momentOfChanges,
  changedSince: (db, since) => filesChangedSince(db, since, mostChanged),
  linesAfter: async (db, id) => {
    const { lines, last } = await readLines(db, sql`id > ${id}`);
    return lines === null || last === null ? undefined : { lines, last };
  },
  linesOf: async (db, ids) => (await readLines(db, sql`id in (${sql.join(ids)})`)).lines ?? '',
};

/** One text for a page: that many rows would take many times as long on their way here. */
async function readLines(db: Db, which: RawBuilder<unknown>): Promise<{ lines: string | null; last: number | null }> {
  const columns = ['id', 'team_id', 'file_type_id', 'user_id', 'size'].map(
    (name) => sql`cast(${sql.ref(name)} as text)`,
  );
  const line = sql.join([...columns, sql.ref('uploaded_at'), sql.ref('name_folded')], sql` || '\t' || `);
  const { rows } = await sql<{ lines: string | null; last: number | null }>`
    select string_agg(line, '\n' order by id) as lines, max(id) as last from (
      select id, ${line} as line from files where trashed_at is null and ${which} order by id limit ${atATime}
    ) as page`.execute(db);
  return rows[0] as { lines: string | null; last: number | null };
}
