import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { openPdf } from './pdf-document.ts';
import { textOfAnnotations, textOfItems } from './pdf-pieces.ts';
import type { PdfAnnotation } from './pdf-pieces.ts';
import { maxTextBytes } from './text-parts.ts';
import type { ReadText } from './text-parts.ts';

export const maxPages = 2000;

/** Extraction stops here and returns the text so far. After 10 s the server would kill the process and lose all of it. */
const maxMs = 8_000;

/** Returns the text on a page, and apart from it the values of its form fields and the comments on it. */
export async function textOfPage(page: PDFPageProxy): Promise<{ own: string; annotations: string }> {
  const { items } = await page.getTextContent();
  const annotations = (await page.getAnnotations()) as PdfAnnotation[];
  return { own: textOfItems(items.filter((item) => 'str' in item)), annotations: textOfAnnotations(annotations) };
}

const maxBookmarks = 5_000;

type Bookmark = { title: string; items: Bookmark[] };

/** Returns the title of a PDF and its bookmarks. They may be damaged where the pages are not. */
async function titlesIn(document: PDFDocumentProxy): Promise<string[]> {
  const { info } = await document.getMetadata().catch(() => ({ info: {} }));
  const bookmarks = ((await document.getOutline().catch(() => null)) ?? []) as Bookmark[];
  for (const { items } of bookmarks)
    for (const item of items) if (bookmarks.length < maxBookmarks) bookmarks.push(item);
  return [String('Title' in info ? info.Title : ''), ...bookmarks.map(({ title }) => title)];
}

/**
 * Returns the text of a PDF with its title and bookmarks, the values of its form fields and the comments on it, or undefined if
 * it requires a password.
 */
export async function pdfText(bytes: Buffer): Promise<ReadText | undefined> {
  const { PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const endsAt = performance.now() + maxMs;
  try {
    await using task = await openPdf(bytes);
    const document = await task.promise;
    const parts: string[] = [];
    let [letters, number] = [0, 1];
    for (; number <= Math.min(document.numPages, maxPages); number += 1) {
      if (letters > maxTextBytes || performance.now() > endsAt) break;
      const page = await document.getPage(number);
      const { own, annotations } = await textOfPage(page);
      const text = `${own}\n${annotations}\n`;
      parts.push(text);
      letters += text.length;
      page.cleanup();
    }
    parts.push(...(await titlesIn(document)).map((title) => `${title}\n`));
    return { text: parts.join(''), isCut: number <= document.numPages };
  } catch (error) {
    if (error instanceof PasswordException) return undefined;
    throw error;
  }
}
