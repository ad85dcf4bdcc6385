import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { isSingle } from '#features/containers/cells/cell-ranges.rules.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { positionAfter } from '../table/use-position.ts';
import type { Position } from '../table/use-position.ts';
import { noteId } from './use-cell-saves.ts';
import type { Cells } from './use-cells.ts';

type Options = {
  cells: Cells;
  rows: number;
  page: number;
  columns: readonly TableColumn[];
  position: Position;
  go: (position: Position) => void;
};

/** Returns the handler of the keys of the cells. It returns whether a key was one of them. */
export function useCellKeys({ cells, rows, page, columns, position, go }: Options) {
  const { at, range } = cells;
  const isInCells = range !== undefined;
  const isNameCell = position.column === nameColumn.id;

  const select = (key: string): boolean => {
    const next = positionAfter(key, position, { rows, page, columns });
    const column = columns.findIndex(({ id }) => id === next?.column);
    if (!next || column < 0) return false;
    cells.extend({ row: next.row, column });
    go(next);
    return true;
  };
  const step = (by: 1 | -1): boolean => {
    const next = columns[at.column + by];
    if (next) go({ row: at.row, column: next.id });
    return next !== undefined;
  };
  const escape = (): boolean => {
    if (range && !isSingle(range)) cells.extend(undefined);
    else go({ row: at.row, column: undefined });
    return true;
  };
  const focusNote = (): boolean => {
    const button = document.querySelector<HTMLElement>(`#${noteId} button`);
    button?.focus();
    return button !== null;
  };
  /** The browser types the letter into the field, which has the focus by then. */
  const type = (event: KeyboardEvent): boolean => {
    let isOpen = false;
    flushSync(() => {
      isOpen = cells.open({ isTyped: true });
    });
    if (isOpen) event.stopPropagation();
    return isOpen;
  };
  const keys: Record<string, (event: KeyboardEvent) => boolean> = {
    Tab: ({ shiftKey }) => step(shiftKey ? -1 : 1),
    Escape: escape,
    Enter: () => !isNameCell && (focusNote() || cells.open({ isTyped: false })),
    F2: () => cells.open({ isTyped: false }),
    Delete: () => (cells.clear(), true),
    Backspace: () => (cells.clear(), true),
  };
  const commands: Record<string, () => void> = { d: cells.fillDown, z: cells.undoLast };

  return (event: KeyboardEvent): boolean => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.target !== event.currentTarget || altKey || !isInCells) return false;
    const handled = (isHandled: boolean) => {
      if (isHandled) event.preventDefault();
      return isHandled;
    };
    if (ctrlKey || metaKey) {
      const command = commands[key.toLowerCase()];
      command?.();
      return handled(command !== undefined);
    }
    if (shiftKey && key.startsWith('Arrow')) return handled(select(key));
    const known = keys[key];
    if (known) return handled(known(event));
    // The name stands for the row: its letters are those of the table.
    return /^[^ ]$/u.test(key) && !isNameCell && type(event);
  };
}
