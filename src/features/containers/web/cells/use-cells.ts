import { useState } from 'react';
import type { RefObject } from 'react';
import { cellsOf, isSingle, isWithin, laidOut, rangeOf } from '#features/containers/cells/cell-ranges.rules.ts';
import type { Cell } from '#features/containers/cells/cell-ranges.rules.ts';
import { blockOfText, textOfBlock } from '#features/containers/cells/clipboard.rules.ts';
import { cellFieldOf } from '#features/containers/cells/container-cells.rules.ts';
import { cellTexts } from '#features/containers/cells/container-cells.texts.ts';
import { formText, inputOf, namedText } from '#features/containers/core/container-details.rules.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { EditableField } from '#features/containers/core/field-changes.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { ContainerList } from '../containers.data.ts';
import { textOfCell } from '../table/table-cells.tsx';
import { positionAfter } from '../table/use-position.ts';
import type { Position } from '../table/use-position.ts';
import { blockOf, loadRows } from './blocks.ts';
import type { BlockCell } from './blocks.ts';
import type { EditorProps, Leave, Opening } from './CellEditor.tsx';
import type { NoteActions } from './CellNote.tsx';
import { useCellBlock } from './use-cell-block.ts';
import { useCellSaves } from './use-cell-saves.ts';
import type { UnsavedCell } from './use-cell-saves.ts';
import { useCellUndo } from './use-cell-undo.ts';
import { useTableClipboard } from './use-table-clipboard.ts';

type Options = {
  /** The table, which gets the focus back. */
  tableRef: RefObject<HTMLTableElement | null>;
  list: ContainerList;
  containers: readonly Container[];
  columns: readonly TableColumn[];
  position: Position;
  /** Makes a position current and scrolls to it. */
  go: (position: Position) => void;
};

/** What a cell shows besides its value. */
export type CellState = {
  isSelected: boolean;
  /** A block with this cell is being saved. */
  isPending: boolean;
  unsaved: UnsavedCell | undefined;
  editor: EditorProps | undefined;
  note: NoteActions | undefined;
};
export type RowState = { [Column in TableColumn['id']]?: CellState };

export type Cells = ReturnType<typeof useCells>;

