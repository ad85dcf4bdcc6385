import { system } from '#features/audit/audit.rules.ts';
import { isNumber } from '#features/papers/numbers.rules.ts';
import { indexContent } from '#features/papers/server/number-index.queries.ts';
import { isScanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import { transact } from '#server/access/transact-as.ts';
import type { StagedBlob } from '#server/blobs/blob-store.ts';
import { recordBlobs } from '#server/blobs/record-blobs.ts';
import type { Context } from '#server/context.ts';
import type { Task } from '#server/database/work.queries.ts';
import { runWork } from '#server/run-work.ts';
import type { Outcome } from '#server/run-work.ts';
import {
  areIndexWords,
  derivedFileKinds,
  extractorVersion,
  firstTryProcessorMs,
  lastTryProcessorMs,
  maxDerivedBytes,
  maxTries,
} from '../extraction.rules.ts';
import type { Extraction, DerivedFileKind } from '../extraction.rules.ts';
import { isScannable, mayBeMixed } from '../scan.rules.ts';
import type { ExtractionWorker } from './extraction-worker.ts';
import {
  deleteDerivedFiles,
  finishExtraction,
  findContent,
  deleteExtractions,
  insertDerivedFile,
  listContents,
  readQueuedVersion,
  recordQueued,
  queueExtractions,
  saveCharset,
} from './extraction.queries.ts';
import type { Content } from './extraction.queries.ts';
import { queueScans } from './scans.queries.ts';
import { deleteTexts, findTextState } from './texts.queries.ts';
import { saveText } from './texts.service.ts';
import { ExtractionWorkerEnded } from './worker-process.ts';

/** Longer than any extraction: a HEIC picture takes two steps. A content whose server was killed is retried after this time. */
const leaseMs = 4 * 60_000;

/** The delay after an error of the blob store or the database, or after a failed extraction. */
const retryMs = 60_000;

type ExtractionContext = Pick<Context, 'config' | 'db' | 'textIndex' | 'blobs' | 'clock' | 'log' | 'events'>;

/**
 * Reads every due content, one after another. Uploaders take turns, so that many slow documents of one user do not delay
 * the document of another user. Several servers share the work.
 */
export async function extractPending(
  ctx: ExtractionContext,
  worker: ExtractionWorker,
  signal: AbortSignal,
): Promise<void> {
  await queueStored(ctx, signal);
  const work = { kind: 'extraction', leaseMs, retryMs, where: isScanned(ctx.config) } as const;
  const run = async (task: Task): Promise<Outcome> => {
    try {
      await readOne(ctx, worker, task);
    } catch (error) {
      if (signal.aborted || !(error instanceof ExtractionWorkerEnded)) throw error;
      ctx.log.warn(
        { blob: task.key, problem: error.message },
        'Stowage could not extract text and preview from a stored file',
      );
      if (task.tries < maxTries) return { retryInMs: retryMs };
      await giveUp(ctx, task.key, error);
    }
    return 'done';
  };
  await runWork(ctx, work, run, signal);
}

const batchSize = 500;

/** Queues contents that came with a backup, or of which an older version extracted less. */
async function queueStored({ db, clock }: ExtractionContext, signal: AbortSignal): Promise<void> {
  const version = await readQueuedVersion(db);
  if (version === String(extractorVersion)) return;
  let afterId = 0;
  for (;;) {
    if (signal.aborted) return;
    const contents = await listContents(db, afterId, batchSize);
    await queueExtractions(db, contents, clock().toISOString());
    if (contents.length < batchSize) return recordQueued(db);
    afterId = contents.at(-1)?.id ?? afterId;
  }
}

async function readOne(ctx: ExtractionContext, worker: ExtractionWorker, { key: blobKey, tries }: Task): Promise<void> {
  const content = await findContent(ctx.db, blobKey);
  const blob = content && (await ctx.blobs.open(blobKey));
  // No file refers to this content. A version that is restored queues it again.
  if (!content)
    return ctx.db.transaction().execute((tx) => deleteExtractions(tx, [blobKey], ctx.clock().toISOString()));
  // The job that verifies files reports missing blobs, so this is not an error here.
  if (!blob) return void (await finishExtraction(ctx.db, blobKey, 'missing'));
  const bytes = blob.stream({ start: 0, end: blob.size - 1 });
  const kind = { mediaType: content.media_type };
  const maxProcessorMs = tries === 1 ? firstTryProcessorMs : lastTryProcessorMs;
  const extraction = await worker.read(bytes, blob.size, kind, maxProcessorMs);
  await saveExtraction(ctx, content, withinLimits(extraction));
}

/** Records that a content cannot be read. A text that the worker found before it failed is kept. */
async function giveUp(ctx: ExtractionContext, blobKey: string, error: ExtractionWorkerEnded): Promise<void> {
  const content = error.searchable && (await findContent(ctx.db, blobKey));
  try {
    if (content)
      return await saveExtraction(ctx, content, withinLimits({ ...error.searchable, problems: [error.message] }));
  } catch (saving) {
    if (!(saving instanceof ExtractionWorkerEnded)) throw saving;
  }
  await transact(ctx, system, async (tx, { at, outdated }) => {
    const isKept = await finishExtraction(tx, blobKey, error.message);
    if (isKept) await indexContent(tx, blobKey, [], at);
    outdated.containers = true;
  });
}

/** Checks a result, because a malicious file may have taken over the worker process. */
function withinLimits(extraction: Extraction): Extraction {
  const isFine =
    (extraction.text?.length ?? 0) <= maxDerivedBytes.text &&
    (extraction.thumbnail?.length ?? 0) <= maxDerivedBytes.thumbnail &&
    (extraction.page?.length ?? 0) <= maxDerivedBytes.page &&
    (extraction.words === undefined || areIndexWords(extraction.words)) &&
    (extraction.numbers ?? []).every(isNumber);
  if (!isFine) throw new ExtractionWorkerEnded('the result is too large or invalid');
  return extraction;
}

/** Replaces the text and the derived files of a content, and then records that it was read. */
async function saveExtraction(ctx: ExtractionContext, content: Content, extraction: Extraction): Promise<void> {
  const { blobs } = ctx;
  const { blob_key } = content;
  const { text, words, isCut = false } = extraction;
  const isSearchable = text !== undefined && words !== undefined && words !== '';
  if (isSearchable) await saveText(ctx, blob_key, { text, words, isCut });
  const derived = derivedFileKinds.flatMap((kind) => {
    const bytes = extraction[kind];
    return bytes === undefined ? [] : [{ kind, bytes: Buffer.from(bytes as Uint8Array) }];
  });
  const staged: (StagedBlob & { kind: DerivedFileKind })[] = [];
  try {
    for (const { kind, bytes } of derived) staged.push({ kind, ...(await blobs.stage(streamOf(bytes), bytes.length)) });
  } catch (error) {
    await blobs.discard(staged);
    throw error;
  }
  await recordBlobs(ctx, staged, async () => {
    const isSaved = await transact(ctx, system, async (tx, { at: derived_at, outdated }) => {
      const problem = extraction.problems.length > 0 ? extraction.problems.join('; ') : null;
      const isKept = await finishExtraction(tx, blob_key, problem);
      const isFromScan = isKept && !isSearchable && (await findTextState(tx, blob_key)).isFromScan;
      if (!isKept || (!isSearchable && !isFromScan)) await deleteTexts(tx, [blob_key]);
      if (!isKept) return false;
      if (mayBeScan(ctx, content) && !isFromScan && (!isSearchable || mayBeMixed(content.media_type)))
        await queueScans(tx, [blob_key], derived_at);
      if (extraction.charset) await saveCharset(tx, blob_key, extraction.charset);
      if (!isFromScan) await indexContent(tx, blob_key, extraction.numbers ?? [], derived_at);
      await deleteDerivedFiles(tx, [blob_key], derived_at);
      for (const { kind, key, size, sha256 } of staged)
        await insertDerivedFile(tx, { blob_key, kind, derived_key: key, size, sha256, derived_at });
      // Also if no container is linked: the event must not reveal whether a number in the text exists.
      outdated.containers = true;
      return true;
    });
    if (!isSaved) throw new ExtractionWorkerEnded('the content has been deleted');
  });
}

const mayBeScan = ({ config }: ExtractionContext, { media_type }: Content): boolean =>
  config.scanLanguages.length > 0 && isScannable(media_type);

const chunkBytes = 256 * 1024;

/** In chunks, because hashing a long page at once would block the server. */
async function* streamOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}
