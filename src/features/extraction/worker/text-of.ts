import { withFewMarks } from '#shared/fold.ts';
import { charsetOfType, decodeText, isPlainText } from '../charset.rules.ts';
import type { ContentKind } from '../extraction.rules.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { OfficeKind, PageKind } from '../pages.rules.ts';
import type { ArchiveKind } from './archive-entries.ts';
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

type Read = string | undefined | ReadText;
type Extractor = (bytes: Buffer, charset: string | undefined) => Read | Promise<Read>;

const ofOffice =
  (kind: OfficeKind): Extractor =>
  (bytes) =>
    officeText(bytes, kind);

const ofArchive =
  (kind: ArchiveKind): Extractor =>
  (bytes) =>
    archiveText(bytes, kind);

async function emlText(bytes: Buffer): Promise<string> {
  return mailText(await readEml(bytes));
}

const ofDocuments: Record<PageKind, Extractor> = {
  docx: ofOffice('docx'),
  xlsx: ofOffice('xlsx'),
  pptx: ofOffice('pptx'),
  odt: ofOffice('odt'),
  ods: ofOffice('ods'),
  odp: ofOffice('odp'),
  rtf: ofOffice('rtf'),
  doc: wordText,
  xls: oldWorkbookText,
  ppt: oldSlidesText,
  epub: bookText,
  zip: ofArchive('zip'),
  tar: ofArchive('tar'),
  gzip: ofArchive('gzip'),
  eml: emlText,
  msg: async (bytes) => mailText(await readMsg(bytes)),
  cards: (bytes, charset) => foldedText(bytes, charset),
  html: pageText,
  svg: xmlText,
};

// Add new types to `hasText` as well.
const extractors: [kinds: RegExp, read: Extractor][] = [
  [/^application\/pdf$/, pdfText],
  [/^application\/json$/, jsonText],
  [/[/+]xml$/, xmlText],
];

/**
 * Returns the text of a content for search, as `cleanedText` does.
 * Returns undefined without text or with a password. Passes on the errors of the library.
 */
export async function readText(bytes: Buffer, { mediaType }: ContentKind): Promise<ReadText | undefined> {
  const document = pageKindOf(mediaType);
  const extract = document ? ofDocuments[await kindInside(bytes, document)] : extractorOf(mediaType);
  const read = await extract?.(bytes, charsetOfType(mediaType));
  if (read === undefined) return undefined;
  const { text, isCut } = typeof read === 'string' ? { text: read, isCut: false } : read;
  const cleaned = cleanedText(text);
  return cleaned.text === '' ? undefined : { text: cleaned.text, isCut: isCut || cleaned.isCut };
}

/** Returns the same text alone. */
export const textOf = async (bytes: Buffer, kind: ContentKind): Promise<string | undefined> =>
  (await readText(bytes, kind))?.text;

function extractorOf(mediaType: string): Extractor | undefined {
  const [kind = ''] = mediaType.split(';', 1);
  const known = extractors.find(([kinds]) => kinds.test(kind));
  if (known) return known[1];
  return isPlainText(mediaType) ? plainText : undefined;
}

const plainText: Extractor = (bytes, charset) => ({
  text: decodeText(bytes.subarray(0, maxPlainBytes), charset),
  isCut: bytes.length > maxPlainBytes,
});

const foldedText: Extractor = (bytes, charset) =>
  unescaped(unfolded(decodeText(bytes.subarray(0, maxPlainBytes), charset)));

/** Many programs write the letters of JSON outside ASCII as '\\u00e4'. */
function jsonText(bytes: Buffer, charset: string | undefined): ReadText {
  const text = decodeText(bytes.subarray(0, maxPlainBytes), charset);
  return {
    text: text.replaceAll(/\\(?:u([\da-f]{4})|[nrtbf]|(["\\/]))/gi, (_, code?: string, sign?: string) =>
      code === undefined ? (sign ?? ' ') : String.fromCharCode(Number.parseInt(code, 16)),
    ),
    isCut: bytes.length > maxPlainBytes,
  };
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
