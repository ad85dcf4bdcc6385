import { withFewMarks } from '#shared/fold.ts';
import { charsetOfType, decodeText, isPlainText } from '../charset.rules.ts';
import { isPdf } from '../extraction.rules.ts';
import type { ContentKind } from '../extraction.rules.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { PageKind } from '../pages.rules.ts';
import { archiveText } from './archive-page.ts';
import { bookText } from './book.ts';
import { kindInside } from './compound-file.ts';
import { unescaped, unfolded } from './folded-text.ts';
import { mailText } from './mail-text.ts';
import { pageText, xmlText } from './markup-text.ts';
import { officeText } from './office-text.ts';
import { oldSlidesText } from './old-slides.ts';
import { wordText } from './old-word.ts';
import { oldWorkbookText } from './old-workbook.ts';
import { pdfText } from './pdf-text.ts';
import { readEml, readMsg } from './read-mail.ts';
import { maxTextBytes } from './text-parts.ts';
import type { ReadText } from './text-parts.ts';

/** Only this much of a plain text file is read. White space is removed later, and UTF-16 takes twice the bytes. */
const maxPlainBytes = 4 * maxTextBytes;

/**
 * Returns the text of a content for search, as `cleanedText` does.
 * Returns undefined without text or with a password. Passes on the errors of the library.
 */
export async function readText(bytes: Buffer, { mediaType }: ContentKind): Promise<ReadText | undefined> {
  const document = pageKindOf(mediaType);
  const charset = charsetOfType(mediaType);
  const read = await (document
    ? textOfDocument(bytes, await kindInside(bytes, document), charset)
    : textOfOther(bytes, mediaType, charset));
  if (read === undefined) return undefined;
  const { text, isCut } = typeof read === 'string' ? { text: read, isCut: false } : read;
  const cleaned = cleanedText(text);
  return cleaned.text === '' ? undefined : { text: cleaned.text, isCut: isCut || cleaned.isCut };
}

/** Returns the same text alone. */
export const textOf = async (bytes: Buffer, kind: ContentKind): Promise<string | undefined> =>
  (await readText(bytes, kind))?.text;

type Read = string | undefined | ReadText;

async function textOfDocument(bytes: Buffer, kind: PageKind, charset: string | undefined): Promise<Read> {
  if (kind === 'eml') return mailText(await readEml(bytes));
  if (kind === 'msg') return mailText(await readMsg(bytes));
  if (kind === 'cards') return unescaped(unfolded(plainText(bytes, charset).text));
  if (kind === 'html') return pageText(bytes, charset);
  if (kind === 'svg') return xmlText(bytes, charset);
  if (kind === 'zip' || kind === 'tar' || kind === 'gzip') return archiveText(bytes, kind);
  if (kind === 'epub') return bookText(bytes);
  if (kind === 'doc') return wordText(bytes);
  if (kind === 'xls') return oldWorkbookText(bytes);
  if (kind === 'ppt') return oldSlidesText(bytes);
  return officeText(bytes, kind);
}

// Add new types to `hasText` as well.
async function textOfOther(bytes: Buffer, mediaType: string, charset: string | undefined): Promise<Read> {
  const [type = ''] = mediaType.split(';', 1);
  if (isPdf(type)) return pdfText(bytes);
  if (type === 'application/json') return jsonText(bytes, charset);
  if (/[/+]xml$/.test(type)) return xmlText(bytes, charset);
  return isPlainText(mediaType) ? plainText(bytes, charset) : undefined;
}

const plainText = (bytes: Buffer, charset: string | undefined): ReadText => ({
  text: decodeText(bytes.subarray(0, maxPlainBytes), charset),
  isCut: bytes.length > maxPlainBytes,
});

/** Many programs write the letters of JSON outside ASCII as '\\u00e4'. */
function jsonText(bytes: Buffer, charset: string | undefined): ReadText {
  const { text, isCut } = plainText(bytes, charset);
  const letters = text.replaceAll(/\\(?:u([\da-f]{4})|[nrtbf]|(["\\/]))/gi, (_, code?: string, sign?: string) =>
    code === undefined ? (sign ?? ' ') : String.fromCharCode(Number.parseInt(code, 16)),
  );
  return { text: letters, isCut };
}

// Private-use letters are meaningless without their font. Invisible format characters would split words.
const notText = /[\p{Cc}\p{Co}\p{Cn}]+/gu;
const invisible = /\p{Cf}+/gu;

/** Returns a text for search: one line in NFKC, without control characters, at most `maxTextBytes`. */
export function cleanedText(text: string): ReadText {
  // Cut before normalizing as well, which limits its cost.
  const some = withFewMarks(text.slice(0, 2 * maxTextBytes).toWellFormed()).normalize('NFKC');
  const line = some.replace(invisible, '').replace(notText, ' ').replace(/\s+/g, ' ').trim();
  const bytes = Buffer.from(line);
  if (bytes.length <= maxTextBytes) return { text: line, isCut: text.length > 2 * maxTextBytes };
  // A letter that was cut in the middle decodes to U+FFFD.
  return { text: bytes.toString('utf8', 0, maxTextBytes).replace(/\uFFFD+$/, ''), isCut: true };
}
