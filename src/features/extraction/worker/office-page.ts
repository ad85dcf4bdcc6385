import type { OfficeAttachment } from 'officeparser';
import { escapeHtml } from '#shared/escape-html.ts';
import { maxPictures } from '../extraction.rules.ts';
import type { OfficeKind } from '../pages.rules.ts';
import { numberNotes } from './number-notes.ts';
import { openPackage } from './office-package.ts';
import { checkOpen } from './open-document.ts';
import { packageText } from './package-text.ts';
import { safeHtml } from './safe-html.ts';
import { sheetNodesHtml, workbookHtml } from './sheet-page.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { textHtml } from './text-page.ts';
import { refuseProtected } from './unreadable.ts';
import { withUsualPrefixes } from './usual-prefixes.ts';

/** The library needs 200 times the size of a part as memory. Larger documents are shown as text. */
const maxPartBytes = 2 * 1024 * 1024;
const decompressionLimits = {
  maxUncompressedBytes: 300 * 1024 * 1024,
  maxTableCells: 100_000,
  maxXmlElements: 500_000,
  maxRawContentLength: 32 * 1024 * 1024,
};

/** Returns the text, tables and images of an office document as HTML. Passes on the errors of the libraries. */
export async function officeHtml(bytes: Buffer, kind: OfficeKind, shrinkPicture: ShrinkPicture): Promise<string> {
  await refuseProtected(bytes);
  if (kind === 'xlsx') return workbookHtml(bytes);
  if (kind !== 'docx' && kind !== 'pptx') return libraryHtml(bytes, kind, shrinkPicture);
  const file = openPackage(bytes);
  if (file.sizeOf(file.main) > maxPartBytes) return textHtml((await packageText(bytes)).text);
  const html = await libraryHtml(bytes, kind, shrinkPicture);
  if (hasContent(html)) return html;
  // The library knows only the usual names of parts and prefixes of elements.
  const usual = withUsualPrefixes(bytes);
  const again = usual ? await libraryHtml(usual, kind, shrinkPicture).catch(() => '') : '';
  return hasContent(again) ? again : textHtml((await packageText(bytes)).text);
}

/** Returns whether a page shows anything. */
export const hasContent = (html: string): boolean => /<img|>[^<]*[^\s<]/.test(html);

async function libraryHtml(bytes: Buffer, kind: OfficeKind, shrinkPicture: ShrinkPicture): Promise<string> {
  if (kind !== 'docx' && kind !== 'pptx') checkOpen(bytes, kind);
  const { parseOffice } = await import('officeparser');
  const isSlides = kind === 'pptx' || kind === 'odp';
  const document = await parseOffice(bytes, {
    fileType: kind,
    extractAttachments: true,
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
    // In a document these are the footnotes. On slides they are the speaker notes, which the audience does not see.
    ignoreNotes: isSlides,
    decompressionLimits,
  });
  if (kind === 'ods') return sheetNodesHtml(document.content);

  const charts = new Map(document.attachments.map((one) => [one.name, one.chartData]));
  for (const attachment of document.attachments.slice(0, maxPictures)) await makeInline(attachment, shrinkPicture);
  const { value } = await document.to('html', {
    includeFormatting: true,
    maxInlineImageBytes: Infinity,
    htmlConfig: { standalone: false },
    onNode: (node) => (node.type === 'chart' ? chartTable(charts.get(node.metadata?.attachmentName ?? '')) : undefined),
  });
  return safeHtml(numberNotes(value));
}

/** Shrinks an image for the page. The page shows a text instead of an image that cannot be decoded. */
async function makeInline(attachment: OfficeAttachment, shrinkPicture: ShrinkPicture): Promise<void> {
  if (attachment.type !== 'image') return;
  const picture = await shrinkPicture(Buffer.from(attachment.data, 'base64'));
  if (!picture) return;
  // The library's list of image types lacks WebP. It copies the name unchanged into the data URL.
  Object.assign(attachment, { data: Buffer.from(picture).toString('base64'), mimeType: 'image/webp' });
}

function chartTable(chart: OfficeAttachment['chartData']): string {
  if (!chart) return '';
  const cells = (tag: 'th' | 'td', texts: readonly (string | undefined)[]) =>
    texts.map((text) => `<${tag}>${escapeHtml(text ?? '')}</${tag}>`).join('');
  const head = cells('th', ['', ...chart.dataSets.map((set) => set.name)]);
  const rows = chart.labels.map(
    (label, row) =>
      `<tr>${cells('th', [label])}${cells(
        'td',
        chart.dataSets.map((set) => set.values[row]),
      )}</tr>`,
  );
  return `<table><caption>${escapeHtml(chart.title ?? '')}</caption><tr>${head}</tr>${rows.join('')}</table>`;
}
