import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import { escapeHtml } from '#shared/escape-html.ts';
import { maxPictures } from '../extraction.rules.ts';
import { pageTexts } from '../page.texts.ts';
import type { OfficeKind } from '../pages.rules.ts';
import { safeHtml } from './safe-html.ts';
import { sheetTable } from './sheet-page.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { readWorkbook } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { checkArchive } from './zip-limits.ts';

const maxSheets = 20;
const decompressionLimits = {
  maxUncompressedBytes: 300 * 1024 * 1024,
  maxTableCells: 100_000,
  maxXmlElements: 500_000,
  maxRawContentLength: 32 * 1024 * 1024,
};

/** Returns the text, tables and images of an office document as HTML. Passes on the errors of the library. */
export async function officeHtml(bytes: Buffer, kind: OfficeKind, shrinkPicture: ShrinkPicture): Promise<string> {
  if (kind !== 'rtf') checkArchive(bytes);
  const { parseOffice } = await import('officeparser');
  const isSlides = kind === 'pptx' || kind === 'odp';
  const document = await parseOffice(bytes, {
    fileType: kind,
    extractAttachments: true,
    // The raw markup of a cell contains its number format.
    includeRawContent: kind === 'xlsx',
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
    // In a document these are the footnotes. On slides they are the speaker notes, which the audience does not see.
    ignoreNotes: isSlides,
    decompressionLimits,
  });
  if (kind === 'xlsx' || kind === 'ods')
    return sheets(document.content, kind === 'xlsx' ? readWorkbook(bytes) : undefined);

  const charts = new Map(document.attachments.map((one) => [one.name, one.chartData]));
  for (const attachment of document.attachments.slice(0, maxPictures)) await makeInline(attachment, shrinkPicture);
  const { value } = await document.to('html', {
    includeFormatting: true,
    maxInlineImageBytes: Infinity,
    htmlConfig: { standalone: false },
    onNode: (node) => (node.type === 'chart' ? chartTable(charts.get(node.metadata?.attachmentName ?? '')) : undefined),
  });
  return safeHtml(value);
}

/** Shrinks an image for the page. The page shows a text instead of an image that cannot be decoded. */
async function makeInline(attachment: OfficeAttachment, shrinkPicture: ShrinkPicture): Promise<void> {
  if (attachment.type !== 'image') return;
  const picture = await shrinkPicture(Buffer.from(attachment.data, 'base64'));
  if (!picture) return;
  // The library's list of image types lacks WebP. It copies the name unchanged into the data URL.
  Object.assign(attachment, { data: Buffer.from(picture).toString('base64'), mimeType: 'image/webp' });
}

function sheets(content: OfficeContentNode[], book: Workbook | undefined): string {
  const named = content.flatMap((node) => {
    const name = node.type === 'sheet' ? (node.metadata?.sheetName ?? '') : undefined;
    return name === undefined
      ? []
      : [{ node, name, index: book && book.sheets.length > 0 ? book.sheets.indexOf(name) : 0 }];
  });
  const all = named.filter(({ index }) => index >= 0).toSorted((one, other) => one.index - other.index);
  const tables = all
    .slice(0, maxSheets)
    .map(({ node, name }) => `<section class="sheet"><h2>${escapeHtml(name)}</h2>${sheetTable(node, book)}</section>`);
  const hiddenSheets = all.length - tables.length;
  return tables.join('') + (hiddenSheets > 0 ? `<p class="note">${pageTexts.sheetsLeft(hiddenSheets)}</p>` : '');
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
