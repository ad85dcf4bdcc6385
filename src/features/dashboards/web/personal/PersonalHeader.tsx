import { Flex, Group } from '@mantine/core';
import { IconCalendar, IconMail, IconUsersGroup } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDate } from '#shared/format.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';

/** The user's name, address and team. The badge is fixed text. See docs/specification.md#personal-dashboard. */
export function PersonalHeader({ user }: { user: CurrentUser }) {
  return (
    <PageHeader
      title={
        <Flex component="span" gap="sm" align="center">
          <Initial name={user.name} />
          {texts.welcome(user.name)}
        </Flex>
      }
      subtitle={texts.personalIntro}
      actions={
        <Group gap="sm" fz="sm" c="dimmed">
          <Fact icon={IconMail}>{user.email}</Fact>
          <Fact icon={IconCalendar}>
            {texts.memberSince} <time dateTime={user.created_at}>{formatDate(user.created_at)}</time>
          </Fact>
          {user.team && <Fact icon={IconUsersGroup}>{user.team.name}</Fact>}
          <StateBadge tone="success">{texts.active}</StateBadge>
        </Group>
      }
    />
  );
}

function Fact({ icon: FactIcon, children }: { icon: Icon; children: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" miw={0} style={{ overflowWrap: 'anywhere' }}>
      <FactIcon size={16} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </Group>
  );
}
