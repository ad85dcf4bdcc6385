import type { Readable } from 'node:stream';
import { strFromU8, unzipSync } from 'fflate';
import { ZipFile } from 'yazl';

/** Returns a ZIP archive of these files, as office programs write them. */
export function zipOf(entries: readonly (readonly [name: string, content: string | Buffer])[]): Readable {
  const zip = new ZipFile();
  for (const [name, content] of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return zip.outputStream as Readable;
}

/** Returns the text of an entry of a ZIP archive. */
export function textInZip(archive: Uint8Array, name: string): string {
  const entry = unzipSync(archive)[name];
  if (!entry) throw new Error(`the archive has no ${name}`);
  return strFromU8(entry);
}

/** Returns an EPUB with these chapters, in the order of its spine. The names of its files have another order. */
export function epubOf(...chapters: string[]): Readable {
  const name = (at: number) => `chapter ${chapters.length - at}.xhtml`;
  const items = chapters.map((_, at) => `<item id="c${at}" href="${encodeURI(name(at))}"/>`).toReversed();
  const order = chapters.map((_, at) => `<itemref idref="c${at}"/>`);
  return zipOf([
    ['mimetype', 'application/epub+zip'],
    ['META-INF/container.xml', '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>'],
    [
      'OEBPS/book.opf',
      `<package><metadata><dc:title>Harbour handbook</dc:title></metadata><manifest>${items.join('')}</manifest><spine>${order.join('')}</spine></package>`,
    ],
    ...chapters.map((chapter, at): [string, string] => [`OEBPS/${name(at)}`, chapter]),
  ]);
}

/** Returns a ZIP archive of empty files whose names are these bytes, without a word about their charset. */
export function zipOfNames(names: readonly Buffer[]): Buffer {
  const headOf = (signature: number, size: number, name: Buffer, nameLengthAt: number) => {
    const head = Buffer.alloc(size);
    head.writeUInt32LE(signature, 0);
    head.writeUInt16LE(name.length, nameLengthAt);
    return Buffer.concat([head, name]);
  };
  const files = names.map((name) => headOf(0x04_03_4b_50, 30, name, 26));
  const directory = Buffer.concat(names.map((name) => headOf(0x02_01_4b_50, 46, name, 28)));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(Buffer.concat(files).length, 16);
  return Buffer.concat([...files, directory, end]);
}
