import type { Db } from '#server/database/db.ts';
import { normalForm } from '#shared/fold.ts';
import { statusIds } from '../containers.rules.ts';
import { isContainerVisibleTo } from './visible-containers.queries.ts';
import type { ContainerViewer } from './visible-containers.queries.ts';

export type Chunk = { part: string; start: number; data: string };

/** Stores the rows of a file. Deletes imports from before `expired`. */
export async function insertImport(
  tx: Db,
  { expired, ...row }: { user_id: number; name: string; sheets: string; read_at: string; expired: string },
): Promise<number> {
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

export async function findImport(db: Db, id: number, userId: number) {
  return db.selectFrom('imports').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
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

/** Returns false if there is no such import that can be undone, of this user if one is given. */
export async function markUndone(
  tx: Db,
  { id, userId, since, at }: { id: number; userId: number | undefined; since: string; at: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imports')
    .set({ undone_at: at })
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
    .where('done_at', '>=', since)
    .where('undone_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listUndoable(db: Db, userId: number | undefined, since: string) {
  const rows = await db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.user_id')
    .select(['imports.id', 'imports.name', 'imports.done_at', 'users.name as user_name'])
    .$if(userId !== undefined, (query) => query.where('imports.user_id', '=', userId ?? 0))
    .where('imports.done_at', '>=', since)
    .where('imports.undone_at', 'is', null)
    .orderBy('imports.id', 'desc')
    .limit(20)
    .execute();
  return rows.map(({ done_at, ...row }) => ({ ...row, done_at: done_at ?? '' }));
}

export async function findMapping(db: Db, headings: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('import_mappings')
    .select('columns')
    .where('headings', '=', headings)
    .executeTakeFirst();
  return row?.columns;
}

export async function saveMapping(tx: Db, headings: string, columns: string): Promise<void> {
  await tx
    .insertInto('import_mappings')
    .values({ headings, columns })
    .onConflict((conflict) => conflict.column('headings').doUpdateSet({ columns }))
    .execute();
}

/** Containers that have not departed and have one of these numbers. */
export async function listByNumber(db: Db, viewer: ContainerViewer, numbers: readonly string[]) {
  if (numbers.length === 0) return [];
  return db
    .selectFrom('containers')
    .select(['id', 'number_norm as key'])
    .where('number_norm', 'in', numbers)
    .where('deleted_at', 'is', null)
    .where('status_id', '<>', statusIds.Departed)
    .where(isContainerVisibleTo(viewer))
    .execute();
}

/** Containers that have not departed and have one of these order numbers. */
export async function listByOrder(db: Db, viewer: ContainerViewer, orders: readonly string[]) {
  if (orders.length === 0) return [];
  return db
    .selectFrom('containers')
    .select(['id', 'container_no', 'name'])
    .where('container_no', 'in', orders)
    .where('deleted_at', 'is', null)
    .where('status_id', '<>', statusIds.Departed)
    .where(isContainerVisibleTo(viewer))
    .execute();
}

export async function listPartiesByName(db: Db, names: readonly string[]) {
  const norms = [...new Set(names.map((name) => normalForm(name) || name))];
  if (norms.length === 0) return [];
  return db.selectFrom('parties').select(['id', 'name', 'name_norm']).where('name_norm', 'in', norms).execute();
}

export async function listPeopleAndTeams(db: Db) {
  const active = db.selectFrom('users').where('deleted_at', 'is', null).where('suspended_at', 'is', null);
  return {
    users: await active.select(['id', 'name', 'email']).execute(),
    teams: await db.selectFrom('teams').select(['id', 'name']).execute(),
  };
}
