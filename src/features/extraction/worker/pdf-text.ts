import type { PDFPageProxy } from 'pdfjs-dist';
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

/**
 * Returns the text of a PDF with the values of its form fields and the comments on it, or undefined if it requires a password.
 */
export async function pdfText(bytes: Buffer): Promise<ReadText | undefined> {
  const { PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = await openPdf(bytes);
  const endsAt = performance.now() + maxMs;
  try {
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
    return { text: parts.join(''), isCut: number <= document.numPages };
  } catch (error) {
    if (error instanceof PasswordException) return undefined;
    throw error;
  } finally {
    await task.destroy();
  }
}
