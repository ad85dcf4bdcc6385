import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { ownTexts } from '#features/files/core/files.texts.ts';
import { ariaSortOf, headingsOf, orderAfterClick } from '#features/files/list/files-view.rules.ts';
import type { FileHeading, PageView } from '#features/files/list/files-view.rules.ts';
import styles from './FileHeadings.module.css';
import row from './FileRow.module.css';

type Props = { view: PageView; onSort: (order: Pick<PageView, 'sort' | 'order'>) => void };

/**
 * The headings of the columns, once above all groups; a click on one sorts the files in each group. On a narrow screen, where
 * rows have no columns, they are hidden.
 */
export function FileHeadings({ view, onSort }: Props) {
  const [name, ...facts] = headingsOf(view.grouping).map((heading) => (
    <Heading key={heading.column} heading={heading} view={view} onSort={onSort} />
  ));
  return (
    <div className={row.area} role="table" aria-label={ownTexts.orderOfFiles}>
      <div className={`${row.columns} ${styles.headings}`} role="row">
        {name}
        <div role="none" className={row.facts}>
          {facts}
        </div>
      </div>
    </div>
  );
}

function Heading({ heading, view, onSort }: { heading: FileHeading } & Props) {
  const { column, sort } = heading;
  const direction = ariaSortOf(heading, view);
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp;
  const text = ownTexts.headings[column];
  return (
    <span role="columnheader" className={row.fact} data-area={column} {...(direction && { 'aria-sort': direction })}>
      {sort === undefined ? (
        text
      ) : (
        <UnstyledButton className={styles.sort ?? ''} onClick={() => onSort(orderAfterClick(sort, view))}>
          {text}
          <Arrow size={14} stroke={2.2} aria-hidden="true" />
        </UnstyledButton>
      )}
    </span>
  );
}
