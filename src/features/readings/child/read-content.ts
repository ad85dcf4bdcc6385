import { pageKindOf } from '../pages.rules.ts';
import { hasText, hasThumbnail } from '../readings.rules.ts';
import type { ContentKind, Reading } from '../readings.rules.ts';
import { pageOf } from './page-of.ts';
import { thumbnailOf } from './picture.ts';
import { textOf } from './text-of.ts';

/** Makes of a content whatever can be made of its kind. What fails costs only itself. */
export async function readContent(bytes: Buffer, kind: ContentKind): Promise<Reading> {
  const problems: string[] = [];
  const attempt = async <T>(what: string, make: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await make();
    } catch (error) {
      problems.push(`${what}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 500));
      return undefined;
    }
  };
  const thumbnail = hasThumbnail(kind.mediaType) ? await attempt('thumbnail', () => thumbnailOf(bytes)) : undefined;
  const text = hasText(kind.mediaType) ? await attempt('text', () => textOf(bytes, kind)) : undefined;
  const page = pageKindOf(kind.mediaType) ? await attempt('page', () => pageOf(bytes, kind)) : undefined;
  return { ...(thumbnail && { thumbnail }), ...(text && { text }), ...(page !== undefined && { page }), problems };
}
