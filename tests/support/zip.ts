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
