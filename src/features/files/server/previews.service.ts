import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { RenditionKind } from '#features/readings/readings.rules.ts';
import {
  deleteRenditions,
  findReading,
  listRenditions,
  putOffReading,
} from '#features/readings/server/readings.queries.ts';
import type { Rendition } from '#features/readings/server/readings.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { OpenBlob } from '#server/blobs/blob-store.ts';
import { unlessUnwritable } from '#server/database/portable.ts';
import type { BlobAnswer } from '#server/http/send-blob.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { refusals } from '../files.texts.ts';
import type { Preview } from '../previews.contract.ts';
import { fileSeenBy } from './files.service.ts';
import { noteView } from './uses.service.ts';

const mediaTypes = { thumbnail: 'image/webp', page: 'text/html; charset=utf-8' } as const;

/** What there is to look at of a file's current content. Refuses 404 unless the caller may see the file. */
export async function previewOf(parts: Parts, caller: Caller, id: number): Promise<Preview> {
  const { blob_key } = await fileSeenBy(parts, caller, id);
  const reading = await findReading(parts.db, blob_key);
  const kinds = (await listRenditions(parts.db, blob_key)).map((rendition) => rendition.kind);
  const has = { has_thumbnail: kinds.includes('thumbnail'), has_page: kinds.includes('page') };
  if (!reading) return { state: 'none', ...has };
  if (reading.due_at !== null) return { state: 'waiting', ...has };
  if (kinds.length > 0) return { state: 'made', ...has };
  return { state: reading.problem === null ? 'none' : 'failed', ...has };
}

/** Refuses 404 unless the caller may see the file and it has one. */
export async function openMade(
  parts: Parts,
  caller: Caller,
  { id, kind }: { id: number; kind: RenditionKind },
): Promise<BlobAnswer> {
  const file = await fileSeenBy(parts, caller, id);
  const made = await openRendition(parts, file.blob_key, kind);
  if (!made) throw refusal.notFound(refusals.noPreview);
  const { rendition, bytes } = made;
  if (kind === 'page') await unlessUnwritable(noteView(parts, caller, file));
  return {
    blob: inMemory(bytes),
    record: { key: rendition.rendition_key, size: rendition.size, sha256: rendition.sha256 },
    name: file.filename,
    mediaType: mediaTypes[kind],
    disposition: 'inline',
    modifiedAt: rendition.made_at,
    damaged: refusals.noPreview,
    isFramed: true,
  };
}

/** What was made of a content, checked; none when there is none. What is damaged is made again. */
async function openRendition(
  { db, blobs, clock }: Parts,
  blobKey: string,
  kind: RenditionKind,
): Promise<{ rendition: Rendition; bytes: Buffer } | undefined> {
  const rendition = (await listRenditions(db, blobKey)).find((one) => one.kind === kind);
  if (!rendition) return undefined;
  const blob = await blobs.open(rendition.rendition_key);
  const bytes = await blob?.bytes();
  if (bytes && createHash('sha256').update(bytes).digest('hex') === rendition.sha256) return { rendition, bytes };
  const at = clock().toISOString();
  await db.transaction().execute(async (tx) => {
    await deleteRenditions(tx, [blobKey], at);
    await putOffReading(tx, blobKey, { at, tries: 0 });
  });
  return undefined;
}

/** Small, and checked already. */
function inMemory(bytes: Buffer): OpenBlob {
  return {
    size: bytes.length,
    stamp: '',
    stream: ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    bytes: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
    close: async () => {},
  };
}
