import type { Db } from '#server/database/db.ts';
import type { ImportKind } from '../imports.rules.ts';

export type Chunk = { part: string; start: number; data: string };

type NewImport = {
  kind: ImportKind;
  user_id: number;
  name: string;
  sheets: string;
  read_at: string;
  done_at?: string;
  expired: string;
};

/** Starts an import. Deletes imports from before `expired`. */
export async function insertImport(tx: Db, { expired, ...row }: NewImport): Promise<number> {
  await tx.deleteFrom('imports').where('read_at', '<', expired).execute();
  const { id } = await tx.insertInto('imports').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function insertChunk(tx: Db, import_id: number, chunk: Chunk): Promise<void> {
  await tx
    .insertInto('import_chunks')
    .values({ import_id, ...chunk })
    .execute();
}

export async function listChunkStarts(db: Db, import_id: number, part: string): Promise<number[]> {
  const of = db.selectFrom('import_chunks').select('start').where('import_id', '=', import_id).where('part', '=', part);
  return (await of.orderBy('start').execute()).map(({ start }) => start);
}

export async function findChunk(db: Db, import_id: number, part: string, start: number): Promise<string> {
  const of = db.selectFrom('import_chunks').select('data').where('import_id', '=', import_id).where('part', '=', part);
  return (await of.where('start', '=', start).executeTakeFirstOrThrow()).data;
}

/** Inserts the chunk, or replaces its data. */
export async function saveChunk(tx: Db, import_id: number, chunk: Chunk): Promise<void> {
  const { data } = chunk;
  await tx
    .insertInto('import_chunks')
    .values({ import_id, ...chunk })
    .onConflict((conflict) => conflict.columns(['import_id', 'part', 'start']).doUpdateSet({ data }))
    .execute();
}

/** Returns an import, of this user if one is given. */
export async function findImport(db: Db, kind: ImportKind, { id, userId }: { id: number; userId: number | undefined }) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .executeTakeFirst();
}

/** Returns the newest file that a user has read and not imported. */
export async function findUnfinished(db: Db, kind: ImportKind, userId: number) {
  return db
    .selectFrom('imports')
    .innerJoin('import_chunks', 'import_chunks.import_id', 'imports.id')
    .select(['imports.id', 'imports.read_at', 'imports.draft', 'import_chunks.data as file'])
    .where('imports.kind', '=', kind)
    .where('imports.user_id', '=', userId)
    .where('imports.done_at', 'is', null)
    .where('import_chunks.part', '=', 'file')
    .orderBy('imports.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns false if the user has no such import, or its rows were imported. */
export async function saveDraft(tx: Db, { id, userId, draft }: { id: number; userId: number; draft: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ draft })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an import of a user that was not run. */
export async function deleteUnfinished(tx: Db, { id, userId }: { id: number; userId: number }): Promise<void> {
  const own = tx.deleteFrom('imports').where('id', '=', id).where('user_id', '=', userId);
  await own.where('done_at', 'is', null).execute();
}

export async function saveSheets(tx: Db, id: number, sheets: string): Promise<void> {
  await tx.updateTable('imports').set({ sheets }).where('id', '=', id).execute();
}

/** Returns false if the rows were imported before. */
export async function markDone(tx: Db, id: number, done_at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ done_at })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the import, or undefined if there is none that can be undone, of this user if one is given. */
export async function markUndone(
  tx: Db,
  kind: ImportKind,
  { id, userId, since, at }: { id: number; userId: number | undefined; since: string; at: string },
): Promise<{ name: string } | undefined> {
  return tx
    .updateTable('imports')
    .set({ undone_at: at })
    .where('id', '=', id)
    .where('kind', '=', kind)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .where('done_at', '>=', since)
    .where('undone_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
}

/** The last 20 imports since a time that can be undone, of one user or of all. */
export async function listUndoable(
  db: Db,
  kind: ImportKind,
  { userId, since }: { userId: number | undefined; since: string },
) {
  const rows = await db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.user_id')
    .select(['imports.id', 'imports.name', 'imports.done_at', 'users.name as user_name'])
    .select((eb) =>
      eb
        .selectFrom('import_chunks')
        .select(eb.lit(1).as('one'))
        .whereRef('import_chunks.import_id', '=', 'imports.id')
        .where('part', '=', 'left_out')
        .limit(1)
        .as('left_out'),
    )
    .where('imports.kind', '=', kind)
    .$if(userId !== undefined, (query) => query.where('imports.user_id', '=', userId ?? 0))
    .where('imports.done_at', '>=', since)
    .where('imports.undone_at', 'is', null)
    .orderBy('imports.id', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ done_at, left_out, ...row }) => ({
    ...row,
    done_at: done_at ?? '',
    has_left_out: left_out !== null,
  }));
}

type Chooser = { id: number; team_id: number | null };

/** Returns the last choice of this user for the headings, else that of the user's team. Another team may read them otherwise. */
export async function findMapping(db: Db, { id, team_id }: Chooser, headings: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('import_mappings')
    .select('columns')
    .where('headings', '=', headings)
    // Without a team, the second condition is unknown, which is not true.
    .where((eb) => eb.or([eb('user_id', '=', id), eb('team_id', '=', team_id)]))
    .orderBy((eb) => eb.case().when('user_id', '=', id).then(0).else(1).end())
    .orderBy('saved_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.columns;
}

export async function saveMapping(
  tx: Db,
  { id: user_id, team_id }: Chooser,
  mapping: { headings: string; columns: string; saved_at: string },
): Promise<void> {
  await tx
    .insertInto('import_mappings')
    .values({ user_id, team_id, ...mapping })
    .onConflict((conflict) => conflict.columns(['headings', 'user_id']).doUpdateSet({ team_id, ...mapping }))
    .execute();
}
