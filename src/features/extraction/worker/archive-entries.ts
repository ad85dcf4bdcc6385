import { Readable } from 'node:stream';
import { Gunzip } from 'fflate';
import { decodeText } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import type { PageKind } from '../pages.rules.ts';
import { charsetOfText } from './detect-charset.ts';
import { countEntries, zipEntries } from './zip-entries.ts';
import type { ZipEntry } from './zip-entries.ts';

export type ArchiveKind = Extract<PageKind, 'zip' | 'tar' | 'gzip'>;
type ArchiveEntry = Pick<ZipEntry, 'name' | 'nameBytes'> & { size: number };
export type Archive = {
  entries: ArchiveEntry[];
  /** The number of entries that are not listed. */
  left: number;
  /** The charset of the names in bytes, if there are any. */
  charset?: Charset;
};

/** Further entries are not listed. Their names alone fill the text of a search. */
const maxEntries = 20_000;

/** A compressed tar archive is unpacked as far as this. */
const maxUnpackedBytes = 48 * 1024 * 1024;
const packedChunk = 4096;

/**
 * fflate joins and reads a header anew with every chunk, in a time that grows with the square of its size. Real headers have a
 * name and seldom a comment.
 */
const maxGzipHeaderBytes = 128 * 1024;

/** Reads the names and sizes in an archive, and nothing else of it. Throws for damaged archives. */
export async function archiveEntries(bytes: Buffer, kind: ArchiveKind): Promise<Archive> {
  if (kind === 'zip') return zipListing(bytes);
  if (kind === 'tar') return tarListing([bytes]);
  const [first] = gunzipped(bytes);
  if (first && isTar(first)) return tarListing(gunzipped(bytes));
  return { entries: [{ name: nameInGzip(bytes) ?? '', size: bytes.readUInt32LE(bytes.length - 4) }], left: 0 };
}

async function zipListing(bytes: Buffer): Promise<Archive> {
  const entries: ArchiveEntry[] = [];
  for (const { name, nameBytes, size } of zipEntries(bytes)) {
    entries.push({ name, ...(nameBytes && { nameBytes }), size });
    if (entries.length === maxEntries) break;
  }
  const left = Math.max(0, countEntries(bytes) - entries.length);
  const charset = await charsetOfNames(entries);
  if (charset === undefined) return { entries, left };
  const named = ({ name, nameBytes }: ArchiveEntry) => (nameBytes ? decodeText(nameBytes, charset) : name);
  return { entries: entries.map((entry) => ({ ...entry, name: named(entry) })), left, charset };
}

/** Windows in China, Japan or Russia writes the names in the charset of its language, and does not say which one it is. */
async function charsetOfNames(entries: readonly ArchiveEntry[]): Promise<Charset | undefined> {
  const names = entries.flatMap(({ nameBytes }) => (nameBytes ? [nameBytes, Buffer.from('\n')] : []));
  return names.length === 0 ? undefined : charsetOfText(Buffer.concat(names), 'text/plain');
}

/** Returns the charset of the names in a ZIP archive, or undefined if all of them are in UTF-8. */
export const charsetOfArchive = async (bytes: Buffer): Promise<Charset | undefined> =>
  (await zipListing(bytes)).charset;

async function tarListing(chunks: Iterable<Uint8Array>): Promise<Archive> {
  const { extract } = await import('tar-stream');
  const entries: ArchiveEntry[] = [];
  const extraction = extract();
  const source = Readable.from(chunks);
  source.on('error', (error) => extraction.destroy(error)).pipe(extraction);
  try {
    for await (const entry of extraction) {
      entries.push({ name: entry.header.name, size: entry.header.size ?? 0 });
      if (entries.length === maxEntries) break;
      entry.resume();
    }
  } catch (error) {
    // The end is missing, or was not unpacked. The names before it are right.
    if (entries.length === 0) throw error;
  }
  source.destroy();
  return { entries, left: 0 };
}

const isTar = (start: Uint8Array): boolean => Buffer.from(start.subarray(257, 262)).toString('latin1') === 'ustar';

function* gunzipped(bytes: Buffer): Generator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const gunzip = new Gunzip((piece) => void pieces.push(piece));
  let [unpacked, silent] = [0, 0];
  for (let at = 0; at < bytes.length && unpacked < maxUnpackedBytes; at += packedChunk) {
    if (silent >= maxGzipHeaderBytes) throw new Error('a header of the gzip file does not end');
    silent += packedChunk;
    gunzip.push(bytes.subarray(at, at + packedChunk), at + packedChunk >= bytes.length);
    for (const piece of pieces.splice(0)) {
      unpacked += piece.length;
      if (piece.length === 0) continue;
      silent = 0;
      yield piece;
    }
  }
}

/** Returns the name that gzip stored. Source: RFC 1952. */
function nameInGzip(bytes: Buffer): string | undefined {
  const [hasExtra, hasName] = [(Number(bytes[3]) & 4) !== 0, (Number(bytes[3]) & 8) !== 0];
  if (!hasName) return undefined;
  const start = hasExtra ? 12 + bytes.readUInt16LE(10) : 10;
  return bytes.toString('utf8', start, bytes.indexOf(0, start));
}
