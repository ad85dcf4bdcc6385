import { sql } from 'kysely';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import type { Db } from '#server/database/db.ts';
import { insertJson, setLastId } from '#server/database/dialect/maintenance.ts';
import type { Row, Snapshot } from '#server/database/snapshot.ts';

/** Returns the applied migrations, and the highest ids of these tables. */
export async function describeMigrations({ query, lastIds }: Snapshot, tables: readonly string[]) {
  const applied = await query<{ name: string }>('select name from migrations order by name');
  const ids = Object.entries(await lastIds()).filter(([table]) => tables.includes(table));
  return { migrations: applied.map(({ name }) => name), last_ids: Object.fromEntries(ids) };
}

export async function countRows({ query }: Snapshot, table: string): Promise<number> {
  const [counted] = await query<{ n: number }>(`select count(*) as n from "${table}"`);
  return Number(counted?.n);
}

/** Inserts rows of a backup unchanged. Each line is a JSON object, and all have the same columns. */
export async function insertLines(tx: Db, table: string, lines: readonly string[]): Promise<void> {
  const columns = Object.keys(JSON.parse(lines[0] ?? '{}') as Row);
  await insertJson(tx, table, columns, `[${lines.join(',')}]`);
}

export async function keepLastIds(tx: Db, lastIds: Record<string, number>): Promise<void> {
  for (const [table, lastId] of Object.entries(lastIds)) await setLastId(tx, table, lastId);
}

/** Returns the recorded size and hash of these blobs, by key. */
export async function recordsOfBlobs(db: Db, keys: string[]): Promise<Map<string, BlobRecord>> {
  const from = (table: 'files' | 'file_versions') =>
    db.selectFrom(table).select(['blob_key as key', 'size', 'sha256']).where('blob_key', 'in', keys).execute();
  const records = [...(await from('files')), ...(await from('file_versions'))];
  return new Map(records.map((record) => [record.key, record]));
}

export async function countDistinctBlobs(db: Db): Promise<number> {
  const { rows } = await sql<{ blobs: number }>`select count(*) as blobs
    from (select blob_key from files union select blob_key from file_versions) as recorded`.execute(db);
  return Number(rows[0]?.blobs);
}

export async function countPeople(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return people;
}
