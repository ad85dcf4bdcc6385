import { decoded } from './inline-pictures.ts';
import type { HeldPicture, InlinePictures } from './inline-pictures.ts';
import { textBetweenTags } from './markup-text.ts';
import { safeHtml } from './safe-html.ts';
import { Unreadable } from './unreadable.ts';
import { attributeOf, walkXml } from './xml-walk.ts';
import { openArchive } from './zip-limits.ts';
import type { ZipArchive } from './zip-limits.ts';

const maxChapters = 1000;

/** A chapter, and all chapters together, are read as far as this. */
const maxLetters = 8 * 1024 * 1024;
const maxPictureBytes = 16 * 1024 * 1024;

/** Returns the text of an EPUB book. */
export async function bookText(bytes: Buffer): Promise<string> {
  const parts: string[] = [];
  for (const { text } of chaptersOf(openArchive(bytes), (title) => parts.push(title)))
    parts.push(textBetweenTags(text));
  return parts.join('\n');
}

/** Returns the chapters of an EPUB book as HTML. */
export async function bookHtml(bytes: Buffer, inline: InlinePictures): Promise<string> {
  const chapters: string[] = [];
  const archive = openArchive(bytes);
  const held = new Map<string, HeldPicture>();
  const pictureAt = (path: string): HeldPicture | undefined => {
    const size = archive.sizeOf(path);
    if (size === 0 || size > maxPictureBytes) return undefined;
    const known = held.get(path) ?? { bytes: archive.bytesOf(path), mediaType: '' };
    held.set(path, known);
    return known;
  };
  for (const { path, text } of chaptersOf(archive)) {
    const shown = bodyIn(text).replaceAll(drawing, (whole) => pictureIn(whole));
    const inlined = await inline(shown, (name) => pictureAt(resolved(path, name)));
    chapters.push(`<section>${inlined.replaceAll(lostPicture, '')}</section>`);
  }
  return safeHtml(chapters.join(''));
}

/** Returns the part of a page from its body on. */
export const bodyIn = (page: string): string => page.slice(Math.max(0, page.search(/<body[\s>]/i)));

const drawing = /<svg[\s>](?:(?!<\/svg>)[^]){0,4000}<\/svg>/gi;

const lostPicture = /<img\s(?![^<>]*?src="data:)[^<>]*>/gi;

/** Covers are pictures in a drawing. */
const pictureIn = (svg: string): string =>
  /<(?:svg:)?image\s[^<>]*?href="([^"<>]*)"/i.exec(svg)?.[1]?.replace(/^.*$/s, '<img alt="" src="$&">') ?? '';

/** Returns the path of a file that a chapter names. */
const resolved = (chapter: string, name: string): string => {
  try {
    return decoded(new URL(name, new URL(chapter, 'file:///')).pathname.slice(1));
  } catch {
    return '';
  }
};

/** Reads the chapters in the order of the book. Source: EPUB 3.3. */
function* chaptersOf(
  archive: ZipArchive,
  onTitle?: (title: string) => void,
): Generator<{ path: string; text: string }> {
  let letters = 0;
  const read = (path: string): string => {
    let text = '';
    for (const piece of archive.read(path)) {
      text += piece;
      if (letters + text.length > maxLetters) break;
    }
    return text;
  };
  let packagePath = '';
  walkXml(read('META-INF/container.xml'), {
    open: (name, attributes) => {
      if (name === 'rootfile' && packagePath === '') packagePath = attributeOf(attributes, 'full-path') ?? '';
    },
  });
  const folder = packagePath.slice(0, packagePath.lastIndexOf('/') + 1);
  const items = new Map<string, string>();
  const order: string[] = [];
  let isTitle = false;
  walkXml(read(packagePath), {
    text: (text) => void (isTitle && onTitle?.(text)),
    close: () => void (isTitle = false),
    open: (name, attributes) => {
      isTitle = name === 'title';
      if (name === 'item') items.set(attributes['id'] ?? '', attributes['href'] ?? '');
      if (name === 'itemref') order.push(attributes['idref'] ?? '');
    },
  });
  if (isLocked(read('META-INF/encryption.xml'))) throw new Unreadable('protected');
  if (order.length === 0) throw new Error('the book has no chapters');
  for (const id of order.slice(0, maxChapters)) {
    const path = `${folder}${decoded(items.get(id) ?? '')}`;
    const text = read(path);
    letters += text.length;
    yield { path, text };
    if (letters > maxLetters) return;
  }
}

/** A book without a password may still have obfuscated fonts. */
const isLocked = (encryption: string): boolean => /URI="[^"]+\.x?html?"/i.test(encryption);
