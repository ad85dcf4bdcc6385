import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { startsOf, useNearWindow } from '#web/use-near-window.ts';
import { DataRows, DataTable } from '#web/widgets/DataTable.tsx';
import { UserRow } from './UserRow.tsx';
import styles from './UsersTable.module.css';

const headings = Object.values(texts.columns);

/** The table of users. Each page is a `tbody` of its own, and those far from the viewport are not rendered. */
export function UsersTable({ pages, found }: { pages: readonly (readonly User[])[]; found: number }) {
  const starts = startsOf(pages);
  return (
    <DataTable
      look="cards"
      aria-label={ownTexts.table}
      aria-rowcount={found + 1}
      headings={headings}
      className={styles.table}
    >
      {pages.map((users, page) => (
        <UsersPage key={users[0]?.id} users={users} from={starts[page] ?? 0} />
      ))}
    </DataTable>
  );
}

const UsersPage = memo(function UsersPage({ users, from }: { users: readonly User[]; from: number }) {
  const [ref, near, style] = useNearWindow();
  return (
    <DataRows className={styles.body} ref={ref} style={{ ...rowCount(users.length), ...style }}>
      {near && users.map((user, index) => <UserRow key={user.id} user={user} index={from + index + 2} />)}
    </DataRows>
  );
});

// React's types do not know custom properties.
const rowCount = (rows: number) => ({ '--rows': rows }) as CSSProperties;
