import type { AnyDb } from '../db.ts';

/** Tables and columns take the names that the code uses: extractions, derived files, pending deletions, file counts. */
export async function plainNames(db: AnyDb): Promise<void> {
  await db.schema.alterTable('readings').renameTo('extractions').execute();
  await db.schema.alterTable('renditions').renameTo('derived_files').execute();
  await db.schema.alterTable('derived_files').renameColumn('rendition_key', 'derived_key').execute();
  await db.schema.alterTable('derived_files').renameColumn('made_at', 'derived_at').execute();
  await db.schema.alterTable('doomed_blobs').renameTo('pending_blob_deletions').execute();
  await db.schema.alterTable('pending_blob_deletions').renameColumn('doomed_at', 'requested_at').execute();
  await db.schema.alterTable('file_tally').renameTo('file_counts').execute();
}
