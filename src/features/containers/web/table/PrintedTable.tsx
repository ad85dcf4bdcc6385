import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { texts } from '#features/containers/core/containers.texts.ts';
import { filtersInWords } from '#features/containers/list/container-filters.texts.ts';
import { fitColumns } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { headingOf } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { printTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { useFilterNames } from '../filters/use-filter-names.ts';
import { textOfCell } from './table-cells.tsx';
import { usePrintedAt } from './use-printed-at.ts';
import styles from './PrintedTable.module.css';

type Props = {
  containers: readonly Container[];
  found: number;
  view: ContainersView;
  columns: readonly TableColumn[];
  today: string;
};

/** The columns that are not cut, because a part of a number is of no use. */
const wholeColumns: readonly string[] = ['name', 'container_no', 'container_number', 'bl_number', 'booking_number'];

const shrinks = ({ id, kind }: TableColumn) => kind === 'text' && !wholeColumns.includes(id);

/**
 * The list on paper: one line for each container, without the rest of the screen. It exists only while the browser
 * prints, because the table on screen has only the rows in sight. Columns without any value are left out.
 */
export function PrintedTable({ containers, found, view, columns, today }: Props) {
  const printedAt = usePrintedAt();
  const nameOf = useFilterNames(view, containers);
  if (!printedAt) return null;
  const filters = filtersInWords(view, nameOf);
  const filled = columns.filter((column) => containers.some((one) => textOfCell(one, column, today) !== ''));
  const { fitting: printed, left, scale } = fitColumns(filled);
  const total = printed.filter(shrinks).reduce((sum, { width }) => sum + width, 0);
  return createPortal(
    <section className={styles.sheet}>
      <header className={styles.header}>
        <h1 className={styles.title}>{texts.title}</h1>
        <p className={styles.line}>{filters.length > 0 ? filters.join(' · ') : printTexts.noFilters}</p>
        <p className={styles.line}>
          {printTexts.counts(containers.length, found)}
          {' · '}
          {formatDateTime(printedAt.toISOString())}
        </p>
        {left.length > 0 && <p className={styles.line}>{printTexts.leftOut(left.map(headingOf))}</p>}
      </header>
      <table className={styles.table} style={scaled(scale)}>
        <colgroup>
          {printed.map((column) => (
            <col key={column.id} {...(shrinks(column) && { style: { width: `${(column.width / total) * 100}%` } })} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {printed.map((column) => (
              <th key={column.id} scope="col" data-kind={column.kind} data-shrinks={shrinks(column)}>
                {headingOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {containers.map((container) => (
            <tr key={container.id}>
              {printed.map((column) => (
                <td key={column.id} data-kind={column.kind} data-shrinks={shrinks(column)}>
                  {textOfCell(container, column, today)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

const scaled = (scale: number) => ({ '--scale': scale }) as CSSProperties;
