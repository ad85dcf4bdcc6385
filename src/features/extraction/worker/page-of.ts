import { charsetOfType, decodeText } from '../charset.rules.ts';
import type { ContentKind } from '../extraction.rules.ts';
import { pageTexts } from '../page.texts.ts';
import { pageKindOf } from '../pages.rules.ts';
import type { PageKind } from '../pages.rules.ts';
import { archiveHtml } from './archive-page.ts';
import { bodyIn, bookHtml } from './book.ts';
import { cardsHtml } from './cards.ts';
import { kindInside } from './compound-file.ts';
import { pictureInliner } from './inline-pictures.ts';
import { mailHtml } from './mail-page.ts';
import { hasContent } from './office-page.ts';
import { oldSlidesHtml } from './old-slides.ts';
import { wordText } from './old-word.ts';
import { oldWorkbookHtml } from './old-workbook-page.ts';
import { pageAround } from './page-frame.ts';
import { readEml, readMsg } from './read-mail.ts';
import { safeHtml } from './safe-html.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { textHtml } from './text-page.ts';

/** Of a longer source, the page shows the beginning. */
const maxSourceBytes = 4 * 1024 * 1024;

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
  const content = await bodyOf(bytes, kind, { shrinkPicture, charset: charsetOfType(mediaType) });
  const body = !hasContent(content) ? `<p class="note">${pageTexts.emptyDocument}</p>` : content;
  return pageAround(kind, body);
}

type Options = { shrinkPicture: ShrinkPicture; charset: string | undefined };

async function bodyOf(bytes: Buffer, kind: PageKind, { shrinkPicture, charset }: Options): Promise<string> {
  if (kind === 'eml') return mailHtml(await readEml(bytes), pictureInliner(shrinkPicture));
  if (kind === 'msg') return mailHtml(await readMsg(bytes), pictureInliner(shrinkPicture));
  if (kind === 'cards') return cardsHtml(decodeText(bytes.subarray(0, maxSourceBytes), charset));
  if (kind === 'html') return safeHtml(bodyIn(decodeText(bytes.subarray(0, maxSourceBytes), charset)));
  if (kind === 'svg') return drawingHtml(bytes, shrinkPicture);
  if (kind === 'zip' || kind === 'tar' || kind === 'gzip') return archiveHtml(bytes, kind);
  if (kind === 'epub') return bookHtml(bytes, pictureInliner(shrinkPicture));
  if (kind === 'doc') return textHtml(await wordText(bytes));
  if (kind === 'xls') return oldWorkbookHtml(bytes);
  if (kind === 'ppt') return oldSlidesHtml(bytes);
  return (await import('./office-page.ts')).officeHtml(bytes, kind, shrinkPicture);
}

/** A drawing is shown as the picture that it draws, because it may contain scripts. */
async function drawingHtml(bytes: Buffer, shrinkPicture: ShrinkPicture): Promise<string> {
  const picture = await shrinkPicture(bytes);
  if (!picture) throw new Error('the drawing cannot be drawn');
  return `<img alt="${pageTexts.title}" src="data:image/webp;base64,${Buffer.from(picture).toString('base64')}">`;
}
