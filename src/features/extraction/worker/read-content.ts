import { numbersIn } from '#features/papers/numbers.rules.ts';
import { isPlainText, isZip, withCharset } from '../charset.rules.ts';
import type { Charset } from '../charset.rules.ts';
import { hasText, isPdf } from '../extraction.rules.ts';
import type { ContentKind, ReadContent, Searchable } from '../extraction.rules.ts';
import { pageKindOf } from '../pages.rules.ts';
import { wordsOfText } from '../text.rules.ts';
import { charsetOfArchive } from './archive-entries.ts';
import { charsetOfText } from './detect-charset.ts';
import { pageOf } from './page-of.ts';
import { firstPageOf } from './pdf-first-page.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { readText } from './text-of.ts';

type Options = {
  shrinkPicture: ShrinkPicture;
  /** Receives the text before the page is created, so that a crash in the page does not lose the text. */
  keepText: (searchable: Searchable) => Promise<void>;
};

/**
 * Extracts the text and the preview page of a document, if they exist for this type. A part that fails does not affect the
 * others.
 */
export async function readContent(
  bytes: Buffer,
  stored: ContentKind,
  { shrinkPicture, keepText }: Options,
): Promise<ReadContent> {
  const problems: string[] = [];
  const attempt = async <T>(part: string, extract: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await extract();
    } catch (error) {
      problems.push(`${part}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500));
      return undefined;
    }
  };
  const charset = await charsetIn(bytes, stored.mediaType);
  const kind = charset ? { mediaType: withCharset(stored.mediaType, charset) } : stored;
  const found = { ...(kind.mediaType !== stored.mediaType && charset && { charset }), problems };
  const searchable = hasText(kind.mediaType) ? await attempt('text', () => searchableText(bytes, kind)) : undefined;
  if (pageKindOf(kind.mediaType) === undefined && !isPdf(kind.mediaType)) return { ...searchable, ...found };
  if (searchable) await keepText(searchable);
  if (isPdf(kind.mediaType)) {
    const firstPage = await firstPageOf(bytes);
    return { ...searchable, ...(firstPage && { firstPage }), ...found };
  }
  const page = await attempt('page', () => pageOf(bytes, kind, shrinkPicture));
  return { ...searchable, ...(page !== undefined && { page }), ...found };
}

async function charsetIn(bytes: Buffer, mediaType: string): Promise<Charset | undefined> {
  if (isPlainText(mediaType)) return charsetOfText(bytes, mediaType);
  // The text reports what is wrong with a damaged archive.
  return isZip(mediaType) ? charsetOfArchive(bytes).catch(() => undefined) : undefined;
}

async function searchableText(bytes: Buffer, kind: ContentKind): Promise<Searchable | undefined> {
  const read = await readText(bytes, kind);
  if (read === undefined) return undefined;
  let { isCut } = read;
  const words = wordsOfText(read.text, () => (isCut = true));
  return { text: read.text, words: words.join(' '), numbers: numbersIn(read.text), ...(isCut && { isCut }) };
}
