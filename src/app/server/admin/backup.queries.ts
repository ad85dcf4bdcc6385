import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { insertJson, keepLastId } from '#server/database/portable.ts';
import type { Row, Snapshot } from '#server/database/snapshot.ts';
import type { Db } from '#server/parts.ts';

/** While this moment, an ISO 8601 instant, is ahead, no blob is removed from the store. */
const leaseSetting = 'backup_until';

export async function extendLease(db: Db, until: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: leaseSetting, value: until })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: until }))
    .execute();
}

/** What a backup begins with: how much there is of everything. */
export async function describeSnapshot({ ask, lastIds }: Snapshot, tables: readonly string[]) {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const [counted] = await ask<{ n: number }>(`select count(*) as n from "${table}"`);
    rows[table] = Number(counted?.n);
  }
  const applied = await ask<{ name: string }>('select name from migrations order by name');
  const [stored] = await ask<{ blobs: number; bytes: number }>(`
    select count(*) as blobs, coalesce(sum(size), 0) as bytes
    from (select blob_key, size from files union select blob_key, size from file_versions) as named`);
  const ids = Object.entries(await lastIds()).filter(([table]) => tables.includes(table));
  return {
    rows,
    migrations: applied.map(({ name }) => name),
    last_ids: Object.fromEntries(ids),
    stored: { blobs: Number(stored?.blobs), bytes: Number(stored?.bytes) },
  };
}

/** Puts rows of a backup into a table, as they are: JSON objects, one a line, of the same columns. */
export async function insertLines(tx: Db, table: string, lines: readonly string[]): Promise<void> {
  const columns = Object.keys(JSON.parse(lines[0] ?? '{}') as Row);
  await insertJson(tx as never, table, columns, `[${lines.join(',')}]`);
}

export async function keepLastIds(tx: Db, lastIds: Record<string, number>): Promise<void> {
  for (const [table, lastId] of Object.entries(lastIds)) await keepLastId(tx as never, table, lastId);
}

export async function addSetting(db: Db, name: string): Promise<void> {
  await db.insertInto('settings').values({ name, value: '1' }).execute();
}

export async function removeSetting(db: Db, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** What the records say about these blobs. */
export async function recordsOfBlobs(db: Db, keys: string[]): Promise<Map<string, BlobRecord>> {
  const from = (table: 'files' | 'file_versions') =>
    db.selectFrom(table).select(['blob_key as key', 'size', 'sha256']).where('blob_key', 'in', keys).execute();
  const records = [...(await from('files')), ...(await from('file_versions'))];
  return new Map(records.map((record) => [record.key, record]));
}

export async function countPeople(db: Db): Promise<number> {
  const { people } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('people'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return people;
}
