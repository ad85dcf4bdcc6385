import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Context } from '../context.ts';

type Stores = Pick<Context, 'blobs' | 'integrityCache'>;

type BlobEntry = { name: string; key: string; size: number; sha256: string; modifiedAt: string };

/** A blob, or bytes in memory. */
export type ZipEntry = BlobEntry | { name: string; content: Buffer; modifiedAt: string };

/**
 * Returns several blobs as one ZIP archive. It is stored without compression, so that its size is known before the
 * first byte. One blob is open at a time. If a blob is damaged, its damage is recorded and the stream fails, so that no
 * archive is complete.
 */
export async function zipBlobs(stores: Stores, entries: ZipEntry[]): Promise<{ size: number; stream: Readable }> {
  const zip = new ZipFile();
  const stream = new PassThrough();
  let reading: Readable | undefined;
  const fail = (error: Error) => void stream.destroy(error);
  // Runs also if the client has disconnected.
  stream.once('close', () => reading?.destroy());
  zip.on('error', fail);
  const open = async (entry: BlobEntry): Promise<Readable> => {
    reading = await openChecked(stores, entry);
    return stream.destroyed ? reading.destroy() : reading.once('error', fail);
  };
  for (const entry of entries) {
    if ('content' in entry) {
      zip.addBuffer(entry.content, entry.name, { mtime: new Date(entry.modifiedAt), compress: false });
      continue;
    }
    const options = { mtime: new Date(entry.modifiedAt), size: entry.size, compress: false };
    zip.addReadStreamLazy(entry.name, options, (provide) => {
      open(entry).then((opened) => provide(undefined, opened), fail);
    });
  }
  const counted = await new Promise<number>((resolve) =>
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void),
  );
  const size = counted - zip64BytesNotWritten(counted, entries);
  (zip.outputStream as Readable).on('error', fail).pipe(stream);
  return { size, stream };
}

// Sizes of APPNOTE.TXT, sections 4.3.12, 4.3.14 to 4.3.16, and of the timestamp that yazl adds to each record.
const recordBytes = 46 + 9;
const endBytes = 22;
const zip64EndBytes = 56 + 20;

/**
 * yazl counts the end records of ZIP64 for a central directory of 64 KB or more, but writes them only for one of 4 GB. A
 * length that is too large makes clients wait for bytes that never come.
 */
function zip64BytesNotWritten(counted: number, entries: readonly ZipEntry[]): number {
  const directory = entries.reduce((sum, { name }) => sum + recordBytes + Buffer.byteLength(name), 0);
  const filesBytes = counted - zip64EndBytes - endBytes - directory;
  return directory >= 0xffff && entries.length < 0xffff && filesBytes < 0xffffffff ? zip64EndBytes : 0;
}

/** Returns the bytes of a blob. The stream fails before its end if the hash is wrong. */
async function openChecked({ blobs, integrityCache }: Stores, entry: BlobEntry): Promise<Readable> {
  const { key, size, sha256 } = entry;
  const blob = await blobs.open(key);
  if (!blob) {
    await integrityCache.recordProblem(entry, 'missing', '');
    throw new Error(`blob ${key} is missing`);
  }
  const { fingerprint } = blob;
  if (blob.size !== size) {
    await blob.close();
    await integrityCache.recordProblem(entry, 'damaged', fingerprint);
    throw new Error(`blob ${key} has another size`);
  }
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      if (hash.digest('hex') === sha256) return done();
      const fail = () => done(new Error(`blob ${key} is damaged`));
      integrityCache.recordProblem(entry, 'damaged', fingerprint).then(fail, done);
    },
  });
  const source = size === 0 ? Readable.from([]) : blob.stream({ start: 0, end: size - 1 });
  if (size === 0) await blob.close();
  source.once('error', (error) => check.destroy(error));
  check.once('close', () => source.destroy());
  return source.pipe(check);
}
