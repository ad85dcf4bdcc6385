/** Archives that claim more than this are not unpacked. */
const mostEntries = 10_000;
const mostUnpackedBytes = 300 * 1024 * 1024;

const endSignature = 0x06_05_4b_50;
const entrySignature = 0x02_01_4b_50;
const endBytes = 22;
const entryBytes = 46;
const mostCommentBytes = 65_535;

/**
 * Throws unless an archive's directory promises few enough entries and bytes. A directory that lies is found out by the
 * limits on the process; this one keeps honest giants from being begun.
 */
export function checkArchive(bytes: Buffer): void {
  const end = findEnd(bytes);
  const entries = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  // Both are all ones where the true number stands elsewhere: no document is that large.
  if (entries > mostEntries || at > bytes.length) throw new Error('too many entries');
  let unpacked = 0;
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + entryBytes > end || bytes.readUInt32LE(at) !== entrySignature) throw new Error('damaged archive');
    unpacked += bytes.readUInt32LE(at + 24);
    if (unpacked > mostUnpackedBytes) throw new Error('unpacks to too much');
    at += entryBytes + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endBytes - mostCommentBytes);
  for (let at = bytes.length - endBytes; at >= first; at -= 1) if (bytes.readUInt32LE(at) === endSignature) return at;
  throw new Error('no archive');
}
