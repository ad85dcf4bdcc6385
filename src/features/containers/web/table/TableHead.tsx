import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useState } from 'react';
import type { DragEvent, PointerEvent } from 'react';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import { ariaSortOf, movedTo, nameColumn, nextOrder } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { countOf, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { TableColumns } from './use-table-columns.ts';
import checkbox from '#web/styles/checkbox.module.css';
import styles from './ContainersTable.module.css';
import headStyles from './TableHead.module.css';

type Props = {
  table: TableColumns;
  view: ContainersView;
  found: number;
  onChange: (part: Partial<ContainersView>) => void;
};

/** The headings. A click sorts the list by a column, dragging moves it, and dragging its edge changes its width. */
export function TableHead({ table, view, found, onChange }: Props) {
  const { managing } = useContainersPage();
  const { selection, selectAll, clear } = useContainerSelection();
  const [dragged, setDragged] = useState<TableColumn['id']>();
  const [over, setOver] = useState<TableColumn['id']>();
  const count = countOf(selection, found);
  /** The dragged column takes the place of the one below the pointer. The name stays first. */
  const dragOf = ({ id }: TableColumn) => ({
    draggable: id !== nameColumn.id && table.sizing === undefined,
    'data-over': dragged !== undefined && dragged !== id && over === id ? true : undefined,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.effectAllowed = 'move';
      setDragged(id);
    },
    onDragOver: (event: DragEvent) => {
      if (dragged === undefined || id === nameColumn.id) return;
      event.preventDefault();
      setOver(id);
    },
    onDrop: (event: DragEvent) => {
      if (dragged === undefined) return;
      event.preventDefault();
      table.order((ids) => movedTo(ids, dragged, ids.indexOf(id)));
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
  });
  return (
    <thead>
      <tr aria-rowindex={1}>
        {managing && (
          <th scope="col" className={styles.select}>
            <input
              type="checkbox"
              className={checkbox.box}
              aria-label={bulkTexts.selectAll}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < found;
              }}
              checked={count > 0 && count === found}
              onChange={() => (count === found ? clear() : selectAll())}
            />
          </th>
        )}
        {table.all.map((column) => (
          <th
            key={column.id}
            scope="col"
            style={column.id === nameColumn.id ? undefined : { width: table.widthOf(column) }}
            data-column={column.id}
            data-kind={column.kind}
            aria-sort={ariaSortOf(column, view)}
            {...dragOf(column)}
          >
            <Heading column={column} view={view} onChange={onChange} />
            <Edge column={column} table={table} />
          </th>
        ))}
        <th aria-hidden="true" />
      </tr>
    </thead>
  );
}

function Heading({ column, view, onChange }: { column: TableColumn } & Pick<Props, 'view' | 'onChange'>) {
  const { sort } = column;
  if (sort === undefined) return headingOf(column);
  const Arrow = ariaSortOf(column, view) === 'descending' ? IconArrowDown : IconArrowUp;
  return (
    <UnstyledButton className={headStyles.sort ?? ''} onClick={() => onChange(nextOrder(sort, view))}>
      <span className={headStyles.heading}>{headingOf(column)}</span>
      <Arrow size={14} stroke={2.2} aria-hidden="true" className={headStyles.arrow} />
    </UnstyledButton>
  );
}

/** The right edge of a heading. A double click restores the width. Keys of the table do the same. */
function Edge({ column, table }: { column: TableColumn; table: TableColumns }) {
  const { sizing, setSizing } = table;
  const onPointerDown = ({ clientX, currentTarget, pointerId }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId);
    setSizing({ id: column.id, width: table.widthOf(column), from: clientX });
  };
  const onPointerMove = ({ clientX }: PointerEvent<HTMLElement>) => {
    if (sizing?.id !== column.id) return;
    const sign = document.dir === 'rtl' ? -1 : 1;
    setSizing({ ...sizing, width: sizing.width + sign * (clientX - sizing.from), from: clientX });
  };
  return (
    <span
      aria-hidden="true"
      className={headStyles.edge}
      data-sizing={sizing?.id === column.id}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        if (sizing) table.resize(sizing.id, sizing.width);
        setSizing(undefined);
      }}
      onPointerCancel={() => setSizing(undefined)}
      onDoubleClick={() => table.resize(column.id, undefined)}
    />
  );
}
