import type { Db } from '#server/parts.ts';
import { addToTally, listStoredFiles, noteFileChanges } from './files.queries.ts';
import type { StoredFile } from './files.queries.ts';

type Change = { file_type_id: number } | { team_id: number };

/** Gives living files another type or moves them to another team. Each must be as it is handed in. Answers how many were. */
export async function changeFiles(tx: Db, files: StoredFile[], change: Change): Promise<number> {
  const ids = files.map(({ id }) => id);
  const changed = await tx
    .updateTable('files')
    .set(change)
    .where('id', 'in', ids)
    .where('trashed_at', 'is', null)
    .returning('id')
    .execute();
  const before = files.map((file) => ({ ...file, file_type_id: file.file_type_id as number }));
  const after = before.map((file) => ({ ...file, ...change }));
  await noteFileChanges(tx, ids);
  await addToTally(tx, before, -1);
  await addToTally(tx, after, 1);
  return changed.length;
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

/** The names of these teams and file types, for the history of a file. */
export async function namesOf(db: Db, table: 'teams' | 'file_types', ids: number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}
