import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Config } from '#server/config.ts';
import type { BlobSpool } from '#server/database/blob-spool.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Row } from '#server/database/snapshot.ts';
import { isSaved, savedTables } from '../admin/backup-tables.ts';
import { describeMigrations } from '../admin/backup.queries.ts';
import type { ObjectIndex } from './object-index.ts';
import type { Point } from './repository.ts';
import type { Target } from './target.ts';
import { lineWriter } from './write-objects.ts';

/** Writes all rows from one snapshot, and lists the stored files that they name. */
export async function saveRecords(
  config: Config,
  { target, index, spool, signal }: { target: Target; index: ObjectIndex; spool: BlobSpool; signal: AbortSignal },
): Promise<Pick<Point, 'migrations' | 'last_ids' | 'records'>> {
  const records: Point['records'] = [];
  const snapshot = await openSnapshot(config);
  try {
    for (const table of savedTables) {
      const writer = lineWriter(target, index, (object) => void records.push({ ...object, table }));
      for await (const rows of snapshot.rows(table)) {
        signal.throwIfAborted();
        if (table === 'files' || table === 'file_versions') spool.add(rows.map(blobOf));
        for (const row of rows) if (isSaved(table, row)) await writer.add(row);
        // SQLite reads on this thread, so other requests go on between the batches.
        await nextTurn();
      }
      await writer.flush();
    }
    return { ...(await describeMigrations(snapshot, savedTables)), records };
  } finally {
    await snapshot.close();
  }
}

const blobOf = (row: Row) => ({
  key: row['blob_key'] as string,
  size: row['size'] as number,
  sha256: row['sha256'] as string,
});
