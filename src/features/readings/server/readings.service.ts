import type { StagedBlob } from '#server/blobs/blob-store.ts';
import type { Parts } from '#server/parts.ts';
import { mostMade, mostTries, renditionKinds } from '../readings.rules.ts';
import type { Reading, RenditionKind } from '../readings.rules.ts';
import { ReaderEnded } from './reader.ts';
import type { Reader } from './reader.ts';
import {
  deleteRenditions,
  endReading,
  findContent,
  findWaiting,
  forgetReadings,
  insertRendition,
  isQueued,
  listContents,
  noteQueued,
  putOffReading,
  queueReadings,
  takeReading,
} from './readings.queries.ts';
import type { Content } from './readings.queries.ts';
import { keepText } from './texts.queries.ts';

/** Longer than any reading takes; a server that was killed over one leaves it for this long. */
const leaseMs = 2 * 60_000;

/** After a store that did not answer, or a content that ended its reader. */
const againMs = 60_000;

type Ground = Pick<Parts, 'db' | 'reader' | 'blobs' | 'clock' | 'log'>;

/** Reads every content that waits, one after another. Several servers share the work. */
export async function readWaiting(parts: Ground, reader: Reader, signal: AbortSignal): Promise<void> {
  await queueStored(parts, signal);
  for (;;) {
    if (signal.aborted) return;
    const now = parts.clock();
    const waiting = await findWaiting(parts.db, now.toISOString());
    if (!waiting) return;
    const until = new Date(now.getTime() + leaseMs).toISOString();
    if (!(await takeReading(parts.db, waiting, until))) continue;
    const again = (tries: number, inMs: number) =>
      putOffReading(parts.db, waiting.blob_key, { at: new Date(now.getTime() + inMs).toISOString(), tries });
    try {
      await readOne(parts, reader, waiting.blob_key);
    } catch (error) {
      if (signal.aborted) return await again(waiting.tries, 0);
      if (!(error instanceof ReaderEnded)) {
        // The store or the database is away: nothing is known of the content.
        await again(waiting.tries, againMs);
        throw error;
      }
      parts.log.warn(
        { blob: waiting.blob_key, problem: error.message },
        'a stored file could not be read for its preview',
      );
      if (waiting.tries + 1 < mostTries) await again(waiting.tries + 1, againMs);
      else await endReading(parts.db, waiting.blob_key, error.message);
    }
  }
}

const atATime = 500;

/** What was stored before there was a reader, came with a backup, or was read by one that could do less. */
async function queueStored({ db, reader, clock }: Ground, signal: AbortSignal): Promise<void> {
  if (await isQueued(db)) return;
  let afterId = 0;
  for (;;) {
    if (signal.aborted) return;
    const contents = await listContents(reader, afterId, atATime);
    await queueReadings(db, contents, clock().toISOString());
    if (contents.length < atATime) return noteQueued(db);
    afterId = contents.at(-1)?.id ?? afterId;
  }
}

async function readOne(parts: Ground, reader: Reader, blobKey: string): Promise<void> {
  const content = await findContent(parts.db, blobKey);
  const blob = content && (await parts.blobs.open(blobKey));
  // No file has it any more; one that takes it back has it read then.
  if (!content)
    return parts.db.transaction().execute((tx) => forgetReadings(tx, [blobKey], parts.clock().toISOString()));
  // What is missing is told by those who look after the store, and read when it is wanted again.
  if (!blob) return void (await endReading(parts.db, blobKey, 'missing'));
  const bytes = blob.stream({ start: 0, end: blob.size - 1 });
  const reading = await reader.read(bytes, blob.size, { mediaType: content.media_type, filename: content.filename });
  await keep(parts, content, bounded(reading));
}

/** A reader that was taken over by what it read could send anything. */
function bounded(reading: Reading): Reading {
  const isFine =
    (reading.text?.length ?? 0) <= mostMade.text &&
    (reading.thumbnail?.length ?? 0) <= mostMade.thumbnail &&
    (reading.page?.length ?? 0) <= mostMade.page;
  if (!isFine) throw new ReaderEnded('it made too much');
  return reading;
}

/** Stores what was made in the place of what was made before, all or nothing. */
async function keep(parts: Ground, { blob_key }: Content, reading: Reading): Promise<void> {
  const { db, blobs, clock } = parts;
  const made = renditionKinds.flatMap((kind) => {
    const bytes = reading[kind];
    return bytes === undefined ? [] : [{ kind, bytes: Buffer.from(bytes as Uint8Array) }];
  });
  const staged: (StagedBlob & { kind: RenditionKind })[] = [];
  try {
    for (const { kind, bytes } of made) staged.push({ kind, ...(await blobs.stage(once(bytes), bytes.length)) });
    await blobs.publish(staged);
    const made_at = clock().toISOString();
    const isKept = await db.transaction().execute(async (tx) => {
      const problem = reading.problems.length > 0 ? reading.problems.join('; ') : null;
      if (!(await endReading(tx, blob_key, problem))) return false;
      await deleteRenditions(tx, [blob_key], made_at);
      for (const { kind, key, size, sha256 } of staged)
        await insertRendition(tx, { blob_key, kind, rendition_key: key, size, sha256, made_at });
      await keepText(tx, blob_key, reading.text);
      return true;
    });
    if (!isKept) throw new ReaderEnded('the content has gone');
  } catch (error) {
    await blobs.discard(staged);
    throw error;
  }
  await blobs.settle(staged);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
