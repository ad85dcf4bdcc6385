import { memo } from 'react';
import type { MouseEvent } from 'react';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import type { RowState } from '../cells/use-cells.ts';
import { TableCell } from './TableCell.tsx';
import type { Position } from './use-position.ts';
import checkbox from '#web/styles/checkbox.module.css';
import styles from './ContainersTable.module.css';

type Props = {
  rowId: string;
  container: Container;
  /** Index in the list, from 0, and the number of the line in the table. */
  index: number;
  line: number;
  columns: readonly TableColumn[];
  today: string;
  /** Whether the keyboard position is in this row, and the column of its cell. */
  isActive: boolean;
  activeColumn: Position['column'];
  /** What its cells show besides their values. */
  cells: RowState | undefined;
  /** Undefined for people who cannot change containers: the row has no checkbox. */
  isSelected: boolean | undefined;
  /** `isRange`: from the current row to this one, after a click with the shift key. */
  onSelect: (index: number, isRange: boolean) => void;
};

/** The line of one container. Its controls are reached with the mouse; the keys of the table do the same. */
export const TableRow = memo(function TableRow(props: Props) {
  const { rowId, container, index, line, columns, today, isActive, activeColumn, cells, isSelected, onSelect } = props;
  return (
    <tr
      id={rowId}
      aria-rowindex={line + 2}
      aria-selected={isSelected}
      data-row={index}
      data-active={isActive && activeColumn === undefined}
      className={styles.row}
    >
      {isSelected !== undefined && (
        <td className={styles.select}>
          <input
            type="checkbox"
            tabIndex={-1}
            className={checkbox.box}
            aria-label={bulkTexts.select(container.name)}
            checked={isSelected}
            onMouseDown={leaveText}
            onClick={(event) => onSelect(index, event.shiftKey)}
            onChange={handledByClick}
          />
        </td>
      )}
      {columns.map((column) => (
        <TableCell
          key={column.id}
          cellId={`${rowId}-${column.id}`}
          isActive={isActive && activeColumn === column.id}
          state={cells?.[column.id]}
          {...{ container, column, today }}
        />
      ))}
      <td aria-hidden="true" />
    </tr>
  );
});

/** The click event contains the state of the shift key; the change event does not. */
const handledByClick = () => undefined;

/** Prevents the text selection that shift and a click cause. */
const leaveText = (event: MouseEvent) => event.shiftKey && event.preventDefault();
