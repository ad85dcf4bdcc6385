import { Inflate } from 'fflate';
import { isUtf8 } from '../charset.rules.ts';

/** An entry of a ZIP archive. */
export type ZipEntry = {
  name: string;
  /** The name in an unknown charset: its archiver said no UTF-8, and it is none. */
  nameBytes?: Buffer;
  /** The unpacked size in bytes that the directory claims. */
  size: number;
  isEncrypted: boolean;
  /** 0 is stored, 8 is deflated. */
  method: number;
  packedSize: number;
  /** The position of its local header. */
  at: number;
};

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const localSignature = 0x04_03_4b_50;
const end64Signature = 0x06_06_4b_50;
const locatorSignature = 0x07_06_4b_50;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
const locatorBytes = 20;
const maxCommentBytes = 65_535;
const all32 = 0xff_ff_ff_ff;

/**
 * Reads the directory of an archive, one entry after another. Throws 'no archive' or 'damaged archive'. Source: APPNOTE.TXT,
 * version 6.3.10.
 */
export function* zipEntries(bytes: Buffer): Generator<ZipEntry> {
  const { entries, start, end } = directoryOf(bytes);
  let at = start;
  for (let index = 0; index < entries; index += 1) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entrySignature) throw new Error('damaged archive');
    const flags = bytes.readUInt16LE(at + 8);
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 28), bytes.readUInt16LE(at + 30)];
    const nameAt = at + entryBytes;
    yield {
      ...nameOf(bytes.subarray(nameAt, nameAt + nameLength), (flags & 0x8_00) !== 0),
      isEncrypted: (flags & 1) !== 0,
      method: bytes.readUInt16LE(at + 10),
      ...sizesOf(bytes, at, bytes.subarray(nameAt + nameLength, nameAt + nameLength + extraLength)),
    };
    at = nameAt + nameLength + extraLength + bytes.readUInt16LE(at + 32);
  }
}

/** Returns the number of entries that an archive claims. Throws 'no archive'. */
export const countEntries = (bytes: Buffer): number => directoryOf(bytes).entries;

function directoryOf(bytes: Buffer): { entries: number; start: number; end: number } {
  const end = findEnd(bytes);
  const entries = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  if (start !== all32 && entries !== 0xff_ff) return { entries, start, end };
  const locator = end - locatorBytes;
  if (locator < 0 || bytes.readUInt32LE(locator) !== locatorSignature) return { entries, start, end };
  const end64 = Number(bytes.readBigUInt64LE(locator + 8));
  if (end64 + 56 > end || bytes.readUInt32LE(end64) !== end64Signature) throw new Error('damaged archive');
  return {
    entries: Number(bytes.readBigUInt64LE(end64 + 32)),
    start: Number(bytes.readBigUInt64LE(end64 + 48)),
    end: end64,
  };
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endSignature) return at;
  throw new Error('no archive');
}

/** Reads the sizes and the position of an entry. Those of 4 GB and above are in the extra field 1. */
function sizesOf(bytes: Buffer, at: number, extra: Buffer): { size: number; packedSize: number; at: number } {
  const found = { size: bytes.readUInt32LE(at + 24), packedSize: bytes.readUInt32LE(at + 20) };
  const sizes = { ...found, at: bytes.readUInt32LE(at + 42) };
  if (sizes.size !== all32 && sizes.packedSize !== all32 && sizes.at !== all32) return sizes;
  let from = fieldOf(extra, 1);
  for (const key of ['size', 'packedSize', 'at'] as const) {
    if (sizes[key] !== all32 || from + 8 > extra.length) continue;
    sizes[key] = Number(extra.readBigUInt64LE(from));
    from += 8;
  }
  return sizes;
}

function fieldOf(extra: Buffer, id: number): number {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === id) return at + 4;
  return extra.length;
}

/** Archivers that do not say UTF-8 often write it nevertheless. */
const nameOf = (bytes: Buffer, saysUtf8: boolean): Pick<ZipEntry, 'name' | 'nameBytes'> =>
  saysUtf8 || isUtf8(bytes)
    ? { name: bytes.toString('utf8') }
    : { name: new TextDecoder('windows-1252').decode(bytes), nameBytes: bytes };

/** Small, because 4 KB may unpack to 4 MB. */
const packedChunk = 4096;

/**
 * Unpacks an entry piece by piece, so that the caller may stop early. Throws for encrypted entries and methods other than
 * 'deflate'.
 */
export function* unpacked(bytes: Buffer, entry: ZipEntry): Generator<Uint8Array> {
  const { at, packedSize, method, isEncrypted } = entry;
  if (isEncrypted || (method !== 0 && method !== 8)) throw new Error('the entry cannot be unpacked');
  if (at + localBytes > bytes.length || bytes.readUInt32LE(at) !== localSignature) throw new Error('damaged archive');
  const start = at + localBytes + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const packed = bytes.subarray(start, start + packedSize);
  if (method === 0) yield packed;
  else yield* inflated(packed);
}

function* inflated(packed: Buffer): Generator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => void pieces.push(piece));
  for (let from = 0; from < packed.length; from += packedChunk) {
    inflate.push(packed.subarray(from, from + packedChunk), from + packedChunk >= packed.length);
    yield* pieces.splice(0);
  }
}
