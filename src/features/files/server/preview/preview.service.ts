import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { withNamesIn } from '#features/extraction/archive-names.ts';
import type { Charset } from '#features/extraction/charset.rules.ts';
import { isReadable, maxReadBytes } from '#features/extraction/extraction.rules.ts';
import type { DerivedFileKind } from '#features/extraction/extraction.rules.ts';
import { withTimesIn } from '#features/extraction/page-times.ts';
import {
  deleteDerivedFiles,
  findExtraction,
  listDerivedFiles,
  queueExtractionAgain,
} from '#features/extraction/server/extraction.queries.ts';
import type { DerivedFile } from '#features/extraction/server/extraction.queries.ts';
import { reasonOf } from '#features/extraction/unreadable.rules.ts';
import { refusals } from '#features/files/core/files.texts.ts';
import type { Preview } from '#features/files/preview/preview.contract.ts';
import { refuseUnscanned } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { OpenBlob } from '#server/blobs/blob-store.ts';
import type { Context } from '#server/context.ts';
import { ignoreReadOnly } from '#server/database/dialect/errors.ts';
import type { BlobAnswer } from '#server/http/send-blob.ts';
import { refusal } from '#server/refusal.ts';
import { fileSeenBy } from '../core/files.service.ts';
import { recordView } from '../core/uses.service.ts';

const mediaTypes = { thumbnail: 'image/webp', page: 'text/html; charset=utf-8' } as const;

/** Returns the state of the preview of a file's current content. Refuses with 404 unless the caller may see the file. */
export async function previewOf(ctx: Context, caller: Caller, id: number): Promise<Preview> {
  const { blob_key, media_type, size } = await fileSeenBy(ctx, caller, id);
  const extraction = await findExtraction(ctx.db, blob_key);
  const kinds = (await listDerivedFiles(ctx.db, blob_key)).map((derivedFile) => derivedFile.kind);
  const has = { has_thumbnail: kinds.includes('thumbnail'), has_page: kinds.includes('page') };
  if (!extraction) {
    const isTooLarge = isReadable(media_type) && size > maxReadBytes;
    return { state: 'none', ...has, ...(isTooLarge && { reason: 'too_large' }) };
  }
  if (extraction.is_waiting) return { state: 'waiting', ...has };
  if (kinds.length > 0) return { state: 'made', ...has };
  if (extraction.problem === null) return { state: 'none', ...has };
  return { state: 'failed', ...has, reason: reasonOf(extraction.problem) };
}

/** Opens a derived file. Refuses with 404 unless the caller may see the file and the derived file exists. */
export async function openDerived(
  ctx: Context,
  caller: Caller,
  { id, kind, ...shown }: { id: number; kind: DerivedFileKind } & Shown,
): Promise<BlobAnswer> {
  const file = await fileSeenBy(ctx, caller, id);
  await refuseUnscanned(ctx.db, ctx.config, caller, [file]);
  const derived = await openDerivedFile(ctx, file.blob_key, kind);
  if (!derived) throw refusal.notFound('file.no_preview', refusals.noPreview);
  const { derivedFile } = derived;
  const bytes = bytesFor(derived.bytes, shown);
  const sha256 = bytes === derived.bytes ? derivedFile.sha256 : hashOf(bytes);
  if (kind === 'page') await ignoreReadOnly(recordView(ctx, caller, file));
  return {
    blob: inMemory(bytes),
    record: { key: derivedFile.derived_key, size: bytes.length, sha256 },
    name: file.filename,
    mediaType: mediaTypes[kind],
    disposition: 'inline',
    // The time of the extraction belongs to the first of several files that share the content.
    modifiedAt: file.content_at,
    damaged: refusals.noPreview,
    isFramed: true,
  };
}

type Shown = {
  charset?: Charset | undefined;
  reader?: { language: string | undefined; time_zone: string | undefined };
};

/** Returns a page with its names in the chosen charset, and its moments as the reader writes them. */
function bytesFor(page: Buffer, { charset, reader }: Shown): Buffer {
  const hasTimes = reader?.time_zone !== undefined && page.includes('<time ');
  if (charset === undefined && !hasTimes) return page;
  const named = charset === undefined ? page.toString() : withNamesIn(page.toString(), charset);
  return Buffer.from(hasTimes && reader.time_zone ? withTimesIn(named, reader.language, reader.time_zone) : named);
}

/**
 * Returns a derived file after a check of its hash, or undefined if there is none. A damaged one is queued for a new
 * extraction.
 */
async function openDerivedFile(
  { db, blobs, clock }: Context,
  blobKey: string,
  kind: DerivedFileKind,
): Promise<{ derivedFile: DerivedFile; bytes: Buffer } | undefined> {
  const derivedFile = (await listDerivedFiles(db, blobKey)).find((one) => one.kind === kind);
  if (!derivedFile) return undefined;
  const blob = await blobs.open(derivedFile.derived_key);
  const bytes = await blob?.bytes();
  if (bytes && hashOf(bytes) === derivedFile.sha256) return { derivedFile, bytes };
  const at = clock().toISOString();
  await db.transaction().execute(async (tx) => {
    await deleteDerivedFiles(tx, [blobKey], at);
    await queueExtractionAgain(tx, blobKey, at);
  });
  return undefined;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The bytes are few and already checked, so they need no stream from the store. */
function inMemory(bytes: Buffer): OpenBlob {
  return {
    size: bytes.length,
    fingerprint: '',
    stream: ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    bytes: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
    close: async () => {},
  };
}
