import { system } from '#features/audit/audit.rules.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyAdministratorsAnd } from '#features/notifications/server/notifications.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Task } from '#server/database/work.queries.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import { scanTexts } from '../virus-scan.texts.ts';
import { scanBytes, ScannerAway } from './clamd.ts';
import type { ScanResult } from './clamd.ts';
import { deleteVirusScans, listFilesWith, saveScan } from './virus-scans.queries.ts';

/** clamd has ten threads by default, and other programs may use it too. */
const atOnce = 4;

/** Longer than any scan. A content whose server was killed is scanned after this time. */
const leaseMs = 20 * 60_000;

/** The delay after the scanner has answered that it cannot scan a content. */
const failedRetryMs = 60 * 60_000;

/** The delay after the scanner, the store or the database did not answer. */
const retryMs = 30_000;

type Scanning = Pick<Context, 'db' | 'blobs' | 'clock' | 'config' | 'events' | 'log'> & {
  /** Deletes the texts, thumbnails and preview pages of contents. */
  deleteDerived: (tx: Db, blobKeys: readonly string[], at: string) => Promise<void>;
};

/** Scans every due content, some at a time. Several servers share the work. Throws if the scanner does not answer. */
export async function scanPending(ctx: Scanning, signal: AbortSignal): Promise<void> {
  const work = { leaseMs, retryMs, atOnce };
  const run = (task: Task) => scanOne(ctx, task);
  await runWork(ctx, { kind: 'virus-scan', ...work }, run, signal);
  await runWork(ctx, { kind: 'virus-rescan', after: 'virus-scan', ...work }, run, signal);
}

async function scanOne(ctx: Scanning, { key: blobKey, owner_id }: Task): Promise<Outcome> {
  const { db, clock } = ctx;
  const files = await listFilesWith(db, blobKey);
  if (files.length === 0) {
    await deleteVirusScans(db, [blobKey]);
    return 'done';
  }
  const result = await scan(ctx, blobKey);
  const scanned_at = clock().toISOString();
  if (result.state === 'infected')
    await saveInfected(ctx, { blob_key: blobKey, uploader_id: owner_id, finding: result.finding }, files);
  else await saveScan(db, blobKey, { finding: null, ...result, scanned_at });
  if (result.state !== 'failed') return 'done';
  ctx.log.warn({ blob: blobKey, answer: result.finding }, 'the virus scanner could not scan a stored file');
  return { retryInMs: failedRetryMs };
}

/**
 * Returns the name of a virus in a content that is not recorded yet. Returns undefined also if the scanner does not answer: the
 * content is then held until its scheduled scan.
 */
export async function findVirus(ctx: Pick<Context, 'blobs' | 'config'>, blobKey: string): Promise<string | undefined> {
  if (!ctx.config.scanner) return undefined;
  const result = await scan(ctx, blobKey).catch(() => undefined);
  return result?.state === 'infected' ? result.finding : undefined;
}

async function scan({ blobs, config }: Pick<Context, 'blobs' | 'config'>, blobKey: string): Promise<ScanResult> {
  if (!config.scanner) throw new Error('there is no virus scanner');
  const blob = await blobs.open(blobKey);
  if (!blob) return { state: 'failed', finding: 'the stored file is missing' };
  const bytes = blob.stream({ start: 0, end: blob.size - 1 });
  try {
    return await scanBytes(config.scanner.address, bytes);
  } catch (error) {
    throw error instanceof ScannerAway ? new Error(`the virus scanner does not answer: ${error.message}`) : error;
  } finally {
    bytes.destroy();
  }
}

/** Deletes everything that was derived from the content, and notifies the uploader and the administrators. */
async function saveInfected(
  ctx: Scanning,
  { blob_key, uploader_id, finding }: { blob_key: string; uploader_id: number; finding: string },
  files: readonly { id: number; filename: string }[],
): Promise<void> {
  await transact(ctx, system, async (tx, write) => {
    const { at } = write;
    await saveScan(tx, blob_key, { state: 'infected', finding, scanned_at: at });
    await ctx.deleteDerived(tx, [blob_key], at);
    const things = files.map(({ id, filename }) => ({ id, name: filename, detail: finding }));
    await recordAudit(write, 'file.infected', ...things);
    const [{ id, filename } = { id: 0, filename: '' }] = files;
    const link = `/files?preview=${id}`;
    const notice = { title: scanTexts.noticeTitle, message: scanTexts.notice(filename, finding), link };
    await notifyAdministratorsAnd(write, [uploader_id], notice);
  });
}
