import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Caller } from '#server/access/caller.ts';
import type { Config } from '#server/config.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { deleteWork, queueWork } from '#server/database/work.queries.ts';
import { refusal } from '#server/refusal.ts';
import { scanFor } from '../virus-scan.rules.ts';
import type { Scan, ScanState } from '../virus-scan.rules.ts';
import { scanTexts } from '../virus-scan.texts.ts';

type Scanner = Pick<Config, 'scanner'>;

/**
 * Queues contents for the virus scanner, if there is one, in the transaction that stores them. Users other than the
 * uploader can open them after the scan. A content that is known to be infected is scanned again, so that its new
 * uploader is notified.
 */
export async function queueVirusScans(
  tx: Db,
  { scanner }: Scanner,
  contents: readonly { blob_key: string; size: number; user_id: number }[],
  at: string,
): Promise<void> {
  const uploaders = new Map(contents.filter(({ size }) => size > 0).map((one) => [one.blob_key, one.user_id]));
  if (!scanner || uploaders.size === 0) return;
  const waiting = { state: 'waiting', is_held: 1 };
  const queued = await tx
    .insertInto('virus_scans')
    .values([...uploaders].map(([blob_key, uploader_id]) => ({ blob_key, uploader_id, ...waiting })))
    .onConflict((conflict) =>
      conflict
        .column('blob_key')
        .doUpdateSet((eb) => ({ uploader_id: eb.ref('excluded.uploader_id') }))
        .where('virus_scans.state', '=', 'infected'),
    )
    .returning(['blob_key as key', 'uploader_id as owner_id'])
    .execute();
  await queueWork(tx, 'virus-scan', queued, at);
}

/**
 * Queues contents from before the scanner. They can be opened until a scan finds a virus. Returns the last id of each
 * table.
 */
export async function queueStored(
  db: Db,
  after: { files: number; versions: number },
  limit: number,
  at: string,
): Promise<{ files: number; versions: number }> {
  const storedIn = (table: 'files' | 'file_versions', afterId: number) =>
    db
      .selectFrom(table)
      .select(['id', 'blob_key', sql.ref<number>(table === 'files' ? 'content_by' : 'user_id').as('uploader_id')])
      .where('id', '>', afterId)
      .where('size', '>', 0)
      .orderBy('id')
      .limit(limit)
      .execute();
  const files = await storedIn('files', after.files);
  const versions = await storedIn('file_versions', after.versions);
  const uploaders = new Map([...versions, ...files].map(({ blob_key, uploader_id }) => [blob_key, uploader_id]));
  const rows = Array.from(uploaders, ([blob_key, uploader_id]) => ({
    blob_key,
    uploader_id,
    state: 'waiting',
    is_held: 0,
  }));
  if (rows.length > 0)
    await db.transaction().execute(async (tx) => {
      const queued = await tx
        .insertInto('virus_scans')
        .values(rows)
        .onConflict((conflict) => conflict.column('blob_key').doNothing())
        .returning(['blob_key as key', 'uploader_id as owner_id'])
        .execute();
      await queueWork(tx, 'virus-rescan', queued, at);
    });
  return { files: files.at(-1)?.id ?? after.files, versions: versions.at(-1)?.id ?? after.versions };
}

