import type { CellObject, WorkSheet } from '@e965/xlsx';
import { cssOf, isSeenEmpty } from './cell-look.ts';
import { hiddenCells } from './hidden-cells.ts';
import type { PageCell } from './hidden-cells.ts';
import { cellsOf, hiddenAmong, readOldWorkbook, shown } from './old-workbook.ts';
import { sheetsHtml } from './sheet-table.ts';
import type { PageNote, PageSheet } from './sheet-table.ts';

/** The page shows fewer, but hides some of them. */
const maxRows = 5000;
const maxWidths = 200;

/** Returns the visible sheets of an Excel 97-2003 or binary workbook as tables. The library reads no fonts and borders. */
export async function oldWorkbookHtml(bytes: Buffer): Promise<string> {
  const book = await readOldWorkbook(bytes, maxRows, true);
  const fills = new Set<string>();
  const html = await sheetsHtml(
    book.SheetNames.map((name, at) => ({
      name,
      isHidden: Boolean(book.Workbook?.Sheets?.[at]?.Hidden),
      read: () => sheetOf(book.Sheets[name], fills),
    })),
  );
  const rules = Array.from(fills, (fill) => `.sheet .f${fill}{${cssOf({ fill })}}`);
  return rules.length > 0 ? `<style>${rules.join('')}</style>${html}` : html;
}

function sheetOf(sheet: WorkSheet | undefined, fills: Set<string>): PageSheet {
  const cells: PageCell[] = [];
  const notes: PageNote[] = [];
  const hidden = hiddenCells(
    new Set(hiddenAmong(sheet?.['!rows'] ?? [])),
    new Set(hiddenAmong(sheet?.['!cols'] ?? [])),
  );
  for (const { row, column, cell } of cellsOf(sheet, () => true)) {
    const text = shown(cell);
    const fill = fillOf(cell);
    if (fill !== undefined) fills.add(fill);
    const shownCell = { row, column, text, isNumber: cell.t === 'n', ...(fill !== undefined && { look: `f${fill}` }) };
    if ((text !== '' || fill !== undefined) && !hidden.takes(shownCell)) cells.push(shownCell);
    const note = (cell.c ?? [])
      .map(({ t }) => (t ?? '').trim())
      .join(' ')
      .trim();
    if (note !== '') notes.push({ row, column, text: note });
  }
  const last = cells.findLast(({ text }) => text !== '')?.row ?? -1;
  // The library leaves columns out of this list.
  const columns: readonly ({ wpx?: number } | undefined)[] = Array.from((sheet?.['!cols'] ?? []).slice(0, maxWidths));
  const widths = new Map(columns.map((one, column) => [column, one?.wpx ?? 0]));
  const merges = (sheet?.['!merges'] ?? []).map(({ s, e }) => ({
    row: s.r,
    column: s.c,
    rows: e.r - s.r + 1,
    columns: e.c - s.c + 1,
  }));
  return { cells: cells.filter(({ row }) => row <= last + 1), notes, merges, widths, hidden };
}

/** Returns the color of a cell as six hexadecimal digits. The types of the library lack the styles of a cell. */
function fillOf({ s }: CellObject): string | undefined {
  const { patternType, fgColor } = (s ?? {}) as { patternType?: string; fgColor?: { rgb?: string } };
  const fill = patternType === 'solid' ? fgColor?.rgb?.slice(-6).toLowerCase() : undefined;
  return fill !== undefined && /^[0-9a-f]{6}$/.test(fill) && isSeenEmpty({ fill }) ? fill : undefined;
}
