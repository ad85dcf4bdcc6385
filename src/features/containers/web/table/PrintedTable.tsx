import { useLayoutEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import { createPortal, flushSync } from 'react-dom';
import type { Container } from '#features/containers/core/containers.contract.ts';
import { texts } from '#features/containers/core/containers.texts.ts';
import { filtersInWords } from '#features/containers/list/container-filters.texts.ts';
import type { NameOf } from '#features/containers/list/container-filters.texts.ts';
import { linesOf } from '#features/containers/list/container-groups.rules.ts';
import { fitColumns } from '#features/containers/list/container-table.rules.ts';
import type { TableColumn } from '#features/containers/list/container-table.rules.ts';
import { groupText, headingOf } from '#features/containers/list/container-table.texts.ts';
import type { ContainersView } from '#features/containers/list/containers-view.rules.ts';
import { printTexts } from '#features/containers/list/exports-and-views.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { textOfCell } from './table-cells.tsx';
import styles from './PrintedTable.module.css';

type Props = {
  containers: readonly Container[];
  found: number;
  view: ContainersView;
  nameOf: NameOf;
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
export function PrintedTable({ containers, found, view, nameOf, columns, today }: Props) {
  const printedAt = usePrintedAt();
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
          {linesOf(containers, view.group).map(({ container, isHeading }) =>
            isHeading && view.group ? (
              <tr key={`group-${container.id}`}>
                <th scope="rowgroup" colSpan={printed.length}>
                  {groupText(container, view.group)}
                </th>
              </tr>
            ) : (
              <tr key={container.id}>
                {printed.map((column) => (
                  <td key={column.id} data-kind={column.kind} data-shrinks={shrinks(column)}>
                    {textOfCell(container, column, today)}
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}

const scaled = (scale: number) => ({ '--scale': scale }) as CSSProperties;

/** The time of the print while the browser prints. The rendering is complete before the browser takes the page. */
function usePrintedAt(): Date | undefined {
  const [printedAt, setPrintedAt] = useState<Date>();
  // Before the list is painted, so that a print right after it has the list on paper.
  useLayoutEffect(() => {
    const begin = () => flushSync(() => setPrintedAt(new Date()));
    const end = () => setPrintedAt(undefined);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return printedAt;
}
