import { createRequire } from 'node:module';
import { Unreadable } from './unreadable.ts';

// Reads the directory of a 7z archive. Source: DOC/7zFormat.txt of the LZMA SDK.

type Lzma = { decompress: (bytes: Uint8Array) => Uint8Array };
type Entry = { name: string; size: number };

const property = {
  end: 0x00,
  header: 0x01,
  mainStreams: 0x04,
  files: 0x05,
  packInfo: 0x06,
  unpackInfo: 0x07,
  subStreams: 0x08,
  size: 0x09,
  checksum: 0x0a,
  folder: 0x0b,
  unpackSize: 0x0c,
  countOfStreams: 0x0d,
  emptyStream: 0x0e,
  emptyFile: 0x0f,
  names: 0x11,
  encodedHeader: 0x17,
} as const;

const startBytes = 32;

/** A directory of 20,000 long names unpacks to 6 MB. The library needs many times that. */
const maxHeaderBytes = 8 * 1024 * 1024;

/** A header may be packed more than once. Each time costs at most `maxHeaderBytes`. */
const maxPackings = 4;

const methods = { copy: '00', lzma: '030101', encryption: '06f10701' };

/** Returns the names and sizes of at most `max` files and folders. Throws Unreadable, and for damaged archives. */
export function sevenZipEntries(bytes: Buffer, max: number): { entries: Entry[]; left: number } {
  const [offset, size] = [Number(bytes.readBigUInt64LE(12)), Number(bytes.readBigUInt64LE(20))];
  if (size === 0) return { entries: [], left: 0 };
  let header = slice(bytes, startBytes + offset, size);
  for (let packings = 0; header[0] === property.encodedHeader; packings += 1) {
    if (packings === maxPackings) throw new Error('damaged archive');
    header = unpackedHeader(bytes, makeReader(header.subarray(1)));
  }
  if (header[0] !== property.header) throw new Error('damaged archive');
  return filesOf(makeReader(header.subarray(1)), max);
}

function slice(bytes: Buffer, start: number, size: number): Buffer {
  if (start + size > bytes.length) throw new Error('damaged archive');
  return bytes.subarray(start, start + size);
}

type Reader = ReturnType<typeof makeReader>;

/** Reads numbers one after another. Throws a RangeError at the end of the bytes. */
function makeReader(bytes: Buffer) {
  let at = 0;
  const byte = () => bytes.readUInt8(at++);
  return {
    byte,
    /** The first byte says how many bytes follow, and holds the highest bits. */
    number(): number {
      const first = byte();
      let value = 0;
      for (let index = 0, mask = 0x80; index < 8; index += 1, mask >>= 1) {
        if ((first & mask) === 0) return value + (first & (mask - 1)) * 256 ** index;
        value += byte() * 256 ** index;
      }
      return value;
    },
    bytes(size: number): Buffer {
      at += size;
      return slice(bytes, at - size, size);
    },
    /** Reads a list of booleans, one bit each. */
    bits(count: number): boolean[] {
      const packed = this.bytes(Math.ceil(count / 8));
      return Array.from({ length: count }, (_, index) => ((packed[index >> 3] ?? 0) & (0x80 >> (index & 7))) !== 0);
    },
    rest: () => bytes.subarray(at),
    numbers(count: number): number[] {
      // Every number takes at least one byte. So with a wrong count the bytes end before the memory is full.
      const found: number[] = [];
      while (found.length < count) found.push(this.number());
      return found;
    },
    /** Skips the checksums of `count` streams. Returns which of them have one. */
    checksums(count: number): boolean[] {
      if (byte() === 0) {
        const known = this.bits(count);
        this.bytes(4 * known.filter(Boolean).length);
        return known;
      }
      // These bytes are read first, because a wrong count would otherwise fill the memory.
      this.bytes(4 * count);
      return Array.from({ length: count }, () => true);
    },
  };
}

type Folder = { method: string; properties: Buffer; outputs: number; unpackedSize: number; hasChecksum: boolean };
type Streams = { packedAt: number; packedSizes: number[]; folders: Folder[]; sizes: number[] };

function streamsOf(read: Reader): Streams {
  const streams: Streams = { packedAt: 0, packedSizes: [], folders: [], sizes: [] };
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    if (kind === property.packInfo) readPackInfo(read, streams);
    else if (kind === property.unpackInfo) readFolders(read, streams);
    else if (kind === property.subStreams) return withEnd(read, readSizes(read, streams));
    else throw new Error('damaged archive');
  }
  return { ...streams, sizes: streams.folders.map(({ unpackedSize }) => unpackedSize) };
}

function withEnd(read: Reader, streams: Streams): Streams {
  if (read.byte() !== property.end) throw new Error('damaged archive');
  return streams;
}

function readPackInfo(read: Reader, streams: Streams): void {
  streams.packedAt = read.number();
  const count = read.number();
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    if (kind === property.size) streams.packedSizes = read.numbers(count);
    else if (kind === property.checksum) read.checksums(count);
    else throw new Error('damaged archive');
  }
}

