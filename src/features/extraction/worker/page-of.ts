import type { ContentKind } from '../extraction.rules.ts';
import { pageTexts } from '../page.texts.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { PageKind } from '../pages.rules.ts';
import { archiveHtml } from './archive-page.ts';
import { bookHtml } from './book.ts';
import { kindInside } from './compound-file.ts';
import { mailHtml } from './mail-page.ts';
import { hasContent } from './office-page.ts';
import { oldSlidesHtml } from './old-slides.ts';
import { wordText } from './old-word.ts';
import { oldWorkbookHtml } from './old-workbook-page.ts';
import { pageAround } from './page-frame.ts';
import { readEml, readMsg } from './read-mail.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { textHtml } from './text-page.ts';

/**
 * Returns a document as a complete HTML page without scripts and external resources, or undefined for types that no
 * library reads well. Throws when the page would be too large, and passes on the errors of the library.
 */
export async function pageOf(
  bytes: Buffer,
  { mediaType }: ContentKind,
  shrinkPicture: ShrinkPicture,
): Promise<string | undefined> {
  const named = pageKindOf(mediaType);
  if (!named) return undefined;
  const kind = await kindInside(bytes, named);
  const content = await bodyOf(bytes, kind, shrinkPicture);
  const body = !hasContent(content) ? `<p class="note">${pageTexts.emptyDocument}</p>` : content;
  return pageAround(kind, body);
}

async function bodyOf(bytes: Buffer, kind: PageKind, shrinkPicture: ShrinkPicture): Promise<string> {
  if (kind === 'eml') return mailHtml(await readEml(bytes));
  if (kind === 'msg') return mailHtml(await readMsg(bytes));
  if (kind === 'zip' || kind === 'tar' || kind === 'gzip') return archiveHtml(bytes, kind);
  if (kind === 'epub') return bookHtml(bytes);
  if (kind === 'doc') return textHtml(await wordText(bytes));
  if (kind === 'xls') return oldWorkbookHtml(bytes);
  if (kind === 'ppt') return oldSlidesHtml(bytes);
  return (await import('./office-page.ts')).officeHtml(bytes, kind, shrinkPicture);
}
