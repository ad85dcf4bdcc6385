import type { Db } from '#server/database/db.ts';
import { addToFileCounts, listStoredFiles } from '../core/files.queries.ts';
import type { StoredFile } from '../core/files.queries.ts';

type Change = { file_type_id: number } | { team_id: number };

/**
 * Changes the type or the team of files that are not in the trash. The caller must hold their locks. Returns the number
 * of changed files.
 */
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
  await addToFileCounts(tx, before, -1);
  await addToFileCounts(tx, after, 1);
  return changed.length;
}

/**
 * Locks files until the transaction ends, so that they cannot change between read and write. Returns those that are not
 * in the trash.
 */
export async function lockFiles(tx: Db, ids: number[]): Promise<StoredFile[]> {
  await tx
    .updateTable('files')
    .set((eb) => ({ trashed_at: eb.ref('trashed_at') }))
    .where('id', 'in', ids)
    .execute();
  return listStoredFiles(tx, ids);
}