function readFolders(read: Reader, streams: Streams): void {
  if (read.byte() !== property.folder) throw new Error('damaged archive');
  const count = read.number();
  // The folders may be elsewhere in the archive, which no program writes.
  if (read.byte() !== 0) throw new Unreadable('unsupported');
  while (streams.folders.length < count) streams.folders.push(readFolder(read));
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    if (kind === property.unpackSize)
      for (const folder of streams.folders) folder.unpackedSize = read.numbers(folder.outputs).at(-1) ?? 0;
    else if (kind === property.checksum)
      for (const [at, isKnown] of read.checksums(count).entries())
        Object.assign(streams.folders[at] ?? {}, { hasChecksum: isKnown });
    else throw new Error('damaged archive');
  }
}

function readFolder(read: Reader): Folder {
  const folder: Folder = {
    method: '',
    properties: Buffer.alloc(0),
    outputs: 0,
    unpackedSize: 0,
    hasChecksum: false,
  };
  let inputs = 0;
  for (let coders = read.number(); coders > 0; coders -= 1) {
    const flags = read.byte();
    const method = read.bytes(flags & 0x0f).toString('hex');
    const isComplex = (flags & 0x10) !== 0;
    inputs += isComplex ? read.number() : 1;
    folder.outputs += isComplex ? read.number() : 1;
    const properties = (flags & 0x20) !== 0 ? read.bytes(read.number()) : Buffer.alloc(0);
    if (folder.method !== methods.encryption) Object.assign(folder, { method, properties });
  }
  const bound = folder.outputs - 1;
  read.numbers(2 * bound);
  const packed = inputs - bound;
  if (packed > 1) read.numbers(packed);
  return folder;
}

/** Reads the sizes of the files in each folder. That of the last one is the rest. */
function readSizes(read: Reader, streams: Streams): Streams {
  const { folders } = streams;
  let counts = folders.map(() => 1);
  let stated: number[] = [];
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    if (kind === property.countOfStreams) counts = read.numbers(folders.length);
    else if (kind === property.size) stated = read.numbers(sum(counts.map((count) => Math.max(0, count - 1))));
    else if (kind === property.checksum)
      read.checksums(sum(counts.map((count, at) => (count === 1 && folders[at]?.hasChecksum ? 0 : count))));
    else throw new Error('damaged archive');
  }
  const sizes = folders.flatMap(({ unpackedSize }, at) => {
    const count = counts[at] ?? 0;
    if (count === 0) return [];
    const first = stated.splice(0, count - 1);
    // The sizes of a damaged archive may contradict each other.
    return [...first, Math.max(0, unpackedSize - sum(first))];
  });
  return { ...streams, sizes };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Unpacks a header. Only the method that 7-Zip itself uses is supported. */
function unpackedHeader(bytes: Buffer, read: Reader): Buffer {
  const { packedAt, packedSizes, folders } = streamsOf(read);
  const [folder] = folders;
  const packed = slice(bytes, startBytes + packedAt, packedSizes[0] ?? 0);
  if (folder?.method === methods.encryption) throw new Unreadable('protected');
  if (folder?.method === methods.copy) return packed;
  if (folder?.method !== methods.lzma) throw new Unreadable('unsupported');
  if (folder.unpackedSize > maxHeaderBytes) throw new Unreadable('too_large');
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(folder.unpackedSize));
  // Imported without its types, because they are a source that our compiler options refuse.
  const { decompress } = createRequire(import.meta.url)('lzma1') as Lzma;
  return Buffer.from(decompress(Buffer.concat([folder.properties, size, packed])));
}

function filesOf(read: Reader, max: number): { entries: Entry[]; left: number } {
  let sizes: number[] = [];
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    if (kind === property.mainStreams) ({ sizes } = streamsOf(read));
    else if (kind === property.files) return listFiles(read, sizes, max);
    else throw new Unreadable('unsupported');
  }
  return { entries: [], left: 0 };
}

function listFiles(read: Reader, sizes: readonly number[], max: number): { entries: Entry[]; left: number } {
  const count = read.number();
  let names: string[] = [];
  let isEmpty: boolean[] = [];
  let isEmptyFile: boolean[] = [];
  for (let kind = read.byte(); kind !== property.end; kind = read.byte()) {
    const field = makeReader(read.bytes(read.number()));
    // The names may be elsewhere in the archive, which no program writes.
    if (kind === property.names && field.byte() === 0) names = namesIn(field.rest(), max);
    if (kind === property.emptyStream) isEmpty = field.bits(count);
    if (kind === property.emptyFile) isEmptyFile = field.bits(isEmpty.filter(Boolean).length);
  }
  let [stream, empty] = [0, 0];
  const entries = names.map((name, at) => {
    if (!isEmpty[at]) return { name, size: sizes[stream++] ?? 0 };
    return { name: isEmptyFile[empty++] ? name : `${name}/`, size: 0 };
  });
  return { entries, left: Math.max(0, count - entries.length) };
}

/** Names are in UTF-16, each with a zero at its end. */
function namesIn(bytes: Buffer, max: number): string[] {
  const names = new TextDecoder('utf-16le').decode(bytes).split('\0', max + 1);
  return names.slice(0, Math.min(max, names.length - 1));
}
