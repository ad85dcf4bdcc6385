import { memo } from 'react';
import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { bulkTexts } from '#features/containers/bulk/container-bulk.texts.ts';
import type { Container } from '#features/containers/core/containers.contract.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { cellOf, textOfCell } from './table-cells.tsx';
import { TableRowActions } from './TableRowActions.tsx';
import styles from './ContainersTable.module.css';

type Props = {
  rowId: string;
  container: Container;
  /** Index in the list, from 0. */
  index: number;
  /** The columns after the name. */
  columns: readonly TableColumn[];
  today: string;
  /** The query of the address. The page of the container needs it for 'previous' and 'next'. */
  search: string;
  isActive: boolean;
  /** Undefined for people who cannot change containers: the row has no checkbox. */
  isSelected: boolean | undefined;
  /** `isRange`: from the current row to this one, after a click with the shift key. */
  onSelect: (index: number, isRange: boolean) => void;
};

/** The line of one container. Its controls are reached with the mouse; the keys of the table do the same. */
export const TableRow = memo(function TableRow(props: Props) {
  const { rowId, container, index, columns, today, search, isActive, isSelected, onSelect } = props;
  const { id, name } = container;
  return (
    <tr
      id={rowId}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-row={index}
      data-active={isActive}
      className={styles.row}
    >
      {isSelected !== undefined && (
        <td className={styles.select}>
          <input
            type="checkbox"
            tabIndex={-1}
            className={styles.checkbox}
            aria-label={bulkTexts.select(name)}
            checked={isSelected}
            onMouseDown={leaveText}
            onClick={(event) => onSelect(index, event.shiftKey)}
            onChange={handledByClick}
          />
        </td>
      )}
      <th scope="row" data-column="name" title={name} aria-label={name}>
        <Link to={`/container-status/${id}${search}`} tabIndex={-1} className={styles.name}>
          <bdi data-cut>{name}</bdi>
        </Link>
        <TableRowActions container={container} today={today} />
      </th>
      {columns.map((column) => (
        <td key={column.id} data-kind={column.kind} title={titleOf(container, column, today)}>
          {cellOf(container, column, today)}
        </td>
      ))}
    </tr>
  );
});

/** The click event contains the state of the shift key; the change event does not. */
const handledByClick = () => undefined;

/** Prevents the text selection that shift and a click cause. */
const leaveText = (event: MouseEvent) => event.shiftKey && event.preventDefault();

/** Long texts are cut off in the cell. */
function titleOf(container: Container, column: TableColumn, today: string): string | undefined {
  return column.kind === 'text' ? textOfCell(container, column, today) || undefined : undefined;
}
