import { decodeText } from '#features/extraction/charset.rules.ts';

const tables = new Map<string, Map<string, Buffer>>();

/** Returns the bytes of a text in a charset of one or two bytes for each letter. Throws for letters that it does not have. */
export function encodeIn(charset: string, text: string): Buffer {
  const table = tables.get(charset) ?? tableOf(charset);
  tables.set(charset, table);
  return Buffer.concat(
    Array.from(text, (letter) => {
      const bytes = table.get(letter);
      if (!bytes) throw new Error(`${charset} has no ${letter}`);
      return bytes;
    }),
  );
}

/** Node encodes Unicode only, so this decodes every byte and every pair of bytes. */
function tableOf(charset: string): Map<string, Buffer> {
  const table = new Map<string, Buffer>();
  const add = (...bytes: number[]) => {
    const text = decodeText(Buffer.from(bytes), charset);
    if (!text.includes('\uFFFD') && Array.from(text).length === 1 && !table.has(text))
      table.set(text, Buffer.from(bytes));
  };
  for (let first = 0; first < 256; first += 1) add(first);
  for (let first = 0x81; first < 0xff; first += 1) for (let next = 0x40; next < 0xff; next += 1) add(first, next);
  return table;
}

/** Returns the bytes of a text in UTF-16 or UTF-32 without a byte order mark. */
export function encodeWide(charset: 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be', text: string): Buffer {
  if (charset.startsWith('utf-16')) {
    const bytes = Buffer.from(text, 'utf16le');
    return charset.endsWith('le') ? bytes : bytes.swap16();
  }
  const bytes = Buffer.concat(
    Array.from(text, (letter) => {
      const one = Buffer.alloc(4);
      one.writeUInt32LE(letter.codePointAt(0) ?? 0);
      return one;
    }),
  );
  return charset.endsWith('le') ? bytes : bytes.swap32();
}
