import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { sealAll } from '#features/audit/server/chain.service.ts';
import { reportDamage } from '#features/integrity/server/damage.service.ts';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import { examineBlob } from '#server/blobs/examine-blob.ts';
import { openSnapshot } from '#server/database/snapshot.ts';
import type { Row } from '#server/database/snapshot.ts';
import { productVersion } from '#server/product-version.ts';
import type { AdminContext } from '../admin/admin-context.ts';
import { texts } from '../admin/admin.texts.ts';
import { isSaved, savedTables } from '../admin/backup-tables.ts';
import { describeMigrations } from '../admin/backup.queries.ts';
import type { Terminal } from '../admin/terminal.ts';
import { openBlobSpool } from './blob-spool.ts';
import type { BlobSpool } from './blob-spool.ts';
import { copyBlob } from './copy-blob.ts';
import type { ObjectIndex } from './object-index.ts';
import type { Point } from './repository.ts';
import type { ObjectWriter } from './target.ts';
import { lineWriter } from './write-objects.ts';

/** `index` has the objects that the target has already. */
type Work = { target: ObjectWriter; index: ObjectIndex; signal: AbortSignal };
type Saved = { point: Point; missing: { blobs: number; bytes: number } };

/** Records a backup before it is written, because it gives access to all data. Returns the newest audit entry. */
export async function recordBegun({ db, clock }: AdminContext, actor: Actor, name: string) {
  await recordAudit({ tx: db, by: actor, at: clock().toISOString() }, 'records.backup_begun', { name });
  return sealAll(db);
}

/** Writes everything that a restore point names. It exists when its manifest is written, too. */
export async function saveObjects(ctx: AdminContext, work: Work, terminal: Terminal): Promise<Saved> {
  using spool = openBlobSpool();
  const made_at = ctx.clock().toISOString();
  const saved = await saveRecords(ctx, work, spool, terminal);
  const point: Point = {
    format_version: 1,
    product_version: productVersion(),
    made_at,
    ...saved,
    stored: { blobs: 0, bytes: 0 },
    problems: 0,
    added: { files: 0, bytes: 0 },
    blob_lists: [],
  };
  return { point, missing: await saveBlobs(ctx, work, { spool, point }, terminal) };
}

/** Writes all rows from one snapshot, and lists the stored files that they name. */
async function saveRecords(
  { config }: AdminContext,
  { target, index, signal }: Work,
  spool: BlobSpool,
  terminal: Terminal,
): Promise<Pick<Point, 'migrations' | 'last_ids' | 'records'>> {
  const records: Point['records'] = [];
  let table = '';
  using _progress = terminal.showProgress(() => texts.savingRecords(table));
  await using snapshot = await openSnapshot(config);
  for (table of savedTables) {
    const name = table;
    const writer = lineWriter(target, index, (object) => void records.push({ ...object, table: name }));
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
}

const blobOf = (row: Row) => ({
  key: row['blob_key'] as string,
  size: row['size'] as number,
  sha256: row['sha256'] as string,
});

/** Copies the stored files that the target lacks, and completes the manifest. Returns how many are missing. */
async function saveBlobs(
  ctx: AdminContext,
  { target, index, signal }: Work,
  { spool, point }: { spool: BlobSpool; point: Point },
  terminal: Terminal,
): Promise<Saved['missing']> {
  const all = spool.total();
  const missing = { blobs: 0, bytes: 0 };
  const report = reportDamage(ctx);
  const lists = lineWriter(target, index, (object) => void point.blob_lists.push(object));
  using _progress = terminal.showProgress(() => texts.progress('Saved', point.stored, all));
  const saveOne = async (record: BlobRecord) => {
    signal.throwIfAborted();
    count(point.stored, record);
    if (index.has(record)) return lists.add(record);
    const problem = await copyBlob(ctx.blobs, target, record, signal);
    if (problem) {
      point.problems += 1;
      if (problem === 'missing') count(missing, record);
      const names = await report.add(record.key, problem);
      const found = await examineBlob(ctx.blobs, record);
      terminal.say(texts.problem(problem, names, found.problem ? found.detail : '', record.key));
      return lists.add({ ...record, problem });
    }
    index.addNew(record);
    point.added.files += 1;
    point.added.bytes += record.size;
    return lists.add(record);
  };
  try {
    for (const record of spool.all()) await saveOne(record);
    await lists.flush();
    return missing;
  } finally {
    await report.end();
  }
}

function count(total: { blobs: number; bytes: number }, { size }: BlobRecord): void {
  total.blobs += 1;
  total.bytes += size;
}
