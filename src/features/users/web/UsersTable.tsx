/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the style sheet
   overrides the table layout, and some browsers then drop the table semantics; explicit roles restore them */
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { startsOf, useNearWindow } from '#web/use-near-window.ts';
import { UserRow } from './UserRow.tsx';
import styles from './UsersTable.module.css';

const { columns } = texts;

/**
 * A table whose rows are cards on narrow screens. Each page is a `tbody` of its own, and those far from the viewport are
 * not rendered.
 */
export function UsersTable({ pages, found }: { pages: readonly (readonly User[])[]; found: number }) {
  const starts = startsOf(pages);
  return (
    <table role="table" aria-label={ownTexts.table} aria-rowcount={found + 1} className={styles.table}>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row" aria-rowindex={1} className={styles.headRow}>
          {Object.values(columns).map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {pages.map((users, page) => (
        <UsersBody key={users[0]?.id} users={users} from={starts[page] ?? 0} />
      ))}
    </table>
  );
}

const UsersBody = memo(function UsersBody({ users, from }: { users: readonly User[]; from: number }) {
  const [ref, near, style] = useNearWindow();
  return (
    <tbody role="rowgroup" className={styles.body} ref={ref} style={{ ...rowCount(users.length), ...style }}>
      {near && users.map((user, index) => <UserRow key={user.id} user={user} index={from + index + 2} />)}
    </tbody>
  );
});

// React's types do not know custom properties.
const rowCount = (rows: number) => ({ '--rows': rows }) as CSSProperties;
