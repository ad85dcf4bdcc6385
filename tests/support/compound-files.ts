import { CFB } from '@e965/xlsx';

/** Returns a compound file with these streams, as Office programs before 2007 write them. */
export function compoundFileOf(streams: Record<string, Buffer>): Buffer {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, content);
  return Buffer.from(CFB.write(file, { type: 'buffer' }) as Uint8Array);
}

type Word6 = { signature?: number; version?: number; flags?: number; characterSet?: number };

/** Returns a Word 6 document in this language and its code page, or with the flag 0x1000 in UTF-16. */
export function word6Of(
  text: Buffer,
  language: number,
  { signature = 0xa5_dc, version = 101, flags = 0, characterSet = 0 }: Word6 = {},
) {
  const head = Buffer.alloc(768);
  head.writeUInt16LE(signature, 0);
  head.writeUInt16LE(version, 2);
  head.writeUInt16LE(language, 6);
  head.writeUInt16LE(flags, 10);
  head.writeUInt16LE(characterSet, 20);
  head.writeUInt32LE(head.length, 24);
  head.writeUInt32LE(head.length + text.length, 28);
  return compoundFileOf({ WordDocument: Buffer.concat([head, text, Buffer.alloc(4096)]) });
}
