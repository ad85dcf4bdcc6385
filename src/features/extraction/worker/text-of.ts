import { withFewMarks } from '#shared/fold.ts';
import { charsetOfType, decodeText, isPlainText } from '../charset.rules.ts';
import type { ContentKind } from '../extraction.rules.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { OfficeKind, PageKind } from '../pages.rules.ts';
import type { ArchiveKind } from './archive-entries.ts';
import { archiveText } from './archive-page.ts';
import { bookText } from './book.ts';
import { kindInside } from './compound-file.ts';
import { mailText } from './mail-text.ts';
import { pageText, xmlText } from './markup-text.ts';
import { officeText } from './office-text.ts';
import { oldSlidesText } from './old-slides.ts';
import { wordText } from './old-word.ts';
import { oldWorkbookText } from './old-workbook.ts';
import { pdfText } from './pdf-text.ts';
import { readEml, readMsg } from './read-mail.ts';

/**
 * The searchable text of one content is cut at this many bytes of UTF-8, about 400 pages. PostgreSQL's index accepts no
 * more, and finding the snippet in a longer text would be slow.
 */
const maxTextBytes = 1024 * 1024;

/** Only this much of a plain text file is read. White space is removed later, and UTF-16 takes twice the bytes. */
const maxPlainBytes = 4 * maxTextBytes;

type Extractor = (bytes: Buffer, charset: string | undefined) => Promise<string | undefined>;

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
  sevenzip: ofArchive('sevenzip'),
  eml: emlText,
  msg: async (bytes) => mailText(await readMsg(bytes)),
};

// Add new types to `hasText` as well.
const extractors: [kinds: RegExp, read: Extractor][] = [
  [/^application\/pdf$/, pdfText],
  [/^multipart\/related$/, emlText],
  [/^text\/(calendar|vcard|x-vcalendar)$/, foldedText],
  [/^(text\/html|application\/xhtml\+xml)$/, pageText],
  [/[/+]xml$/, xmlText],
];

/**
 * Returns the text of a content for search, as `cleanedText` does.
 * Returns undefined without text or with a password. Passes on the errors of the library.
 */
export async function textOf(bytes: Buffer, { mediaType }: ContentKind): Promise<string | undefined> {
  const document = pageKindOf(mediaType);
  const extract = document ? ofDocuments[await kindInside(bytes, document)] : extractorOf(mediaType);
  const text = await extract?.(bytes, charsetOfType(mediaType));
  return text === undefined ? undefined : cleanedText(text) || undefined;
}

function extractorOf(mediaType: string): Extractor | undefined {
  const [kind = ''] = mediaType.split(';', 1);
  const known = extractors.find(([kinds]) => kinds.test(kind));
  if (known) return known[1];
  return isPlainText(mediaType) ? plainText : undefined;
}

const plainText: Extractor = async (bytes, charset) => decodeText(bytes.subarray(0, maxPlainBytes), charset);

/** Calendars and contacts continue a line after a space. Source: RFC 5545, RFC 6350. */
async function foldedText(bytes: Buffer, charset: string | undefined): Promise<string> {
  const text = decodeText(bytes.subarray(0, maxPlainBytes), charset);
  return text
    .replaceAll(/\r?\n[ \t]/g, '')
    .replaceAll(/\\[nN]/g, '\n')
    .replaceAll(/\\([,;\\])/g, '$1');
}

// Private-use letters are meaningless without their font. Invisible format characters would split words.
const notText = /[\p{Cc}\p{Co}\p{Cn}]+/gu;
const invisible = /\p{Cf}+/gu;

/** Returns a text for search: one line in NFKC, without control characters, at most `maxTextBytes`. */
export function cleanedText(text: string): string {
  // Cut before normalizing as well, which limits its cost. One letter may take several bytes.
  const some = withFewMarks(text.slice(0, 4 * maxTextBytes).toWellFormed()).normalize('NFKC');
  const line = some.replace(invisible, '').replace(notText, ' ').replace(/\s+/g, ' ').trim();
  const bytes = Buffer.from(line);
  if (bytes.length <= maxTextBytes) return line;
  // A letter that was cut in the middle decodes to U+FFFD.
  return bytes.toString('utf8', 0, maxTextBytes).replace(/\uFFFD+$/, '');
}
