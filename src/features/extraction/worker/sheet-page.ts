import type { OfficeContentNode } from 'officeparser';
import { maxPictures } from '../extraction.rules.ts';
import { cssOf, isSeenEmpty } from './cell-look.ts';
import type { CellLook } from './cell-look.ts';
import { hiddenCells } from './hidden-cells.ts';
import type { PageCell } from './hidden-cells.ts';
import { openPackage } from './office-package.ts';
import type { OfficePackage } from './office-package.ts';
import { areaOf, walkCells } from './sheet-cells.ts';
import { chartsOf, commentsOf, picturesOf } from './sheet-extras.ts';
import { sheetsHtml } from './sheet-table.ts';
import type { PageNote, PagePicture, PageSheet } from './sheet-table.ts';
import { shownCell } from './sheet-values.ts';
import type { ShrinkPicture } from './shrink-picture.ts';
import { looksOf } from './workbook-looks.ts';
import { partOf, readWorkbook, sharedStrings } from './workbook.ts';
import type { Workbook } from './workbook.ts';

const maxRows = 500;
const maxCells = 200_000;
const maxMerges = 5000;
const maxWidths = 200;
/** The columns of Excel. */
const maxHidden = 16_384;
const maxWholeBytes = 8 * 1024 * 1024;

/** The pixels of one letter in Excel's usual font, and those at the sides of a cell. Source: ECMA-376, 18.3.1.13. */
const letterPixels = 7;
const sidePixels = 5;

/** Returns the visible sheets of a workbook as tables. */
export async function workbookHtml(bytes: Buffer, shrinkPicture: ShrinkPicture): Promise<string> {
  const file = openPackage(bytes);
  const book = readWorkbook(file);
  const strings = sharedStrings(file);
  const looks = looksOf(file, partOf(file, 'styles'));
  const used = usedLooks(looks);
  const sheets = book.sheets.filter(({ path }) => file.sizeOf(path) > 0);
  const inlined = { count: 0 };
  const html = await sheetsHtml(
    sheets.map(({ name, path, isHidden }) => ({
      name,
      isHidden,
      read: async () => ({
        ...sheetOf(file, path, { book, strings, used }),
        notes: commentsOf(file, path),
        pictures: await inlinePictures(picturesOf(file, path), shrinkPicture, inlined),
        charts: chartsOf(file, path),
      }),
    })),
  );
  return `${used.css()}${html}`;
}

type Looks = { nameOf: (style: number) => string | undefined; isSeen: (style: number) => boolean; css: () => string };

/** Names the looks that cells have, and describes only these in the page. */
function usedLooks(looks: readonly CellLook[]): Looks {
  const declarations = new Map<number, string>();
  const of = (style: number) => {
    const known = declarations.get(style);
    if (known !== undefined) return known;
    const css = cssOf(looks[style] ?? {});
    declarations.set(style, css);
    return css;
  };
  return {
    nameOf: (style) => (of(style) === '' ? undefined : `s${style}`),
    isSeen: (style) => isSeenEmpty(looks[style] ?? {}),
    css: () => {
      const rules = [...declarations]
        .filter(([, css]) => css !== '')
        .map(([style, css]) => `.sheet .s${style}{${css}}`);
      return rules.length > 0 ? `<style>${rules.join('')}</style>` : '';
    },
  };
}

