import { crc32 } from 'node:zlib';

export type ZipEntry = { name: string; bytes: Buffer | string };

// 1 January 2026, as MS-DOS counts days; archives that are made twice are alike.
const dosDate = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** Names are UTF-8. */
const utf8Names = 0x0800;

/** An archive that stores its entries as they are, in their order: what office programs need, and no more. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const bytes = Buffer.from(entry.bytes);
    const facts = factsOf(name, bytes);
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, bytes]);
    directory.push(directoryEntry(facts, name, offset));
    bodies.push(body);
    offset += body.length;
  }
  return Buffer.concat([...bodies, ...directory, endOfDirectory(directory, offset)]);
}

/** The part that the entry and the directory have in common, from the version needed to the length of the extra field. */
function factsOf(name: Buffer, bytes: Buffer): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(20, 0);
  facts.writeUInt16LE(utf8Names, 2);
  facts.writeUInt16LE(dosDate, 8);
  facts.writeUInt32LE(crc32(bytes), 10);
  facts.writeUInt32LE(bytes.length, 14);
  facts.writeUInt32LE(bytes.length, 18);
  facts.writeUInt16LE(name.length, 22);
  return facts;
}

function directoryEntry(facts: Buffer, name: Buffer, offset: number): Buffer {
  const madeBy = Buffer.from([20, 0]);
  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, facts, attributes, name]);
}

function endOfDirectory(directory: readonly Buffer[], offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, entry) => sum + entry.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return end;
}
