import { Group, Text } from '@mantine/core';
import { memo, useId } from 'react';
import type { User } from '#features/users/users.contract.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { roleBadge } from '#shared/role-badge.ts';
import { DataCell, DataRow, DataRowHeading } from '#web/widgets/DataTable.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { UserActions } from './UserActions.tsx';
import { useUsersPage } from './users-page.context.ts';
import styles from './UserRow.module.css';

const tones = { red: 'danger', orange: 'accent', green: 'success', gray: 'neutral' } as const;

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
  const role = roleBadge(user.role);
  return (
    <DataRow
      aria-rowindex={index}
      className={styles.row}
      data-row-id={user.id}
      data-suspended={user.suspended_at !== null}
    >
      <DataRowHeading className={styles.person}>
        <Initial name={user.name} />
        <Group className={styles.who ?? ''}>
          <Text component="bdi" fw={550} lineClamp={2} id={nameId} style={{ overflowWrap: 'anywhere' }}>
            {user.name}
          </Text>
          {user.id === self.id && <StateBadge tone="primary">{ownTexts.you}</StateBadge>}
          {user.suspended_at !== null && <StateBadge tone="neutral">{ownTexts.suspended}</StateBadge>}
          {user.two_factor_at !== null && <StateBadge tone="success">{ownTexts.twoFactor}</StateBadge>}
          <Text span fz="xs" fw={400} c="dimmed" flex="1 0 100%">
            {ownTexts.id(user.id)}
          </Text>
        </Group>
      </DataRowHeading>
      <DataCell className={styles.email} title={user.email}>
        <Text component="bdi" fz="sm" truncate display="block">
          {user.email}
        </Text>
      </DataCell>
      <DataCell className={styles.role}>
        <StateBadge tone={tones[role.tone]}>{role.label}</StateBadge>
      </DataCell>
      <DataCell className={styles.team} title={user.team?.name}>
        {user.team ? (
          <Text component="bdi" fz="sm" truncate display="block">
            {user.team.name}
          </Text>
        ) : (
          <Text span fz="sm" c="dimmed">
            {texts.noTeam}
          </Text>
        )}
      </DataCell>
      <DataCell className={styles.actions}>
        <UserActions user={user} nameId={nameId} />
      </DataCell>
    </DataRow>
  );
});
