/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the style sheets
   change the table layout, and some browsers then drop the table roles; so the roles are explicit */
import { VisuallyHidden } from '@mantine/core';
import type { ComponentProps } from 'react';
import styles from './DataTable.module.css';

type Props = ComponentProps<'table'> & {
  headings: readonly string[];
  /** The name of a table without a visible heading. */
  caption?: string;
  /**
   * `texts` and `numbers`: a plain table, whose `children` are rows. `cards`: a list whose rows are cards on narrow screens;
   * its `children` are `DataRows`, and the style sheet of the screen sets `--columns`.
   */
  look: 'texts' | 'numbers' | 'cards';
};

/** A table with one row of headings. All tables of the product look like this. */
export function DataTable({ headings, caption, look, className = '', children, ...props }: Props) {
  return (
    <table role="table" {...props} className={`${styles[look]} ${className}`.trim()}>
      {caption !== undefined && (
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
      )}
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={props['aria-rowcount'] === undefined ? undefined : 1}>
          {headings.map((heading) => (
            <th key={heading} role="columnheader" scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {look === 'cards' ? children : <tbody role="rowgroup">{children}</tbody>}
    </table>
  );
}

/** A group of rows of a table with the look `cards`, for example a page of a list. */
export function DataRows({ className = '', ...props }: ComponentProps<'tbody'>) {
  return <tbody role="rowgroup" {...props} className={`${styles.rows} ${className}`.trim()} />;
}

/** A row of a table with the look `cards`. Its style sheet sets the areas of the card. */
export function DataRow({ className = '', ...props }: ComponentProps<'tr'>) {
  return <tr role="row" {...props} className={`${styles.row} ${className}`.trim()} />;
}

/** The cell that names a `DataRow`. */
export function DataRowHeading(props: ComponentProps<'th'>) {
  return <th role="rowheader" scope="row" {...props} />;
}

/** A cell of a `DataRow`. */
export function DataCell(props: ComponentProps<'td'>) {
  return <td role="cell" {...props} />;
}
