import { compoundFileOf } from './compound-files.ts';

/** Properties of appointments. Source: MS-OXPROPS, PSETID_Appointment. */
const appointment = Buffer.from('0220060000000000c000000000000046', 'hex');

type Item = {
  /** Texts by the numbers of their properties. */
  texts: Record<number, string>;
  /** Texts and times of an appointment by the numbers of their names. */
  named?: Record<number, string | Date>;
};

/** Returns an item that Outlook saved. Source: MS-OXMSG. */
export function outlookItemOf({ texts, named = {} }: Item): Buffer {
  const streams: Record<string, Buffer> = {};
  const entries: Buffer[] = [];
  const fixed: Buffer[] = [Buffer.alloc(32)];
  const addText = (id: number, text: string) => {
    const content = Buffer.from(text, 'utf16le');
    streams[`/__substg1.0_${id.toString(16).padStart(4, '0').toUpperCase()}001F`] = content;
    fixed.push(property(0x1f, id, BigInt(content.length + 2)));
  };
  for (const [id, text] of Object.entries(texts)) addText(Number(id), text);
  for (const [at, [name, value]] of Object.entries(named).entries()) {
    const entry = Buffer.alloc(8);
    entry.writeUInt32LE(Number(name), 0);
    // The first set of names that is no common one.
    entry.writeUInt16LE(3 << 1, 4);
    entry.writeUInt16LE(at, 6);
    entries.push(entry);
    if (typeof value === 'string') addText(0x80_00 + at, value);
    else fixed.push(property(0x40, 0x80_00 + at, BigInt(value.getTime() + 11_644_473_600_000) * 10_000n));
  }
  return compoundFileOf({
    ...streams,
    '/__properties_version1.0': Buffer.concat(fixed),
    '/__nameid_version1.0/__substg1.0_00020102': appointment,
    '/__nameid_version1.0/__substg1.0_00030102': Buffer.concat(entries),
    '/__nameid_version1.0/__substg1.0_00040102': Buffer.alloc(0),
  });
}

function property(type: number, id: number, value: bigint): Buffer {
  const entry = Buffer.alloc(16);
  entry.writeUInt16LE(type, 0);
  entry.writeUInt16LE(id, 2);
  entry.writeBigUInt64LE(value, 8);
  return entry;
}
