import type { OfficeAttachment, OfficeContentNode, OfficeParserAST } from 'officeparser';
import { maxPictures } from '../extraction.rules.ts';
import type { OfficeKind } from '../pages.rules.ts';
import { chartTable } from './chart-table.ts';
import { unflattened } from './flat-document.ts';
import { formulaHtml } from './formula.ts';
import { openPackage } from './office-package.ts';
import { openDocument } from './open-document.ts';
import { packageText } from './package-text.ts';
import { commentsAsNotes, numberNotes } from './page-notes.ts';
import { safeHtml } from './safe-html.ts';
import { sheetNodesHtml, workbookHtml } from './sheet-page.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { textHtml } from './text-page.ts';
import { refuseProtected } from './unreadable.ts';
import { usualOpenDocument, controlsHtml } from './usual-open-document.ts';
import { usualPackage } from './usual-package.ts';
import { changesHtml } from './word-changes.ts';
import { markedParagraphs } from './word-paragraphs.ts';

/** The library needs 200 times the size of a part as memory. Larger documents are shown as text. */
const maxPartBytes = 2 * 1024 * 1024;
const decompressionLimits = {
  maxUncompressedBytes: 300 * 1024 * 1024,
  maxTableCells: 100_000,
  maxXmlElements: 500_000,
  maxRawContentLength: 32 * 1024 * 1024,
};

/** Returns the text, tables and images of an office document as HTML. Passes on the errors of the libraries. */
export async function officeHtml(file: Buffer, kind: OfficeKind, shrinkPicture: ShrinkPicture): Promise<string> {
  const bytes = unflattened(file);
  await refuseProtected(bytes);
  if (kind === 'xlsx') return workbookHtml(bytes, shrinkPicture);
  if (kind === 'rtf') return libraryHtml(bytes, kind, shrinkPicture);
  if (kind !== 'docx' && kind !== 'pptx') {
    openDocument(bytes);
    return libraryHtml(usualOpenDocument(bytes, kind), kind, shrinkPicture);
  }
  const parts = openPackage(bytes);
  if (parts.sizeOf(parts.main) > maxPartBytes) return textHtml((await packageText(bytes)).text);
  const html = await libraryHtml(usualPackage(bytes, kind), kind, shrinkPicture);
  return hasContent(html) ? html : textHtml((await packageText(bytes)).text);
}

/** Returns whether a page shows anything. */
export const hasContent = (html: string): boolean => /<img|>[^<]*[^\s<]/.test(html);

async function libraryHtml(bytes: Buffer, kind: OfficeKind, shrinkPicture: ShrinkPicture): Promise<string> {
  const { parseOffice } = await import('officeparser');
  const isSlides = kind === 'pptx' || kind === 'odp';
  const document = await parseOffice(bytes, {
    fileType: kind,
    extractAttachments: true,
    // The audience of slides sees neither comments nor the notes of the speaker.
    ignoreComments: isSlides,
    ignoreSlideMasters: true,
    // In a document these are the footnotes.
    ignoreNotes: isSlides,
    decompressionLimits,
  });
  const charts = new Map(document.attachments.map((one) => [one.name, one.chartData]));
  const pictures = new Map<string, string>();
  for (const attachment of document.attachments.slice(0, maxPictures)) {
    const source = await makeInline(attachment, shrinkPicture);
    if (source !== undefined) pictures.set(attachment.name, source);
  }
  if (kind === 'ods') return sheetNodesHtml(document.content, pictures);
  showHeadersAndFooters(document);
  commentsAsNotes(document.content);
  const { value } = await document.to('html', {
    includeFormatting: true,
    maxInlineImageBytes: Infinity,
    htmlConfig: { standalone: false },
    onNode: ({ type, metadata, text = '' }) => {
      const chart = type === 'chart' ? charts.get(metadata?.attachmentName ?? '') : undefined;
      if (type === 'chart') return chart ? chartTable(chart) : '';
      return type === 'code' && metadata?.math ? formulaHtml(text, metadata.math === 'block') : undefined;
    },
  });
  const shown = value.replaceAll(partName, '').replaceAll(bandMark, (_, mark: string) => bandTags[mark] ?? '');
  return safeHtml(controlsHtml(changesHtml(markedParagraphs(numberNotes(shown)))));
}

/** The library writes the name of its part under a picture. */
const partName = /<div class="caption">[^<>]*<\/div>/g;

// Letters for private use, which stand for tags while the library creates the page.
const [startMark, endMark] = ['\uE104', '\uE105'];
const bandMark = /<p(?: [^<>]*)?>([\uE104\uE105])<\/p>/g;
const bandTags: Record<string, string> = {
  [startMark]: '<aside class="band">',
  [endMark]: '</aside>',
};

/** Puts the headers of a document before its text and the footers behind it, those with equal texts once. */
function showHeadersAndFooters({ content, auxiliary }: OfficeParserAST): void {
  content.unshift(...bandOf(auxiliary?.headers ?? []));
  content.push(...bandOf(auxiliary?.footers ?? []));
}

function bandOf(nodes: readonly OfficeContentNode[]): OfficeContentNode[] {
  const different = [...new Map(nodes.map((node) => [textOfNode(node).trim(), node])).entries()].flatMap(
    ([text, node]) => (text === '' ? [] : [node]),
  );
  return different.length === 0 ? [] : [markNode(startMark), ...different, markNode(endMark)];
}

const markNode = (text: string): OfficeContentNode => ({
  type: 'paragraph',
  text,
  children: [{ type: 'text', text }],
});

/** A picture is told from another one by its name. */
const textOfNode = ({ type, text = '', metadata, children = [] }: OfficeContentNode): string =>
  `${text}${type === 'image' ? JSON.stringify(metadata) : ''}${children.map(textOfNode).join('')}`;

/**
 * Shrinks an image for the page, and returns its address. The page shows a text instead of an image that cannot be
 * decoded.
 */
async function makeInline(attachment: OfficeAttachment, shrinkPicture: ShrinkPicture): Promise<string | undefined> {
  if (attachment.type !== 'image') return undefined;
  const picture = await shrinkPicture(Buffer.from(attachment.data, 'base64'));
  if (!picture) return undefined;
  const data = Buffer.from(picture).toString('base64');
  // The library's list of image types lacks WebP. It copies the name unchanged into the data URL.
  Object.assign(attachment, { data, mimeType: 'image/webp' });
  return `data:image/webp;base64,${data}`;
}
