/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the style sheet
   takes the table's own layout away, and with it, for some browsers, what it means; so it is written out */
import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { UserRow } from './UserRow.tsx';
import styles from './UsersTable.module.css';

const { columns } = texts;

/**
 * A table; on a phone its rows are cards. Each page is a body of its own, so that those far from the window are not
 * laid out.
 */
export function UsersTable({ pages }: { pages: readonly (readonly User[])[] }) {
  return (
    <table role="table" aria-label={ownTexts.table} className={styles.table}>
      <thead role="rowgroup" className={styles.head}>
        <tr role="row" className={styles.headRow}>
          {Object.values(columns).map((column) => (
            <th key={column} role="columnheader" scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {pages.map((users) => (
        <UsersBody key={users[0]?.id} users={users} />
      ))}
    </table>
  );
}

const UsersBody = memo(function UsersBody({ users }: { users: readonly User[] }) {
  return (
    <tbody role="rowgroup" className={styles.body} style={rowsAwaited(users.length)}>
      {users.map((user) => (
        <UserRow key={user.id} user={user} />
      ))}
    </tbody>
  );
});

// React's types do not know properties that a style sheet makes up.
const rowsAwaited = (rows: number) => ({ '--rows': rows }) as CSSProperties;
