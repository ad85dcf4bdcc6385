import { countEntries, unpacked, zipEntries } from './zip-entries.ts';

/** Archives that claim more are refused. */
const maxEntries = 10_000;
const maxUnpackedBytes = 300 * 1024 * 1024;

/**
 * Throws if the directory of an archive claims too many entries or unpacked bytes. The limits on the worker process
 * catch archives with a false directory.
 */
export function checkArchive(bytes: Buffer): void {
  if (countEntries(bytes) > maxEntries) throw new Error('too many entries');
  let unpacked = 0;
  for (const { size } of zipEntries(bytes)) {
    unpacked += size;
    if (unpacked > maxUnpackedBytes) throw new Error('unpacks to too much');
  }
}

/** The entries of an archive by their names. One that is missing is empty. */
export type ZipArchive = {
  names: () => Iterable<string>;
  /** Returns the unpacked size in bytes that the directory claims. */
  sizeOf: (name: string) => number;
  /** Returns the text of an entry in pieces. */
  read: (name: string) => Generator<string>;
  /** Returns the beginning of an entry, at least `max` bytes of a longer one. */
  bytesOf: (name: string, max?: number) => Buffer;
};

/** Opens an archive in which `keyOf` finds equal names. Throws as `checkArchive` does. */
export function openArchive(bytes: Buffer, keyOf = (name: string): string => name): ZipArchive {
  checkArchive(bytes);
  const entries = new Map(Array.from(zipEntries(bytes), (entry) => [keyOf(entry.name), entry]));
  function* piecesOf(name: string): Generator<Uint8Array> {
    const entry = entries.get(keyOf(name));
    if (entry) yield* unpacked(bytes, entry);
  }
  return {
    names: () => entries.keys(),
    sizeOf: (name) => entries.get(keyOf(name))?.size ?? 0,
    *read(name) {
      let decoder: TextDecoder | undefined;
      for (const piece of piecesOf(name)) {
        decoder ??= new TextDecoder(charsetOf(piece));
        yield decoder.decode(piece, { stream: true });
      }
    },
    bytesOf(name, max = Infinity) {
      const pieces: Uint8Array[] = [];
      let size = 0;
      for (const piece of piecesOf(name)) {
        pieces.push(piece);
        if ((size += piece.length) >= max) break;
      }
      return Buffer.concat(pieces);
    },
  };
}

/** The XML of documents is UTF-8, or UTF-16 with a byte order mark. */
const charsetOf = ([first, second]: Uint8Array): string =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
