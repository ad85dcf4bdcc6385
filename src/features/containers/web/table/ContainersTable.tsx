/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role -- a table with keys of its own is a grid */
import { useCallbackRef } from '@mantine/hooks';
import { useId, useRef } from 'react';
import type { CSSProperties, MouseEvent } from 'react';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { nameColumn } from '#features/containers/list/container-table.rules.ts';
import { tableTexts } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { localDate } from '#shared/calendar.ts';
import { CellsStatus } from '../cells/CellsStatus.tsx';
import { useCellKeys } from '../cells/use-cell-keys.ts';
import { useCells } from '../cells/use-cells.ts';
import { isSelected, useContainerSelection } from '../container-selection.context.ts';
import { useContainersPage } from '../containers-page.context.ts';
import type { ContainerList } from '../containers.data.ts';
import { ColumnsMenu } from '../menus/ColumnsMenu.tsx';
import type { TableChoices } from '../menus/use-table-choices.ts';
import { GroupRow } from './GroupRow.tsx';
import { TableFoot } from './TableFoot.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRow } from './TableRow.tsx';
import { useCellInSight, useTop } from './use-box-place.ts';
import { usePosition } from './use-position.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { useTableColumns } from './use-table-columns.ts';
import { useTableKeys } from './use-table-keys.ts';
import { useListChange, useMissingLines, useTableLines } from './use-table-lines.ts';
import styles from './ContainersTable.module.css';

type Props = {
  list: ContainerList;
  /** The loaded containers of the list. */
  containers: readonly Container[];
  view: ContainersView;
  choices: TableChoices;
  onChange: (part: Partial<ContainersView>) => void;
};

/**
 * One line for each container. Only the lines in the window are rendered, and those that are not loaded yet are blank. The
 * focus is on the table, not on a row, because rows outside the window are removed. `usePosition` has the row and the cell
 * on which the keys act, and `TableCell` renders a cell.
 */
export function ContainersTable({ list, containers, view, choices, onChange }: Props) {
  const { managing, now } = useContainersPage();
  const today = localDate(now);
  const { selection, setMany } = useContainerSelection();
  const frame = useTop();
  const id = useId();
  const tableRef = useRef<HTMLTableElement>(null);
  const table = useTableColumns(choices);
  const { found, rows, loaded, count, lineOf } = useTableLines(list, containers, view);
  const { box, sight, rowHeight, onScroll, reveal, page } = useRowsInSight(count);
  useMissingLines(list, sight.to > loaded.length);
  const { position, setPosition } = usePosition(containers);
  useListChange(view, () => {
    setPosition({ row: 0, column: undefined });
    box.current?.scrollTo({ top: 0 });
  });

  const onSelect = useCallbackRef((index: number, isRange: boolean) => {
    const container = containers[index];
    if (!container) return;
    const first = isRange ? Math.min(position.row, index) : index;
    const last = isRange ? Math.max(position.row, index) : index;
    const ids = containers.slice(first, last + 1).map(({ id }) => id);
    setMany(ids, !isSelected(selection, container.id), found);
  });
  const go = (next: typeof position) => {
    setPosition(next);
    reveal(lineOf(next.row));
  };
  const onRowKey = useTableKeys({ containers, rows, page, table, position, go, onSelect });
  const cells = useCells({ tableRef, list, containers, columns: table.all, position, go });
  const onCellKey = useCellKeys({ cells, rows, page, columns: table.all, position, go });
  const onClick = ({ target, shiftKey }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row] > *') : null;
    if (!cell) return;
    const column = table.all.findIndex((one) => one.id === cell.dataset['column']);
    const row = Number(cell.parentElement?.dataset['row']);
    cells.extend(shiftKey && column >= 0 ? { row, column } : undefined);
    setPosition({ row, column: table.all[column]?.id });
  };
  const onDoubleClick = ({ target }: MouseEvent) => {
    const isCell = target instanceof Element && target.closest('[data-row] > td[data-column]') !== null;
    if (isCell && !target.closest('[data-cell-editor]')) cells.open({ isTyped: false });
  };

  const line = lineOf(position.row);
  const current = line >= sight.from && line < sight.to ? containers[position.row] : undefined;
  const rowId = current && `${id}-${current.id}`;
  const cellId = rowId && position.column && `${rowId}-${position.column}`;
  useCellInSight(cellId);
  const width = table.all.reduce((sum, column) => sum + table.widthOf(column), cornerWidth + (managing ? 40 : 0));
  return (
    <div className={styles.frame} ref={frame} style={sizes(rowHeight, table.widthOf(nameColumn))}>
      <div className={styles.box} ref={box} onScroll={onScroll}>
        <table
          ref={tableRef}
          role="grid"
          aria-label={tableTexts.table}
          aria-describedby={`${id}-keys`}
          aria-rowcount={count + 1}
          aria-multiselectable={managing}
          aria-activedescendant={cellId ?? rowId}
          tabIndex={0}
          className={styles.table}
          style={{ width }}
          onKeyDown={(event) => onCellKey(event) || onRowKey(event)}
          onClick={onClick}
          onDoubleClick={onDoubleClick}
        >
          <TableHead table={table} view={view} found={found} onChange={onChange} />
          <tbody>
            <Gap height={sight.from * rowHeight} />
            {loaded
              .slice(sight.from, sight.to)
              .map(({ container, index, isHeading }, offset) =>
                isHeading ? (
                  <GroupRow
                    key={`group-${container.id}`}
                    line={sight.from + offset}
                    cells={table.all.length + (managing ? 1 : 0)}
                    {...{ container, view, today }}
                  />
                ) : (
                  <TableRow
                    key={container.id}
                    rowId={`${id}-${container.id}`}
                    line={sight.from + offset}
                    columns={table.all}
                    isActive={index === position.row}
                    activeColumn={index === position.row ? position.column : undefined}
                    cells={cells.ofRow(container, index)}
                    isSelected={managing ? isSelected(selection, container.id) : undefined}
                    {...{ container, index, today, onSelect }}
                  />
                ),
              )}
            <Gap height={(count - Math.min(sight.to, loaded.length)) * rowHeight} />
          </tbody>
        </table>
      </div>
      <ColumnsMenu {...{ view, choices, onChange }} />
      <CellsStatus cells={cells} />
      <TableFoot {...{ view, today, containers, found }} keysId={`${id}-keys`} />
    </div>
  );
}

/** The space for the button of the columns, in pixels. */
const cornerWidth = 36;

const sizes = (row: number, name: number) => ({ '--table-row': `${row}px`, '--name': `${name}px` }) as CSSProperties;

/** The space of rows that are not rendered. */
function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden="true" className={styles.gap} style={{ height }} />;
}
