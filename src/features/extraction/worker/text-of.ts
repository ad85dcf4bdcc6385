import { withFewMarks } from '#shared/fold.ts';
import { charsetOfType, decodeText, isPlainText } from '../charset.rules.ts';
import type { ContentKind } from '../extraction.rules.ts';
import { pageKindOf } from '../pages.rules.ts';
import { mailText, outlookText } from './mail-text.ts';
import { pageText, xmlText } from './markup-text.ts';
import { officeText, wordText } from './office-text.ts';
import { pdfText } from './pdf-text.ts';

/**
 * The searchable text of one content is cut at this many bytes of UTF-8, about 400 pages. PostgreSQL's index accepts no
 * more, and finding the snippet in a longer text would be slow.
 */
const maxTextBytes = 1024 * 1024;

/** Only this much of a plain text file is read. White space is removed later, and UTF-16 takes twice the bytes. */
const maxPlainBytes = 4 * maxTextBytes;

type Extractor = (bytes: Buffer, charset: string | undefined) => Promise<string | undefined>;

// Add new types to `hasText` as well.
const extractors: [kinds: RegExp, read: Extractor][] = [
  [/^application\/pdf$/, pdfText],
  [/^application\/msword$/, wordText],
  [/^application\/vnd\.ms-outlook$/, outlookText],
  [/^(message\/rfc822|multipart\/related)$/, mailText],
  [/^(text\/html|application\/xhtml\+xml)$/, pageText],
  [/[/+]xml$/, xmlText],
];

/**
 * Returns the text of a content for search: one line in NFKC, without control characters, at most `maxTextBytes`.
 * Returns undefined without text or with a password. Passes on the errors of the library.
 */
export async function textOf(bytes: Buffer, { mediaType }: ContentKind): Promise<string | undefined> {
  const text = await extractorOf(mediaType)?.(bytes, charsetOfType(mediaType));
  return text === undefined ? undefined : cleaned(text) || undefined;
}

function extractorOf(mediaType: string): Extractor | undefined {
  const [kind = ''] = mediaType.split(';', 1);
  const document = pageKindOf(mediaType);
  if (document !== undefined && document !== 'eml' && document !== 'msg') return (bytes) => officeText(bytes, document);
  const known = extractors.find(([kinds]) => kinds.test(kind));
  if (known) return known[1];
  return isPlainText(mediaType) ? plainText : undefined;
}

const plainText: Extractor = async (bytes, charset) => decodeText(bytes.subarray(0, maxPlainBytes), charset);

// Private-use letters are meaningless without their font. Invisible format characters would split words.
const notText = /[\p{Cc}\p{Co}\p{Cn}]+/gu;
const invisible = /\p{Cf}+/gu;

function cleaned(text: string): string {
  // Cut before normalizing as well, which limits its cost. One letter may take several bytes.
  const some = withFewMarks(text.slice(0, 4 * maxTextBytes).toWellFormed()).normalize('NFKC');
  const line = some.replace(invisible, '').replace(notText, ' ').replace(/\s+/g, ' ').trim();
  const bytes = Buffer.from(line);
  if (bytes.length <= maxTextBytes) return line;
  // A letter that was cut in the middle decodes to U+FFFD.
  return bytes.toString('utf8', 0, maxTextBytes).replace(/\uFFFD+$/, '');
}
