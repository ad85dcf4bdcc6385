/** A cell by the indexes of its row and column in the table. The name is in column 0. */
export type Cell = { row: number; column: number };
/** Rows and columns with their last ones. */
export type Range = { top: number; left: number; bottom: number; right: number };
export type Size = { rows: number; columns: number };

/** The block between two of its corners. */
export const rangeOf = (one: Cell, other: Cell): Range => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
});

export const isSingle = ({ top, left, bottom, right }: Range) => top === bottom && left === right;

export const isWithin = ({ top, left, bottom, right }: Range, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

/** Every cell of a block, row by row. */
export function* cellsOf({ top, left, bottom, right }: Range): Generator<Cell> {
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) yield { row, column };
}

export type PastedCell = Cell & { text: string };

/**
 * Lays a block on the selection, from its first cell on. A block of one row, or of one column, repeats in a selection that is
 * larger. Cells beyond the table are left out, and the rows of them are counted.
 */
export function laidOut(block: readonly (readonly string[])[], selected: Range, { rows, columns }: Size) {
  const height = block.length === 1 ? selected.bottom - selected.top + 1 : block.length;
  const widest = Math.max(...block.map((cells) => cells.length));
  const width = widest === 1 ? selected.right - selected.left + 1 : widest;
  const cells: PastedCell[] = [];
  for (let down = 0; down < Math.min(height, rows - selected.top); down += 1)
    for (let right = 0; right < Math.min(width, columns - selected.left); right += 1) {
      const text = block[block.length === 1 ? 0 : down]?.[widest === 1 ? 0 : right] ?? '';
      cells.push({ row: selected.top + down, column: selected.left + right, text });
    }
  return { cells, rowsBeyond: Math.max(0, selected.top + height - rows) };
}
