import { useMemo, useState } from 'react';
import { fittingWidth, nameColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import type { TableChoices } from '../menus/use-table-choices.ts';

type Id = TableColumn['id'];

export type TableColumns = ReturnType<typeof useTableColumns>;

/** The columns of the table with their widths, and the changes of both. While an edge is dragged, nothing is stored. */
export function useTableColumns({ columns, setColumns, widths, setWidths }: TableChoices) {
  const [sizing, setSizing] = useState<{ id: Id; width: number; from: number }>();
  const ids = columns.map(({ id }) => id);
  const shown = ids.join();
  // Rows are rendered again only when their columns change.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `shown` names the columns
  const all = useMemo(() => [nameColumn, ...columns], [shown]);
  const widthOf = ({ id, width }: TableColumn) =>
    sizing?.id === id ? fittingWidth(sizing.width) : (widths[id] ?? width);
  return {
    all,
    widthOf,
    sizing,
    setSizing,
    /** Changes the order of the columns after the name. */
    order: (change: (ids: readonly Id[]) => readonly Id[]) => setColumns(change(ids)),
    /** Without a width, the column has its first one again. */
    resize: (id: Id, width: number | undefined) =>
      setWidths({ ...widths, [id]: width === undefined ? undefined : fittingWidth(width) }),
  };
}
