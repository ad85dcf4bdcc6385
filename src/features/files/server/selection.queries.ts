import type { Db } from '#server/parts.ts';
import { addToTally, listStoredFiles } from './files.queries.ts';
import type { StoredFile } from './files.queries.ts';

/** Gives living files another type. Each must be as it is handed in. Answers how many were. */
export async function setType(tx: Db, files: StoredFile[], typeId: number): Promise<number> {
  const changed = await tx
    .updateTable('files')
    .set({ file_type_id: typeId })
    .where('id', 'in', idsOf(files))
    .where('trashed_at', 'is', null)
    .returning('id')
    .execute();
  await recount(tx, files, (file) => ({ ...file, file_type_id: typeId }));
  return changed.length;
}

/** Moves living files to another team. Each must be as it is handed in. Answers how many were. */
export async function setTeam(tx: Db, files: StoredFile[], teamId: number): Promise<number> {
  const changed = await tx
    .updateTable('files')
    .set({ team_id: teamId })
    .where('id', 'in', idsOf(files))
    .where('trashed_at', 'is', null)
    .returning('id')
    .execute();
  await recount(tx, files, (file) => ({ ...file, team_id: teamId }));
  return changed.length;
}

const idsOf = (files: StoredFile[]) => files.map((file) => file.id);

async function recount(tx: Db, files: StoredFile[], after: (file: StoredFile) => StoredFile): Promise<void> {
  const counted = (file: StoredFile) => ({ ...file, file_type_id: file.file_type_id as number });
  await addToTally(tx, files.map(counted), -1);
  await addToTally(tx, files.map(after).map(counted), 1);
}

/** Takes hold of living files until the transaction ends, so that nobody changes them between reading and writing. */
export async function holdFiles(tx: Db, ids: number[]): Promise<StoredFile[]> {
  await tx
    .updateTable('files')
    .set((eb) => ({ trashed_at: eb.ref('trashed_at') }))
    .where('id', 'in', ids)
    .execute();
  return listStoredFiles(tx, ids);
}

export async function findTeam(db: Db, id: number): Promise<{ id: number; name: string } | undefined> {
  return db.selectFrom('teams').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The names of these teams and file types, for the history of a file. */
export async function namesOf(db: Db, table: 'teams' | 'file_types', ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