/** Reads a sheet until the page is full. */
function sheetOf(
  file: OfficePackage,
  path: string,
  { book, strings, used }: { book: Workbook; strings: readonly string[]; used: Looks },
): PageSheet {
  const cells: PageCell[] = [];
  const widths = new Map<number, number>();
  const merges: NonNullable<PageSheet['merges']>[number][] = [];
  const isLong = file.sizeOf(path) > maxWholeBytes;
  const [hiddenRows, hiddenColumns] = [new Set<number>(), new Set<number>()];
  const hidden = hiddenCells(hiddenRows, hiddenColumns);
  let rows = 0;
  const add = (cell: PageCell) => {
    if (hidden.takes(cell)) return;
    if (cells.at(-1)?.row !== cell.row) rows += 1;
    if (rows <= maxRows + 1) cells.push(cell);
  };
  walkCells(file.read(path), {
    cell: (cell) => {
      const { text, isNumber } = shownCell(cell, strings, book);
      const look = used.nameOf(cell.style);
      add({ row: cell.row, column: cell.column, text, isNumber, ...(look !== undefined && { look }) });
    },
    emptyCell: ({ row, column, style }) => {
      const look = used.isSeen(style) ? used.nameOf(style) : undefined;
      // Some programs give a look to whole rows of empty cells.
      if (look !== undefined && column <= maxWidths) add({ row, column, text: '', isNumber: false, look });
    },
    hiddenRow: (row) => void hiddenRows.add(row),
    hiddenColumns: (first, last) => {
      for (let column = first; column <= Math.min(last, maxHidden); column += 1) hiddenColumns.add(column);
    },
    merge: (reference) => {
      const merge = areaOf(reference);
      const isArea = Math.min(merge.row, merge.column) >= 0 && Math.min(merge.rows, merge.columns) > 0;
      if (isArea && merges.length < maxMerges) merges.push(merge);
    },
    width: (first, last, letters) => {
      for (let column = first; column <= Math.min(last, maxWidths); column += 1)
        widths.set(column, letters * letterPixels + sidePixels);
    },
    // Merged cells stand behind all the others. In a very long sheet nobody looks for them.
    isEnough: () => cells.length > maxCells || (isLong && rows > maxRows + 1),
  });
  return { cells: withoutEmptyEnd(cells), widths, merges, hidden };
}

/** Removes rows at the end that only have a look. */
function withoutEmptyEnd(cells: readonly PageCell[]): PageCell[] {
  const last = cells.findLast(({ text }) => text !== '')?.row ?? -1;
  return cells.filter(({ row }) => row <= last + 1);
}

async function inlinePictures(
  pictures: Iterable<{ bytes: Buffer; row: number; column: number; alt: string }>,
  shrinkPicture: ShrinkPicture,
  inlined: { count: number },
): Promise<PagePicture[]> {
  const shown: PagePicture[] = [];
  for (const { bytes, ...picture } of pictures) {
    if (inlined.count >= maxPictures) break;
    inlined.count += 1;
    const small = await shrinkPicture(bytes);
    if (small) shown.push({ ...picture, source: `data:image/webp;base64,${Buffer.from(small).toString('base64')}` });
  }
  return shown;
}

/** Returns the sheets that the office library read. `sources` are the pictures by their names. */
export function sheetNodesHtml(
  content: readonly OfficeContentNode[],
  sources: ReadonlyMap<string, string>,
): Promise<string> {
  return sheetsHtml(
    content
      .filter(({ type }) => type === 'sheet')
      .map(({ metadata, children = [] }) => ({
        name: (metadata && 'sheetName' in metadata && metadata.sheetName) || '',
        read: () =>
          sheetOfNodes(
            children.flatMap((row) => row.children ?? []),
            sources,
          ),
      })),
  );
}

/** A number as a spreadsheet formats it, with thousands, a percent sign or a currency. */
const formattedNumber =
  /^[-+(]?\p{Sc}? ?[-+]?(\d{1,3}(?:[.,' \u00a0\u202f’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?|[.,]\d+)(e[-+]?\d+)?( ?[%‰\p{Sc}])?\)?$/iu;

function sheetOfNodes(nodes: readonly OfficeContentNode[], sources: ReadonlyMap<string, string>): PageSheet {
  const cells: PageCell[] = [];
  const merges: NonNullable<PageSheet['merges']>[number][] = [];
  const notes: PageNote[] = [];
  const pictures: PagePicture[] = [];
  for (const { type, metadata, text = '', comments = [], children = [] } of nodes) {
    if (type !== 'cell' || !metadata || !('col' in metadata)) continue;
    const place = { row: metadata.row, column: metadata.col };
    if (text !== '') cells.push({ ...place, text, isNumber: formattedNumber.test(text.trim()) });
    const { colSpan: columns = 1, rowSpan: rows = 1 } = metadata;
    if (columns > 1 || rows > 1) merges.push({ ...place, rows, columns });
    for (const comment of comments) if (comment.text) notes.push({ ...place, text: comment.text });
    for (const child of children) {
      if (child.type !== 'image') continue;
      const source = sources.get(child.metadata?.attachmentName ?? '');
      if (source !== undefined) pictures.push({ ...place, alt: child.metadata?.altText ?? '', source });
    }
  }
  return { cells, merges, notes, pictures };
}