/** Queues the clean contents again. They can be opened until the scanner finds something. Returns their number. */
export async function queueClean(tx: Db, at: string): Promise<number> {
  const clean = tx.selectFrom('virus_scans').where('state', '=', 'clean');
  await tx
    .insertInto('work')
    .columns(['kind', 'key', 'owner_id', 'queued_at', 'due_at'])
    .expression(
      clean.select((eb) => [
        eb.val('virus-rescan').as('kind'),
        'blob_key as key',
        'uploader_id as owner_id',
        eb.val(at).as('queued_at'),
        eb.val(at).as('due_at'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .execute();
  const { numUpdatedRows } = await tx
    .updateTable('virus_scans')
    .set({ state: 'waiting', is_held: 0 })
    .where('state', '=', 'clean')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function saveScan(
  tx: Db,
  blobKey: string,
  result: { state: ScanState; finding: string | null; scanned_at: string },
): Promise<void> {
  await tx.updateTable('virus_scans').set(result).where('blob_key', '=', blobKey).execute();
}

export async function deleteVirusScans(tx: Db, blobKeys: readonly string[]): Promise<void> {
  if (blobKeys.length === 0) return;
  await tx.deleteFrom('virus_scans').where('blob_key', 'in', blobKeys).execute();
  for (const kind of ['virus-scan', 'virus-rescan'] as const) await deleteWork(tx, kind, blobKeys);
}

const maxNamed = 20;

/** Returns the files that have a content now or had it in an earlier version. */
export async function listFilesWith(db: Db, blobKey: string): Promise<{ id: number; filename: string }[]> {
  const current = db.selectFrom('files').select(['id', 'filename']).where('blob_key', '=', blobKey);
  const earlier = db.selectFrom('file_versions').select(['file_id as id', 'filename']).where('blob_key', '=', blobKey);
  return current.union(earlier).limit(maxNamed).execute();
}

type Opened = { blob_key: string; filename: string; content_by: number };

/** Returns the effect of each scan on the caller's access to its content, in their order; undefined if there is none. */
async function scansSeenBy(
  db: Db,
  { scanner }: Scanner,
  caller: Caller,
  contents: readonly Pick<Opened, 'blob_key' | 'content_by'>[],
): Promise<(Scan | undefined)[]> {
  const keys = [...new Set(contents.map(({ blob_key }) => blob_key))];
  if (keys.length === 0) return [];
  const rows = await db
    .selectFrom('virus_scans')
    .select(['blob_key', 'state', 'is_held', 'finding'])
    .where('blob_key', 'in', keys)
    .execute();
  const scans = new Map(rows.map((row) => [row.blob_key, { ...row, state: row.state as ScanState }]));
  return contents.map(({ blob_key, content_by }) =>
    scanFor(scans.get(blob_key), { isUploader: content_by === caller.id, unscanned: scanner?.unscanned }),
  );
}

/** Returns the effect of the scan on the caller's access to each of these files, for a list. None without a scanner. */
export async function listScansSeenBy(
  db: Db,
  config: Scanner,
  caller: Caller,
  fileIds: readonly number[],
): Promise<Map<number, Scan>> {
  if (!config.scanner || fileIds.length === 0) return new Map();
  const files = await db
    .selectFrom('files')
    .select(['id', 'blob_key', 'content_by'])
    .where('id', 'in', fileIds)
    .execute();
  const scans = await scansSeenBy(db, config, caller, files);
  return new Map(files.flatMap(({ id }, index) => (scans[index] ? [[id, scans[index]] as const] : [])));
}

/** Returns the effect of the scan on the caller's access to a content; undefined if there is none. */
export async function scanSeenBy(
  db: Db,
  config: Scanner,
  caller: Caller,
  content: Pick<Opened, 'blob_key' | 'content_by'>,
): Promise<Scan | undefined> {
  return (await scansSeenBy(db, config, caller, [content]))[0];
}

const sentenceOf = ({ filename }: Opened, { state, finding }: Scan) =>
  ({
    infected: () => scanTexts.infected(filename, finding ?? scanTexts.unnamed),
    failed: () => scanTexts.cannotScan(filename),
    waiting: () => scanTexts.notScanned(filename),
  })[state]();

/** Refuses with 403 an infected content, and with 409 one that the caller can open only after its scan. */
export async function refuseUnscanned(
  db: Db,
  config: Scanner,
  caller: Caller,
  contents: readonly Opened[],
): Promise<void> {
  const scans = await scansSeenBy(db, config, caller, contents);
  const infected = contents.filter((_, index) => scans[index]?.state === 'infected');
  if (infected.length > 1)
    throw refusal.forbidden('file.infected', scanTexts.severalInfected(infected.map(({ filename }) => filename)));
  for (const [index, content] of contents.entries()) {
    const scan = scans[index];
    if (!scan?.is_blocked) continue;
    if (scan.state === 'infected') throw refusal.forbidden('file.infected', sentenceOf(content, scan));
    throw refusal.conflict('file.not_scanned', sentenceOf(content, scan));
  }
}

/**
 * Returns the contents that the caller may open, and a sentence about each infected one and each that the scanner cannot scan.
 * Refuses with 409 one that waits for its scan: a moment later, it may be opened.
 */
export async function leaveOutBlocked<T extends Opened>(
  db: Db,
  config: Scanner,
  caller: Caller,
  contents: readonly T[],
): Promise<{ open: T[]; leftOut: string[] }> {
  const scans = await scansSeenBy(db, config, caller, contents);
  const open: T[] = [];
  const leftOut: string[] = [];
  for (const [index, content] of contents.entries()) {
    const scan = scans[index];
    if (!scan?.is_blocked) open.push(content);
    else if (scan.state !== 'waiting') leftOut.push(sentenceOf(content, scan));
    else throw refusal.conflict('file.not_scanned', sentenceOf(content, scan));
  }
  return { open, leftOut };
}

/** The SQL condition under which the content of a queued task may be read: it is not held back. */
export function isScanned({ scanner }: Scanner): RawBuilder<SqlBool> {
  const held = scanner ? sql`or (virus_scans.is_held = 1 and virus_scans.state <> 'clean')` : sql``;
  return sql<SqlBool>`not exists (select 1 from virus_scans
    where virus_scans.blob_key = work.key and (virus_scans.state = 'infected' ${held}))`;
}

/** The SQL condition that a content will still be read: no scan of it has found a virus or has failed. */
export function willBeRead(blobKey: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (select 1 from virus_scans where virus_scans.blob_key = ${blobKey}
    and (virus_scans.state = 'infected' or (virus_scans.is_held = 1 and virus_scans.state = 'failed')))`;
}

export async function countScans(db: Db): Promise<{ waiting: number; infected: number; failed: number }> {
  const count = (state: ScanState) => countRows(db.selectFrom('virus_scans').where('state', '=', state));
  return { waiting: await count('waiting'), infected: await count('infected'), failed: await count('failed') };
}
