import { system } from '#features/audit/audit.rules.ts';
import { isNumber } from '#features/papers/numbers.rules.ts';
import { indexContent } from '#features/papers/server/number-index.queries.ts';
import { isScanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { deleteAllWork, deleteWork } from '#server/database/work.queries.ts';
import type { Task } from '#server/database/work.queries.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import { areIndexWords, maxDerivedBytes, maxReadBytes, maxTries } from '../extraction.rules.ts';
import { isScannable, mayBeMixed, scanTimeoutMs } from '../scan.rules.ts';
import { findContent, listContents } from './extraction.queries.ts';
import type { RecognizedText, ScanReader } from './scan-reader.ts';
import { listReadContents, queueScans, readScannedLanguages, recordScannedLanguages } from './scans.queries.ts';
import { deleteTexts } from './texts.queries.ts';
import { saveText } from './texts.service.ts';
import { ExtractionWorkerEnded } from './worker-process.ts';

/** Longer than reading any scan. A content whose server was killed is retried after this time. */
const leaseMs = 3 * scanTimeoutMs;
const retryMs = 60_000;

type ScanContext = Pick<Context, 'config' | 'db' | 'textIndex' | 'blobs' | 'clock' | 'log' | 'events'>;

/**
 * Recognizes the text of one queued content after another, while no content waits for its extraction. Uploaders take turns.
 * Several servers share the work.
 */
export async function readPendingScans(ctx: ScanContext, reader: ScanReader, signal: AbortSignal): Promise<void> {
  await queueStoredScans(ctx, signal);
  if (ctx.config.scanLanguages.length === 0) return;
  const work = {
    kind: 'recognition',
    after: 'extraction',
    leaseMs,
    retryMs,
    where: isScanned(ctx.config),
  } as const;
  await runWork(ctx, work, (task) => readOne(ctx, reader, { task, signal }), signal);
}

const batchSize = 500;

/** After the languages were changed, queues all stored PDF files, and the pictures without a text of their own. */
async function queueStoredScans(ctx: ScanContext, signal: AbortSignal): Promise<void> {
  const languages = ctx.config.scanLanguages.join('+');
  if (((await readScannedLanguages(ctx.db)) ?? '') === languages) return;
  if (languages === '') await deleteAllWork(ctx.db, 'recognition');
  else await queueUnread(ctx, signal);
  if (!signal.aborted) await recordScannedLanguages(ctx.db, languages);
}

async function queueUnread({ db, clock }: ScanContext, signal: AbortSignal): Promise<void> {
  for (let afterId = 0; !signal.aborted;) {
    const contents = await listContents(db, afterId, batchSize);
    const possible = contents.filter(
      ({ media_type, size }) => isScannable(media_type) && size > 0 && size <= maxReadBytes,
    );
    const keysOf = (some: typeof contents) => some.map(({ blob_key }) => blob_key);
    const { withText, waiting } = await listReadContents(db, keysOf(possible));
    const unread = possible.filter(
      ({ blob_key, media_type }) => !waiting.has(blob_key) && (mayBeMixed(media_type) || !withText.has(blob_key)),
    );
    await queueScans(db, [...new Set(keysOf(unread))], clock().toISOString());
    if (contents.length < batchSize) return;
    afterId = contents.at(-1)?.id ?? afterId;
  }
}

async function readOne(
  ctx: ScanContext,
  reader: ScanReader,
  { task, signal }: { task: Task; signal: AbortSignal },
): Promise<Outcome> {
  const blobKey = task.key;
  try {
    const content = await findContent(ctx.db, blobKey);
    const blob = content && (await ctx.blobs.open(blobKey));
    if (!content || !blob) return 'done';
    const bytes = blob.stream({ start: 0, end: blob.size - 1 });
    const found = await reader.read(bytes, blob.size, {
      mediaType: content.media_type,
      languages: ctx.config.scanLanguages,
    });
    await saveScan(ctx, blobKey, withinLimits(found));
    return 'done';
  } catch (error) {
    if (signal.aborted || !(error instanceof ExtractionWorkerEnded)) throw error;
    ctx.log.warn({ blob: blobKey, problem: error.message }, 'Stowage could not recognize the text of a stored file');
    return task.tries < maxTries ? { retryInMs: retryMs } : 'done';
  }
}

/** Checks a result, because a malicious file may have taken over the process. */
function withinLimits(found: RecognizedText): RecognizedText {
  if (found.text.length > maxDerivedBytes.text || !areIndexWords(found.words) || !found.numbers.every(isNumber))
    throw new ExtractionWorkerEnded('the result is too large or invalid');
  return found;
}

async function saveScan(ctx: ScanContext, blobKey: string, found: RecognizedText): Promise<void> {
  const { text, words, numbers, isMixed } = found;
  if (words !== '') await saveText(ctx, blobKey, { text, words, isFromScan: !isMixed });
  await transact(ctx, system, async (tx, { at, outdated }) => {
    const isKept = (await deleteWork(tx, 'recognition', [blobKey])).length > 0;
    // The content was found infected, or its last file was deleted, while the text was recognized.
    if (!isKept) await deleteTexts(tx, [blobKey]);
    if (isKept && words !== '') await indexContent(tx, blobKey, numbers, at);
    outdated.containers = true;
  });
}
