import type { OfficeAttachment, OfficeContentNode } from 'officeparser';
import { pageTexts } from '../page.texts.ts';
import type { OfficeKind } from '../pages.rules.ts';
import { escapeText } from './escape-text.ts';
import { inlinePicture } from './picture.ts';
import { safeHtml } from './safe-html.ts';
import { sheetTable } from './sheet-page.ts';
import { readWorkbook } from './workbook.ts';
import type { Workbook } from './workbook.ts';
import { checkArchive } from './zip-limits.ts';

const mostSheets = 20;
const mostPictures = 60;
const decompressionLimits = {
  maxUncompressedBytes: 300 * 1024 * 1024,
  maxTableCells: 100_000,
  maxXmlElements: 500_000,
  maxRawContentLength: 32 * 1024 * 1024,
};

/** The text, tables and pictures of an office document as HTML. Throws what the library throws. */
export async function officeHtml(bytes: Buffer, kind: OfficeKind): Promise<string> {
  if (kind !== 'rtf') checkArchive(bytes);
  const { parseOffice } = await import('officeparser');
  const isSlides = kind === 'pptx' || kind === 'odp';
  const document = await parseOffice(bytes, {
    fileType: kind,
    extractAttachments: true,
    // A cell's own markup says how its number is written.
    includeRawContent: kind === 'xlsx',
    ignoreComments: true,
    ignoreHeadersAndFooters: true,
    ignoreSlideMasters: true,
    // In a document they are its footnotes, on slides what only the speaker sees.
    ignoreNotes: isSlides,
    decompressionLimits,
  });
  if (kind === 'xlsx' || kind === 'ods')
    return sheets(document.content, kind === 'xlsx' ? readWorkbook(bytes) : undefined);

  const charts = new Map(document.attachments.map((one) => [one.name, one.chartData]));
  await Promise.all(document.attachments.slice(0, mostPictures).map(makeInline));
  const { value } = await document.to('html', {
    includeFormatting: true,
    maxInlineImageBytes: Infinity,
    htmlConfig: { standalone: false },
    onNode: (node) => (node.type === 'chart' ? chartTable(charts.get(node.metadata?.attachmentName ?? '')) : undefined),
  });
  return safeHtml(value);
}

/** Makes a picture small enough for a page; one that cannot be read becomes words there. */
async function makeInline(attachment: OfficeAttachment): Promise<void> {
  if (attachment.type !== 'image') return;
  const picture = await inlinePicture(Buffer.from(attachment.data, 'base64')).catch(() => undefined);
  if (!picture) return;
  // The library's list of picture types has no WebP; it writes the name into the address as it is.
  Object.assign(attachment, { data: picture.toString('base64'), mimeType: 'image/webp' });
}

function sheets(content: OfficeContentNode[], book: Workbook | undefined): string {
  const named = content.flatMap((node) => {
    const name = node.type === 'sheet' ? (node.metadata?.sheetName ?? '') : undefined;
    return name === undefined
      ? []
      : [{ node, name, place: book && book.sheets.length > 0 ? book.sheets.indexOf(name) : 0 }];
  });
  const all = named.filter(({ place }) => place >= 0).toSorted((one, other) => one.place - other.place);
  const tables = all
    .slice(0, mostSheets)
    .map(({ node, name }) => `<section class="sheet"><h2>${escapeText(name)}</h2>${sheetTable(node, book)}</section>`);
  const left = all.length - tables.length;
  return tables.join('') + (left > 0 ? `<p class="note">${pageTexts.sheetsLeft(left)}</p>` : '');
}

function chartTable(chart: OfficeAttachment['chartData']): string {
  if (!chart) return '';
  const cells = (tag: 'th' | 'td', texts: readonly (string | undefined)[]) =>
    texts.map((text) => `<${tag}>${escapeText(text ?? '')}</${tag}>`).join('');
  const head = cells('th', ['', ...chart.dataSets.map((set) => set.name)]);
  const rows = chart.labels.map(
    (label, row) =>
      `<tr>${cells('th', [label])}${cells(
        'td',
        chart.dataSets.map((set) => set.values[row]),
      )}</tr>`,
  );
  return `<table><caption>${escapeText(chart.title ?? '')}</caption><tr>${head}</tr>${rows.join('')}</table>`;
}
