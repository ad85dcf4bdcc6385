import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { countedRoles } from '#features/users/users.rules.ts';
import type { CountedRole } from '#features/users/users.rules.ts';
import { ownTexts, texts } from '#features/users/users.texts.ts';
import { StatRow } from '#web/widgets/StatRow.tsx';
import { userTotalsQuery } from './users.data.ts';

type RoleId = CountedRole | undefined;

type Chosen = { roleId: RoleId; active?: 'yes' | undefined };

type Props = { view: Chosen; onChange: (part: Chosen) => void };

/**
 * The three summary cards. A click on a card narrows the list to the people that it counts. They keep their size while the
 * totals are missing. See docs/specification.md#user-summary-cards.
 */
export function UsersStats({ view, onChange }: Props) {
  const { data, isError } = useQuery(userTotalsQuery);
  const stat = (label: string, value: number | undefined, role: RoleId) => ({
    label,
    value,
    selected: view.roleId === role && (role !== undefined || view.active === undefined),
    // The first card counts all users.
    onSelect: () => onChange(role === undefined ? { roleId: role, active: undefined } : { roleId: role }),
  });
  const others = data ? data.all - data.administrators - data.users : 0;
  return (
    <Stack gap="xxs">
      <StatRow
        failed={isError}
        stats={[
          stat(texts.totalUsers, data?.all, undefined),
          stat(texts.administrators, data?.administrators, countedRoles.administrators),
          stat(texts.regularUsers, data?.users, countedRoles.users),
        ]}
      />
      {others > 0 && (
        <Text fz="xs" c="dimmed">
          {ownTexts.othersCounted(others)}
        </Text>
      )}
    </Stack>
  );
}
