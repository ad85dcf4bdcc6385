import type { KeyboardEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { movedBy } from '#features/containers/list/container-table.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { useContainersPage } from '../containers-page.context.ts';
import { actionOfKey } from './TableRowActions.tsx';
import { positionAfter } from './use-position.ts';
import type { Position } from './use-position.ts';
import type { TableColumns } from './use-table-columns.ts';

type Options = {
  containers: readonly Container[];
  rows: number;
  /** The number of rows in sight. */
  page: number;
  table: TableColumns;
  position: Position;
  /** Makes a position current and scrolls to it. */
  go: (position: Position) => void;
  onSelect: (index: number, isRange: boolean) => void;
};

/** Returns the handler of the keys of the table. */
export function useTableKeys({ containers, rows, page, table, position, go, onSelect }: Options) {
  const { managing, now, act } = useContainersPage();
  const { search } = useLocation();
  const navigate = useNavigate();
  const container = containers[position.row];

  /** Returns whether the key did something. */
  const onPlainKey = (key: string): boolean => {
    const next = positionAfter(key, position, { rows, page, columns: table.all });
    if (next) go(next);
    else if (key === 'Enter' && container) void navigate(`/container-status/${container.id}${search}`);
    else if ((key === ' ' || key === 'x') && managing) onSelect(position.row, false);
    else {
      const action = container && actionOfKey(key, container, managing, localDate(now));
      if (!action) return false;
      act(action, container);
    }
    return true;
  };
  /** Moves the column of the cell, or changes its width with Shift. */
  const onAltKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const column = table.all.find(({ id }) => id === position.column);
    if (!step || !column) return false;
    if (shiftKey) table.resize(column.id, table.widthOf(column) + step * widthStep);
    else table.order((ids) => movedBy(ids, column.id, step));
    return true;
  };
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey) return;
    if (event.altKey ? onAltKey(event) : onPlainKey(event.key)) event.preventDefault();
  };
}

/** The change of a width by one key, in pixels. */
const widthStep = 16;
