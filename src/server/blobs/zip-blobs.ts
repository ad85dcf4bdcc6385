import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { BlobStore } from './blob-store.ts';

export type ZipEntry = { name: string; key: string; size: number; sha256: string; modifiedAt: string };

/**
 * Several blobs as one ZIP archive, stored without compressing, so that its size is known before the first byte; one blob
 * is open at a time. The stream fails, and so is never a complete archive, when a blob is not what was stored.
 */
export async function zipBlobs(blobs: BlobStore, entries: ZipEntry[]): Promise<{ size: number; stream: Readable }> {
  const zip = new ZipFile();
  const stream = new PassThrough();
  let reading: Readable | undefined;
  const fail = (error: Error) => void stream.destroy(error);
  // Also when whoever asked has gone.
  stream.once('close', () => reading?.destroy());
  zip.on('error', fail);
  const open = async (entry: ZipEntry): Promise<Readable> => {
    reading = await openChecked(blobs, entry);
    return stream.destroyed ? reading.destroy() : reading.once('error', fail);
  };
  for (const entry of entries) {
    const options = { mtime: new Date(entry.modifiedAt), size: entry.size, compress: false };
    zip.addReadStreamLazy(entry.name, options, (answer) => {
      open(entry).then((opened) => answer(undefined, opened), fail);
    });
  }
  const size = await new Promise<number>((resolve) =>
    zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void),
  );
  (zip.outputStream as Readable).on('error', fail).pipe(stream);
  return { size, stream };
}

/** The bytes of a blob; the last of them come only if all of them are right. */
async function openChecked(blobs: BlobStore, { key, size, sha256 }: ZipEntry): Promise<Readable> {
  const blob = await blobs.open(key);
  if (!blob) throw new Error(`blob ${key} is missing`);
  if (blob.size !== size) {
    await blob.close();
    throw new Error(`blob ${key} has another size`);
  }
  const hash = createHash('sha256');
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(hash.digest('hex') === sha256 ? null : new Error(`blob ${key} is damaged`));
    },
  });
  const source = size === 0 ? Readable.from([]) : blob.stream({ start: 0, end: size - 1 });
  if (size === 0) await blob.close();
  source.once('error', (error) => check.destroy(error));
  check.once('close', () => source.destroy());
  return source.pipe(check);
}
