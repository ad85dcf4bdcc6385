import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { z } from 'zod';

// Source: docs/decisions/0017-backup-format.md

export const formatName = 'stowage-backup';
export const formatVersion = 1;

export const manifestName = 'manifest.json';
const endName = 'end.json';

const totals = z.object({ blobs: z.number(), bytes: z.number() });

const manifestSchema = z.object({
  format: z.literal(formatName),
  format_version: z.number(),
  product_version: z.string(),
  made_at: z.iso.datetime(),
  database: z.string(),
  /** Names, in the order in which they were applied. */
  migrations: z.array(z.string()),
  /** The number of rows of each table. */
  rows: z.record(z.string(), z.number()),
  /** The highest id that each table has assigned. */
  last_ids: z.record(z.string(), z.number()),
  stored: totals,
});
export type Manifest = z.infer<typeof manifestSchema>;

const endSchema = z.object({
  /** The hash of the names, sizes and contents of all entries before this one. */
  sha256: z.string(),
  saved: totals,
  /** Keys of blobs that the store had lost, and of damaged blobs, which the backup contains as they were. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
});
export type End = z.infer<typeof endSchema>;

type Entry = { name: string; size: number };

const entryHeader = ({ name, size }: Entry) => `${name}\n${size}\n`;

export type ArchiveWriter = {
  add: (name: string, content: string) => Promise<void>;
  /** Throws unless there are exactly `size` bytes. */
  addStream: (entry: Entry, bytes: AsyncIterable<Buffer>) => Promise<void>;
};

const bufferBytes = 1024 * 1024;

/** Writes and flushes a new tar file. `fill` adds the entries and returns the content of the last one. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<Omit<End, 'sha256'>>,
): Promise<void> {
  const pack = tar.pack();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: bufferBytes });
  const written = pipeline(pack as AsyncIterable<Buffer>, file);
  const filled = fillPack(pack, fill).catch((error: unknown) => {
    pack.destroy(error as Error);
    throw error;
  });
  const [writing, filling] = await Promise.allSettled([written, filled]);
  const causes = [writing, filling].flatMap((ended) => (ended.status === 'rejected' ? [ended.reason as Error] : []));
  // A system error, such as a full disk, causes the other error, so it is the one to throw.
  const cause = causes.find((one) => 'syscall' in one) ?? causes.at(-1);
  if (cause) throw cause;
}

async function fillPack(pack: tar.Pack, fill: Parameters<typeof writeArchive>[1]): Promise<void> {
  const hash = createHash('sha256');
  const startEntry = (entry: Entry) => {
    let sink: Writable | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      // tar-stream has its own stream class, which a pipeline accepts.
      sink = pack.entry({ ...entry, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      ) as unknown as Writable;
    });
    return { sink: sink as Writable, ended };
  };
  const add = async (name: string, content: string) => {
    const bytes = Buffer.from(content);
    const entry = { name, size: bytes.length };
    hash.update(entryHeader(entry)).update(bytes);
    const { sink, ended } = startEntry(entry);
    sink.end(bytes);
    await ended;
  };
  const addStream = async (entry: Entry, bytes: AsyncIterable<Buffer>) => {
    hash.update(entryHeader(entry));
    const { sink, ended } = startEntry(entry);
    const hashed = async function* () {
      for await (const chunk of bytes) {
        hash.update(chunk);
        yield chunk;
      }
    };
    await Promise.all([pipeline(hashed(), sink), ended]);
  };
  const end = await fill({ add, addStream });
  await add(endName, JSON.stringify({ ...end, sha256: hash.copy().digest('hex') }, null, 2));
  pack.finalize();
}

/** The file is not a tar file, is truncated, or was changed. */
export class DamagedArchive extends Error {}

export type ReadEntry = Entry & { bytes: AsyncIterable<Buffer>; text: () => Promise<string> };

/** Yields the entries of a tar file; each must be read to its end. Calls `read` with the number of bytes read so far. */
export async function* readArchive(path: string, read: (bytes: number) => void): AsyncGenerator<ReadEntry> {
  const file = createReadStream(path, { highWaterMark: bufferBytes });
  const extract = tar.extract();
  file.on('data', () => read(file.bytesRead));
  // Reading an entry throws the same errors.
  const piped = pipeline(file, extract).catch(() => {});
  const wrapErrors = async function* <T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source;
    } catch (error) {
      const fault: NodeJS.ErrnoException | null = file.errored;
      throw fault?.syscall ? fault : new DamagedArchive((error as Error).message, { cause: error });
    }
  };
  try {
    for await (const entry of wrapErrors(extract)) {
      const { name, size } = entry.header;
      const bytes = wrapErrors(entry as AsyncIterable<Buffer>);
      yield { name, size, bytes, text: () => readText(bytes, size) };
    }
    await piped;
  } finally {
    file.destroy();
  }
}

const maxTextBytes = 256 * 1024 * 1024;

async function readText(entry: AsyncIterable<Buffer>, size: number): Promise<string> {
  if (size > maxTextBytes) throw new DamagedArchive('an entry is too large');
  return (await buffer(entry)).toString();
}

/**
 * Reads a whole backup and checks its hash. Throws DamagedArchive if it was changed. Returns undefined if the file is no backup.
 */
export async function checkArchive(
  path: string,
  read: (bytes: number) => void,
  texts: { cut: string; changed: string },
): Promise<{ manifest: Manifest; end: End } | undefined> {
  const hash = createHash('sha256');
  let manifest: Manifest | undefined;
  let end: End | undefined;
  for await (const entry of readArchive(path, read)) {
    if (end) throw new DamagedArchive(texts.changed);
    if (entry.name === endName) {
      end = endSchema.safeParse(parseJson(await entry.text())).data;
      if (end?.sha256 !== hash.digest('hex')) throw new DamagedArchive(texts.changed);
      continue;
    }
    hash.update(entryHeader(entry));
    if (manifest) {
      for await (const chunk of entry.bytes) hash.update(chunk);
      continue;
    }
    if (entry.name !== manifestName) return undefined;
    const text = await entry.text();
    hash.update(text);
    manifest = manifestSchema.safeParse(parseJson(text)).data;
    if (!manifest) return undefined;
  }
  if (!manifest) return undefined;
  if (!end) throw new DamagedArchive(texts.cut);
  return { manifest, end };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
