import type { ContentKind } from '../readings.rules.ts';
import { decodeText } from './decode-text.ts';
import { mailText, outlookText } from './mail-text.ts';
import { pageText, xmlText } from './markup-text.ts';
import { officeText, wordText } from './office-text.ts';
import { pdfText } from './pdf-text.ts';

/**
 * The most text of one content that is searched, in bytes of UTF-8: some 400 pages. PostgreSQL's index takes no more of
 * one document, and a longer one would be slow to look through for its passage.
 */
const mostTextBytes = 1024 * 1024;

/** What of a file of plain text is looked at; blanks and markup go, and UTF-16 takes twice the room. */
const mostPlainBytes = 4 * mostTextBytes;

type Reader = (bytes: Buffer, charset: string | undefined) => Promise<string | undefined>;

// Kinds that are added here belong to `hasText` as well.
const readers: [kinds: RegExp, read: Reader][] = [
  [/^application\/pdf$/, pdfText],
  [/^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.|rtf$)/, officeText],
  [/^application\/msword$/, wordText],
  [/^application\/vnd\.ms-outlook$/, outlookText],
  [/^(message\/rfc822|multipart\/related)$/, mailText],
  [/^(text\/html|application\/xhtml\+xml)$/, pageText],
  [/[/+]xml$/, xmlText],
];

/**
 * The text of a content, for search: one line, compatible letters alike, without control characters, at most
 * `mostTextBytes`; none when there is none or it is protected by a password. Throws whatever its library throws.
 */
export async function textOf(bytes: Buffer, { mediaType }: ContentKind): Promise<string | undefined> {
  const text = await readerOf(mediaType)?.(bytes, charsetOf(mediaType));
  return text === undefined ? undefined : cleaned(text) || undefined;
}

function readerOf(mediaType: string): Reader | undefined {
  const [kind = ''] = mediaType.split(';', 1);
  const known = readers.find(([kinds]) => kinds.test(kind));
  if (known) return known[1];
  return charsetOf(mediaType) === undefined ? undefined : plainText;
}

const charsetOf = (mediaType: string) => /charset=([\w-]+)/.exec(mediaType)?.[1];

const plainText: Reader = async (bytes, charset) => decodeText(bytes.subarray(0, mostPlainBytes), charset);

// Letters of symbol fonts say nothing outside of them; marks of layout are invisible and would part words.
const notText = /[\p{Cc}\p{Co}\p{Cn}]+/gu;
const invisible = /\p{Cf}+/gu;

function cleaned(text: string): string {
  // Each letter may be several bytes, or a part of one: enough of it is cut twice.
  const some = text
    .slice(0, 4 * mostTextBytes)
    .toWellFormed()
    .normalize('NFKC');
  const line = some.replace(invisible, '').replace(notText, ' ').replace(/\s+/g, ' ').trim();
  const bytes = Buffer.from(line);
  if (bytes.length <= mostTextBytes) return line;
  // A letter cut in the middle comes out as U+FFFD.
  return bytes.toString('utf8', 0, mostTextBytes).replace(/\uFFFD+$/, '');
}
