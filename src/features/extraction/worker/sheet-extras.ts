import { chartTable, readChart } from './chart-table.ts';
import type { OfficePackage } from './office-package.ts';
import { placeOf } from './sheet-cells.ts';
import type { PageNote } from './sheet-table.ts';
import { attributeOf, walkXml } from './xml-walk.ts';

const maxComments = 1000;
const maxPicturesOfSheet = 200;
const maxCharts = 20;
const maxPictureBytes = 16 * 1024 * 1024;

/** Returns the comments on the cells of a worksheet. Those of a conversation also stand in its comments of the old kind. */
export function commentsOf(book: OfficePackage, sheet: string): PageNote[] {
  const related = book.relatedTo(sheet);
  const path = (
    related.find(({ type }) => type === 'threadedComment') ?? related.find(({ type }) => type === 'comments')
  )?.path;
  const notes: PageNote[] = [];
  let parts: string[] | undefined;
  let reference = '';
  if (path !== undefined)
    walkXml(book.read(path), {
      open: (name, { ref = '' }) => {
        if (/^(comment|threadedComment)$/.test(name)) [reference, parts] = [ref, []];
      },
      text: (text) => void parts?.push(text),
      close: (name) => {
        if (!/^(comment|threadedComment)$/.test(name) || !parts) return;
        notes.push({ ...placeOf(reference), text: parts.join('').trim() });
        parts = undefined;
      },
      isEnough: () => notes.length >= maxComments,
    });
  return notes.filter(({ text, row, column }) => text !== '' && row >= 0 && column >= 0);
}

/** The pictures on a worksheet, and the cells in which they begin. */
export function* picturesOf(
  book: OfficePackage,
  sheet: string,
): Generator<{ bytes: Buffer; row: number; column: number; alt: string }> {
  const drawing = book.relatedTo(sheet).find(({ type }) => type === 'drawing')?.path;
  if (drawing === undefined) return;
  const paths = new Map(book.relatedTo(drawing).map(({ id, path }) => [id, path]));
  for (const { id, ...picture } of anchorsOf(book, drawing)) {
    const path = paths.get(id);
    const size = path === undefined ? 0 : book.sizeOf(path);
    if (path !== undefined && size > 0 && size <= maxPictureBytes)
      yield { ...picture, bytes: book.bytesOf(path, size) };
  }
}

/** The charts on a worksheet, or that of a sheet which is a chart, as tables of their numbers. */
export function chartsOf(book: OfficePackage, sheet: string): string[] {
  const drawing = book.relatedTo(sheet).find(({ type }) => type === 'drawing')?.path;
  if (drawing === undefined) return [];
  return book
    .relatedTo(drawing)
    .filter(({ type }) => type === 'chart')
    .slice(0, maxCharts)
    .map(({ path }) => chartTable(readChart(book.read(path))));
}

/** Source: ECMA-376, Part 1, 20.5. */
function anchorsOf(book: OfficePackage, drawing: string) {
  const found: { id: string; row: number; column: number; alt: string }[] = [];
  let [element, alt, isFrom] = ['', '', false];
  let place = { row: 0, column: 0 };
  walkXml(book.read(drawing), {
    open: (name, attributes) => {
      element = name;
      if (name === 'from') [isFrom, place, alt] = [true, { row: 0, column: 0 }, ''];
      if (name === 'cNvPr') alt = attributes['descr'] ?? '';
      const id = name === 'blip' ? attributeOf(attributes, 'embed') : undefined;
      if (id !== undefined) found.push({ id, alt, ...place });
    },
    text: (text) => {
      if (isFrom && element === 'row') place.row += Number(text) || 0;
      if (isFrom && element === 'col') place.column += Number(text) || 0;
    },
    close: (name) => {
      element = '';
      if (name === 'from') isFrom = false;
    },
    isEnough: () => found.length >= maxPicturesOfSheet,
  });
  return found;
}
