import { memo, useId } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { DataCell, DataRow, DataRowHeading } from '#web/widgets/DataTable.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { RoleBadge } from './RoleBadge.tsx';
import { UserActions } from './UserActions.tsx';
import { useUsersPage } from './users-page.context.ts';
import styles from './UserRow.module.css';

type Props = {
  user: User;
  /** The number of the row. The header is row 1. */
  index: number;
};

/**
 * One row of the table. See docs/specification.md#user-list. Memoised, so that another page renders only its own rows.
 */
export const UserRow = memo(function UserRow({ user, index }: Props) {
  const { self } = useUsersPage();
  const nameId = useId();
  return (
    <DataRow
      aria-rowindex={index}
      className={styles.row}
      data-row-id={user.id}
      data-suspended={user.suspended_at !== null}
    >
      <DataRowHeading className={styles.person}>
        <Initial name={user.name} />
        <span className={styles.who}>
          <bdi className={styles.name} id={nameId}>
            {user.name}
          </bdi>
          {user.id === self.id && (
            <span className={styles.mark} data-tone="primary">
              {ownTexts.you}
            </span>
          )}
          {user.suspended_at !== null && (
            <span className={styles.mark} data-tone="neutral">
              {ownTexts.suspended}
            </span>
          )}
          {user.two_factor_at !== null && (
            <span className={styles.mark} data-tone="success">
              {ownTexts.twoFactor}
            </span>
          )}
          <span className={styles.id}>{ownTexts.id(user.id)}</span>
        </span>
      </DataRowHeading>
      <DataCell className={styles.email} title={user.email}>
        <bdi data-cut>{user.email}</bdi>
      </DataCell>
      <DataCell className={styles.role}>
        <RoleBadge role={user.role} />
      </DataCell>
      <DataCell className={styles.team} data-none={user.team === null} title={user.team?.name}>
        {user.team ? <bdi data-cut>{user.team.name}</bdi> : texts.noTeam}
      </DataCell>
      <DataCell className={styles.actions}>
        <UserActions user={user} nameId={nameId} />
      </DataCell>
    </DataRow>
  );
});
