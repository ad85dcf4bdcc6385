/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the style sheet
   takes the table's own layout away, and with it, for some browsers, what it means; so it is written out */
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { startsOf, useNearWindow } from '#web/use-near-window.ts';
import { UserRow } from './UserRow.tsx';
import styles from './UsersTable.module.css';

const { columns } = texts;

/**
 * A table; on a phone its rows are cards. Each page is a body of its own, so that those far from the window are not
 * drawn.
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
    <tbody role="rowgroup" className={styles.body} ref={ref} style={{ ...rowsAwaited(users.length), ...style }}>
      {near && users.map((user, place) => <UserRow key={user.id} user={user} index={from + place + 2} />)}
    </tbody>
  );
});

// React's types do not know properties that a style sheet makes up.
const rowsAwaited = (rows: number) => ({ '--rows': rows }) as CSSProperties;
