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

const tally = z.object({ blobs: z.number(), bytes: z.number() });

export const manifestSchema = z.object({
  format: z.literal(formatName),
  format_version: z.number(),
  product_version: z.string(),
  made_at: z.iso.datetime(),
  database: z.string(),
  /** Names, in the order they were applied. */
  migrations: z.array(z.string()),
  /** How many rows of each table there are. */
  rows: z.record(z.string(), z.number()),
  /** The highest id that each table has ever given out. */
  last_ids: z.record(z.string(), z.number()),
  stored: tally,
});
export type Manifest = z.infer<typeof manifestSchema>;

const endSchema = z.object({
  /** Over the names, sizes and contents of all entries before it. */
  sha256: z.string(),
  saved: tally,
  /** Keys of blobs that the store had lost, and of those that are in the backup as the store had them, damaged. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
});
export type End = z.infer<typeof endSchema>;

type Entry = { name: string; size: number };

const announce = ({ name, size }: Entry) => `${name}\n${size}\n`;

export type ArchiveWriter = {
  add: (name: string, content: string) => Promise<void>;
  /** Throws when there are not exactly `size` bytes. */
  addStream: (entry: Entry, bytes: AsyncIterable<Buffer>) => Promise<void>;
};

const writeAtOnceBytes = 1024 * 1024;

/** Writes a tar file that must not exist yet and flushes it; `fill` adds what is in it and answers what its end says. */
export async function writeArchive(
  path: string,
  fill: (archive: ArchiveWriter) => Promise<Omit<End, 'sha256'>>,
): Promise<void> {
  const pack = tar.pack();
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true, highWaterMark: writeAtOnceBytes });
  const written = pipeline(pack as AsyncIterable<Buffer>, file);
  const filled = fillPack(pack, fill).catch((error: unknown) => {
    pack.destroy(error as Error);
    throw error;
  });
  const [writing, filling] = await Promise.allSettled([written, filled]);
  const causes = [writing, filling].flatMap((ended) => (ended.status === 'rejected' ? [ended.reason as Error] : []));
  // A full disk is why an entry could not be finished, not the other way round.
  const cause = causes.find((one) => 'syscall' in one) ?? causes.at(-1);
  if (cause) throw cause;
}

async function fillPack(pack: tar.Pack, fill: Parameters<typeof writeArchive>[1]): Promise<void> {
  const seal = createHash('sha256');
  const begin = (entry: Entry) => {
    let sink: Writable | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      // Of another family of streams, with what a pipeline asks of one.
      sink = pack.entry({ ...entry, mode: 0o600 }, (error) =>
        error ? reject(error) : resolve(),
      ) as unknown as Writable;
    });
    return { sink: sink as Writable, ended };
  };
  const add = async (name: string, content: string) => {
    const bytes = Buffer.from(content);
    const entry = { name, size: bytes.length };
    seal.update(announce(entry)).update(bytes);
    const { sink, ended } = begin(entry);
    sink.end(bytes);
    await ended;
  };
  const addStream = async (entry: Entry, bytes: AsyncIterable<Buffer>) => {
    seal.update(announce(entry));
    const { sink, ended } = begin(entry);
    const sealed = async function* () {
      for await (const chunk of bytes) {
        seal.update(chunk);
        yield chunk;
      }
    };
    await Promise.all([pipeline(sealed(), sink), ended]);
  };
  const end = await fill({ add, addStream });
  await add(endName, JSON.stringify({ ...end, sha256: seal.copy().digest('hex') }, null, 2));
  pack.finalize();
}

/** It is no tar file, is cut, or is not what was written. */
export class DamagedArchive extends Error {}

export type ReadEntry = Entry & { bytes: AsyncIterable<Buffer>; text: () => Promise<string> };

/** The entries of a tar file; each must be read to its end. `read` hears how many bytes of the file have been read. */
export async function* readArchive(path: string, read: (bytes: number) => void): AsyncGenerator<ReadEntry> {
  const file = createReadStream(path, { highWaterMark: writeAtOnceBytes });
  const extract = tar.extract();
  file.on('data', () => read(file.bytesRead));
  // Its failures are told by the entries as well.
  const piped = pipeline(file, extract).catch(() => {});
  const asRead = async function* <T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source;
    } catch (error) {
      const fault: NodeJS.ErrnoException | null = file.errored;
      throw fault?.syscall ? fault : new DamagedArchive((error as Error).message, { cause: error });
    }
  };
  try {
    for await (const entry of asRead(extract)) {
      const { name, size } = entry.header;
      const bytes = asRead(entry as AsyncIterable<Buffer>);
      yield { name, size, bytes, text: () => textOf(bytes, size) };
    }
    await piped;
  } finally {
    file.destroy();
  }
}

const mostTextBytes = 256 * 1024 * 1024;

async function textOf(entry: AsyncIterable<Buffer>, size: number): Promise<string> {
  if (size > mostTextBytes) throw new DamagedArchive('an entry is too large');
  return (await buffer(entry)).toString();
}

/** Reads a backup from its beginning to its end. Throws DamagedArchive unless all of it is what was written; answers nothing when it is no backup. */
export async function checkArchive(
  path: string,
  read: (bytes: number) => void,
  sayings: { cut: string; changed: string },
): Promise<{ manifest: Manifest; end: End } | undefined> {
  const seal = createHash('sha256');
  let manifest: Manifest | undefined;
  let end: End | undefined;
  for await (const entry of readArchive(path, read)) {
    if (end) throw new DamagedArchive(sayings.changed);
    if (entry.name === endName) {
      end = endSchema.safeParse(asJson(await entry.text())).data;
      if (end?.sha256 !== seal.digest('hex')) throw new DamagedArchive(sayings.changed);
      continue;
    }
    seal.update(announce(entry));
    if (manifest) {
      for await (const chunk of entry.bytes) seal.update(chunk);
      continue;
    }
    if (entry.name !== manifestName) return undefined;
    const text = await entry.text();
    seal.update(text);
    manifest = manifestSchema.safeParse(asJson(text)).data;
    if (!manifest) return undefined;
  }
  if (!manifest) return undefined;
  if (!end) throw new DamagedArchive(sayings.cut);
  return { manifest, end };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