/** The cells of the table: the selected block, the cell that is edited, and the values that are not saved yet. */
export function useCells({ tableRef, list, containers, columns, position, go }: Options) {
  const { managing, now } = useContainersPage();
  const today = localDate(now);
  const [editing, setEditing] = useState<{ id: number; field: EditableField; opening: Opening }>();
  const undo = useCellUndo();
  const saves = useCellSaves(undo.push);
  const block = useCellBlock({ onMade: undo.push, learn: saves.learn, undo: undo.run });
  const at = { row: position.row, column: columns.findIndex(({ id }) => id === position.column) };
  const { range, extend } = useRange(at);
  const size = { rows: containers.length, columns: columns.length };
  const focus = () => tableRef.current?.focus({ preventScroll: true });

  const fieldAt = ({ column }: Cell) => {
    const shown = managing ? columns[column] : undefined;
    return shown && cellFieldOf(shown.id);
  };
  const open = (opening: Opening) => {
    const [container, field] = [containers[at.row], fieldAt(at)];
    if (!container || !field) return false;
    const entered = opening.entered ?? saves.of(container, field)?.entered;
    setEditing({ id: container.id, field, opening: { ...opening, entered } });
    return true;
  };
  const leave = (key: Leave) => {
    setEditing(undefined);
    if (key === undefined) return;
    const next = key === 'stay' ? undefined : positionAfter(key, position, { rows: size.rows, page: 0, columns });
    if (next) go(next);
    focus();
  };
  const editorOf = (container: Container, field: EditableField): EditorProps | undefined => {
    if (editing?.id !== container.id || editing.field !== field) return undefined;
    return {
      container,
      field,
      opening: editing.opening,
      onLeave: leave,
      onSave: (seen, entered, key) => {
        saves.save(seen, field, entered);
        leave(key);
      },
    };
  };
  const noteActions: NoteActions = {
    retry: (cell) => {
      saves.retry(cell);
      focus();
    },
    correct: ({ entered }) => void open({ entered, isTyped: false }),
    discard: (cell) => {
      saves.discard(cell);
      focus();
    },
    close: focus,
  };

  /** Changes one cell like its editor, and several ones as a block. */
  const change = (cells: readonly BlockCell[]) => {
    if (!managing) return;
    const { rows, notes } = blockOf(cells, { containers, columns });
    if (rows.length > 0) block.begin({ rows, notes, reading: 'form' });
  };
  const clear = () => range && change([...cellsOf(range)].map((cell) => ({ ...cell, value: null })));
  const fillDown = () => {
    if (!range) return;
    const isRow = range.top === range.bottom;
    const from = isRow ? range.top - 1 : range.top;
    const source = containers[from];
    if (!source) return;
    const cells = [...cellsOf({ ...range, top: from + 1 })].flatMap((cell) => {
      const field = fieldAt(cell);
      return [{ ...cell, value: field ? inputOf(field, formText(source, field)) : null }];
    });
    change(cells);
  };
  const paste = async (text: string, isOwn: boolean) => {
    if (!range || !managing) return;
    const texts = blockOfText(text);
    const last = Math.max(range.bottom, range.top + texts.length - 1);
    const known = await loadRows(list, containers, last + 1);
    const { cells, rowsBeyond } = laidOut(texts, range, { rows: known.length, columns: size.columns });
    const pasted = cells.map(({ text: value, ...cell }) => ({ ...cell, value }));
    const { rows, notes } = blockOf(pasted, { containers: known, columns });
    const beyond = rowsBeyond > 0 ? [cellTexts.rowsBeyond(rowsBeyond)] : [];
    const reading = isOwn ? 'export' : 'spreadsheet';
    if (rows.length > 0) block.begin({ rows, reading, notes: [...notes, ...beyond] });
  };
  const copiedCell = (cell: Cell): string => {
    const [container, column] = [containers[cell.row], columns[cell.column]];
    if (!container || !column) return '';
    const field = cellFieldOf(column.id);
    return field ? namedText(container, field) : textOfCell(container, column, today);
  };
  useTableClipboard(tableRef, {
    copy: () => {
      if (!range) return undefined;
      const rows = Map.groupBy(cellsOf(range), ({ row }) => row);
      return textOfBlock([...rows.values()].map((cells) => cells.map(copiedCell)));
    },
    paste: (text, isOwn) => void paste(text, isOwn),
  });

  const stateOf = (container: Container, cell: Cell): CellState | undefined => {
    const field = fieldAt(cell);
    const editor = field && editorOf(container, field);
    const unsaved = field && saves.of(container, field);
    const isSelected = range !== undefined && !isSingle(range) && isWithin(range, cell);
    const isPending = field !== undefined && block.isPending(container.id, field);
    if (!editor && !unsaved && !isSelected && !isPending) return undefined;
    const isCurrent = at.row === cell.row && at.column === cell.column;
    const note = isCurrent && !editor && unsaved && unsaved.state !== 'saving' ? noteActions : undefined;
    return { isSelected, isPending, unsaved, editor, note };
  };

  return {
    block,
    saves,
    at,
    range,
    extend,
    open,
    clear,
    fillDown,
    undoLast: undo.runLast,
    /** The states of the cells of a row. Undefined if all are plain, so that the row is not rendered again. */
    ofRow: (container: Container, row: number): RowState | undefined => {
      const isAffected =
        (range !== undefined && !isSingle(range) && row >= range.top && row <= range.bottom) ||
        editing?.id === container.id ||
        saves.rows.has(container.id) ||
        block.hasRow(container.id);
      if (!isAffected) return undefined;
      const states = columns.flatMap(({ id }, column) => {
        const state = stateOf(container, { row, column });
        return state ? [[id, state]] : [];
      });
      return states.length > 0 ? (Object.fromEntries(states) as RowState) : undefined;
    },
    /** Leads to the first cell that could not be saved. */
    showUnsaved: () => {
      const [first] = saves.failed;
      const row = containers.findIndex(({ id }) => id === first?.seen.id);
      const column = columns.find(({ id }) => cellFieldOf(id) === first?.field);
      if (row >= 0 && column) go({ row, column: column.id });
      focus();
    },
  };
}

/** The selected block: from its first corner to the keyboard position, as long as only the selection moves that. */
function useRange(at: Cell) {
  const [corner, setCorner] = useState<{ from: Cell; to: Cell }>();
  const isSame = (one: Cell | undefined) => one?.row === at.row && one.column === at.column;
  const from = isSame(corner?.to) ? corner?.from : undefined;
  return {
    range: at.column < 0 ? undefined : rangeOf(at, from ?? at),
    /** Keeps the first corner while the position moves. Without a target, only the current cell stays selected. */
    extend: (to: Cell | undefined) => setCorner(to && { from: from ?? at, to }),
  };
}
