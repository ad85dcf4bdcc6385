import { fileURLToPath } from 'node:url';

const mostPages = 2000;
const mostLetters = 2 * 1024 * 1024;

/** What was read of a slow document by then is kept; a reader that takes much longer is ended and keeps nothing. */
const mostMs = 12_000;

/** The text of a PDF, page by page; none of one that asks for a password. */
export async function pdfText(bytes: Buffer): Promise<string | undefined> {
  const { getDocument, PasswordException } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: new Uint8Array(bytes),
    // Which letters the codes of Chinese, Japanese and Korean fonts stand for.
    cMapUrl: fileURLToPath(import.meta.resolve('pdfjs-dist/cmaps/')),
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  });
  const endsAt = performance.now() + mostMs;
  try {
    const document = await task.promise;
    const parts: string[] = [];
    let letters = 0;
    for (let number = 1; number <= Math.min(document.numPages, mostPages); number += 1) {
      if (letters > mostLetters || performance.now() > endsAt) break;
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ('str' in item) parts.push(item.str, item.hasEOL ? '\n' : '');
      parts.push('\n');
      letters += items.reduce((sum, item) => sum + ('str' in item ? item.str.length : 0), 0);
      page.cleanup();
    }
    return parts.join('');
  } catch (error) {
    if (error instanceof PasswordException) return undefined;
    throw error;
  } finally {
    await task.destroy();
  }
}
