import { pageTexts } from '../page.texts.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { ContentKind } from '../readings.rules.ts';
import { escapeText } from './escape-text.ts';
import { pageStyle } from './page-style.ts';

/** Larger pages are no preview any more. */
const mostPageBytes = 8 * 1024 * 1024;

/**
 * What a document holds as one page of HTML that stands alone: nothing in it runs, nothing is loaded from anywhere. None
 * for kinds of file that no library reads well. Throws what the library throws, and when the page would be too large.
 */
export async function pageOf(bytes: Buffer, { mediaType, filename }: ContentKind): Promise<string | undefined> {
  const kind = pageKindOf(mediaType);
  if (!kind) return undefined;
  const made = await bodyOf(bytes, kind);
  const isEmpty = !/<img|>[^<]*[^\s<]/.test(made);
  const body = isEmpty ? `<p class="note">${pageTexts.emptyDocument}</p>` : made;
  const page = `<!doctype html><html lang="und"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeText(filename)}</title><style>${pageStyle}</style></head><body class="${kind}">${body}</body></html>`;
  if (Buffer.byteLength(page) > mostPageBytes) throw new Error('the page would be too large');
  return page;
}

async function bodyOf(bytes: Buffer, kind: NonNullable<ReturnType<typeof pageKindOf>>): Promise<string> {
  if (kind === 'eml') return (await import('./mail-page.ts')).emlHtml(bytes);
  if (kind === 'msg') return (await import('./mail-page.ts')).msgHtml(bytes);
  return (await import('./office-page.ts')).officeHtml(bytes, kind);
}
