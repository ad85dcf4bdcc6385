import { textBetweenTags } from './markup-text.ts';
import { safeHtml } from './safe-html.ts';
import { Unreadable } from './unreadable.ts';
import { attributeOf, walkXml } from './xml-walk.ts';
import { unpacked, zipEntries } from './zip-entries.ts';
import { checkArchive } from './zip-limits.ts';

const maxChapters = 1000;

/** A chapter, and all chapters together, are read as far as this. */
const maxLetters = 8 * 1024 * 1024;

/** Returns the text of an EPUB book. */
export async function bookText(bytes: Buffer): Promise<string> {
  const parts: string[] = [];
  for (const chapter of chaptersOf(bytes, (title) => parts.push(title))) parts.push(textBetweenTags(chapter));
  return parts.join('\n');
}

/** Returns the chapters of an EPUB book as HTML, without its pictures. */
export const bookHtml = async (bytes: Buffer): Promise<string> =>
  safeHtml(Array.from(chaptersOf(bytes), (chapter) => `<section>${bodyOf(chapter)}</section>`).join(''));

/** The pictures are files of their own, which the page does not load. */
const bodyOf = (chapter: string): string =>
  chapter.slice(Math.max(0, chapter.search(/<body[\s>]/i))).replaceAll(/<img\s[^<>]*>|<svg\s.*?<\/svg>/gis, '');

/** Reads the chapters in the order of the book. Source: EPUB 3.3. */
function* chaptersOf(bytes: Buffer, onTitle?: (title: string) => void): Generator<string> {
  checkArchive(bytes);
  const entries = new Map(Array.from(zipEntries(bytes), (entry) => [entry.name, entry]));
  let letters = 0;
  const read = (path: string): string => {
    const entry = entries.get(path);
    const decoder = new TextDecoder();
    let text = '';
    for (const piece of entry ? unpacked(bytes, entry) : []) {
      text += decoder.decode(piece, { stream: true });
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
  if (entries.has('META-INF/encryption.xml') && isLocked(read('META-INF/encryption.xml')))
    throw new Unreadable('protected');
  if (order.length === 0) throw new Error('the book has no chapters');
  for (const id of order.slice(0, maxChapters)) {
    const chapter = read(`${folder}${decoded(items.get(id) ?? '')}`);
    letters += chapter.length;
    yield chapter;
    if (letters > maxLetters) return;
  }
}

/** A book without a password may still have obfuscated fonts. */
const isLocked = (encryption: string): boolean => /URI="[^"]+\.x?html?"/i.test(encryption);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
