import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { once } from './target.ts';
import type { ObjectReader, ObjectWriter, Source } from './target.ts';

// Source for the layout: docs/decisions/backups-and-moves.md#one-file

const bufferBytes = 1024 * 1024;

/** Writes and flushes a new tar file. An entry stays if its source throws after its last byte. */
export async function writeArchive<T>(path: string, fill: (target: ObjectWriter) => Promise<T>): Promise<T> {
  const pack = tar.pack();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: bufferBytes });
  const filled = fill({ write: (name, source) => addEntry(pack, name, source) }).then(
    (result) => {
      pack.finalize();
      return result;
    },
    (error: unknown) => {
      pack.destroy(error as Error);
      throw error;
    },
  );
  const ends = await Promise.allSettled([pipeline(pack as AsyncIterable<Buffer>, file), filled]);
  const causes = ends.flatMap((ended) => (ended.status === 'rejected' ? [ended.reason as Error] : []));
  // A system error, such as a full disk, causes the other error, so it is the one to throw.
  const cause = causes.find((one) => 'syscall' in one) ?? causes.at(-1);
  if (cause) throw cause;
  return filled;
}

async function addEntry(pack: tar.Pack, name: string, { size, bytes }: Source): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  const sink = pack.entry({ name, size, mode: 0o600 }, (error) => (error ? reject(error) : resolve()));
  let failure: { error: unknown } | undefined;
  const whole = async function* () {
    let left = size;
    try {
      for await (const chunk of bytes) {
        left -= chunk.length;
        yield chunk;
      }
    } catch (error) {
      if (left > 0) throw error;
      failure = { error };
    }
  };
  // tar-stream has its own stream class, which a pipeline accepts.
  await Promise.all([pipeline(whole(), sink as unknown as Writable), ended]);
  if (failure) throw failure.error;
}

/** The file is not a tar file, is truncated, or was changed. */
export class DamagedArchive extends Error {}

export type Entry = { name: string; size: number; sha256: string };

/** The entries of a tar file, which may be too many for memory. */
export type Archive = ObjectReader &
  Disposable & {
    /** The entries in their order. */
    list: () => Iterable<Entry>;
    /** The last entry with this name. */
    find: (name: string) => Entry | undefined;
  };

/** Reads a whole tar file. Calls `read` with the number of bytes read so far. Throws DamagedArchive. */
export async function openArchive(path: string, read: (bytes: number) => void): Promise<Archive> {
  // SQLite keeps a database without a name in a temporary file, and deletes the file when it is closed.
  const index = new DatabaseSync('');
  index.exec('create table entries (start integer primary key, name text, size integer, sha256 text)');
  index.exec('create index by_name on entries (name)');
  const insert = index.prepare('insert into entries (start, name, size, sha256) values (?, ?, ?, ?)');
  const select = index.prepare('select * from entries where name = ? order by start desc limit 1');
  const find = (name: string) => select.get(name) as (Entry & { start: number }) | undefined;
  try {
    for await (const { start, name, size, sha256 } of readEntries(path, read)) insert.run(start, name, size, sha256);
  } catch (error) {
    index.close();
    throw error;
  }
  return {
    list: () => index.prepare('select * from entries order by start').iterate() as unknown as Iterable<Entry>,
    find,
    async open(name) {
      const { start, size } = find(name) ?? {};
      if (start === undefined || size === undefined) return undefined;
      if (size === 0) return once('').bytes;
      return createReadStream(path, { start, end: start + size - 1, highWaterMark: bufferBytes });
    },
    [Symbol.dispose]: () => index.close(),
  };
}

async function* readEntries(
  path: string,
  read: (bytes: number) => void,
): AsyncGenerator<Entry & { start: number }, void> {
  const file = createReadStream(path, { highWaterMark: bufferBytes });
  const extract = tar.extract();
  file.on('data', () => read(file.bytesRead));
  // Reading an entry throws the same errors.
  const piped = pipeline(file, extract).catch(() => {});
  try {
    for await (const entry of extract) {
      // The types lack the place of the content in the file.
      const { name, size, byteOffset: start } = entry.header as tar.Header & { byteOffset: number };
      const hash = createHash('sha256');
      for await (const chunk of entry as AsyncIterable<Buffer>) hash.update(chunk);
      yield { start, name, size, sha256: hash.digest('hex') };
    }
    await piped;
  } catch (error) {
    const fault: NodeJS.ErrnoException | null = file.errored;
    throw fault?.syscall ? fault : new DamagedArchive((error as Error).message, { cause: error });
  } finally {
    file.destroy();
  }
}
