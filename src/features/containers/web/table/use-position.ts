import { useState } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';

/** Where the keys of the table act: a row of the list, and in it a cell. Without a column they act on the whole row. */
export type Position = { row: number; column: TableColumn['id'] | undefined };

/** The keyboard position. It stays with its container when others arrive or leave, and with its column when that moves. */
export function usePosition(containers: readonly Container[]) {
  const [last, setLast] = useState<Position & { id?: number | undefined }>({ row: 0, column: undefined });
  const isMoved = last.id !== undefined && containers[last.row]?.id !== last.id;
  const moved = isMoved ? containers.findIndex(({ id }) => id === last.id) : -1;
  const position: Position = { row: moved === -1 ? last.row : moved, column: last.column };
  const setPosition = (next: Position) => setLast({ ...next, id: containers[next.row]?.id });
  return { position, setPosition };
}

type Size = { rows: number; page: number; columns: readonly TableColumn[] };

/** Returns the position after a key, or undefined for a key that does not move. */
export function positionAfter(key: string, { row, column }: Position, { rows, page, columns }: Size) {
  const at = columns.findIndex(({ id }) => id === column);
  if (key === 'ArrowLeft') return { row, column: columns[at - 1]?.id };
  if (key === 'ArrowRight') return { row, column: (columns[at + 1] ?? columns[at])?.id };
  const to = { ArrowUp: row - 1, ArrowDown: row + 1, PageUp: row - page, PageDown: row + page }[key];
  const next = key === 'Home' ? 0 : key === 'End' ? rows - 1 : to;
  return next === undefined ? undefined : { row: Math.max(0, Math.min(rows - 1, next)), column };
}
