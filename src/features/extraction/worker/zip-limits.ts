/** Archives that claim more are refused. */
const maxEntries = 10_000;
const maxUnpackedBytes = 300 * 1024 * 1024;

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const endBytes = 22;
const entryBytes = 46;
const maxCommentBytes = 65_535;

/**
 * Throws if the directory of an archive claims too many entries or unpacked bytes. The limits on the worker process
 * catch archives with a false directory.
 */
export function checkArchive(bytes: Buffer): void {
  const end = findEnd(bytes);
  const entries = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  // In ZIP64 archives both fields are all ones. No document is that large.
  if (entries > maxEntries || at > bytes.length) throw new Error('too many entries');
  let unpacked = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entrySignature) throw new Error('damaged archive');
    unpacked += bytes.readUInt32LE(at + 24);
    if (unpacked > maxUnpackedBytes) throw new Error('unpacks to too much');
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endSignature) return at;
  throw new Error('no archive');
}
