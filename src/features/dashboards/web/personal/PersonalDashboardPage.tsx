import { Flex, Group, SimpleGrid } from '@mantine/core';
import {
  IconCalendar,
  IconMail,
  IconUsersGroup,
  IconClock,
  IconDownload,
  IconShieldCheck,
  IconUpload,
  IconFiles,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { texts } from '#features/dashboards/dashboards.texts.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { currentUserQuery, useCurrentUser } from '#features/session/web/session.data.ts';
import { localDate } from '#shared/calendar.ts';
import { formatDate, formatDateTime, locale } from '#shared/format.ts';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { FactList } from '#web/widgets/FactList.tsx';
import { Initial } from '#web/widgets/Initial.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { Section } from '#web/widgets/Section.tsx';
import { StatCard } from '#web/widgets/StatCard.tsx';
import { StateBadge } from '#web/widgets/StateBadge.tsx';
import { DueContainers } from '../DueContainers.tsx';
import { filesOfUploader } from '../files-of.ts';
import { GivenPassword } from '../first-steps/GivenPassword.tsx';
import { LinkTile } from '../LinkTile.tsx';
import { ActivityCard } from './ActivityCard.tsx';
import { SinceLastVisit } from './SinceLastVisit.tsx';

/** The counts are fetched again unless they are newer than this, because links to downloads do not update the cache. */
const freshForMs = 2_000;

/** The parts are in the order of the work: the account comes last. See docs/specification.md#personal-dashboard. */
export function PersonalDashboardPage() {
  const user = useCurrentUser();
  useQuery({ ...currentUserQuery, staleTime: freshForMs });
  return (
    <>
      <PersonalHeader user={user} />
      <DueContainers />
      <GivenPassword />
      <QuickActions />
      {/* Below the links, which must not move when it appears. */}
      <SinceLastVisit />
      <ActivityCard user={user} />
      <PersonalStats user={user} />
      <AccountCard user={user} />
    </>
  );
}

/** The user's name, address and team. The badge is fixed text. See docs/specification.md#personal-dashboard. */
function PersonalHeader({ user }: { user: CurrentUser }) {
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

/** 'Today', or the date of a sign-in before today: a remembered session lasts for thirty days. */
function dayOf(signIn: string | null): string {
  if (signIn === null || localDate(new Date(signIn)) === localDate(new Date())) return texts.today;
  return formatDate(signIn);
}

/** The four stat cards. The text of 'Account Status' is fixed. See docs/specification.md#personal-dashboard. */
function PersonalStats({ user }: { user: CurrentUser }) {
  return (
    <SimpleGrid minColWidth="min(150px, 100%)" autoFlow="auto-fit">
      <StatCard
        label={texts.filesUploaded}
        value={user.files_count.toLocaleString(locale)}
        remark={texts.totalFiles}
        icon={IconUpload}
        to={filesOfUploader(user.id)}
      />
      <StatCard
        label={texts.downloads}
        value={user.downloads_count.toLocaleString(locale)}
        remark={texts.totalDownloads}
        icon={IconDownload}
      />
      <StatCard
        label={texts.lastLogin}
        value={dayOf(user.last_login_at)}
        remark={user.last_login_at && formatDateTime(user.last_login_at)}
        icon={IconClock}
        tone="neutral"
      />
      <StatCard
        label={texts.accountStatus}
        value={texts.verified}
        remark={texts.allActive}
        icon={IconShieldCheck}
        tone="success"
      />
    </SimpleGrid>
  );
}

const actions = [
  { to: '/uploadPage', label: texts.uploadFiles, hint: texts.uploadFilesHint, icon: IconUpload },
  { to: '/files', label: texts.viewFiles, hint: texts.viewFilesHint, icon: IconFiles },
];

function QuickActions() {
  return (
    <Section title={texts.quickActions}>
      <SimpleGrid minColWidth="min(280px, 100%)" autoFlow="auto-fit">
        {actions.map(({ icon: ActionIcon, ...action }) => (
          <LinkTile key={action.to} {...action} mark={<ActionIcon size={16} stroke={2} />} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function AccountCard({ user }: { user: CurrentUser }) {
  const facts: [string, string | undefined][] = [
    [texts.fullName, user.name],
    [texts.email, user.email],
    [texts.accountType, user.role.role_name],
    [texts.team, user.team?.name],
    [texts.memberSinceField, formatDate(user.created_at)],
    [texts.lastActivity, user.last_login_at ? formatDateTime(user.last_login_at) : undefined],
  ];
  return (
    <Section title={texts.accountInformation}>
      <FactList facts={facts.filter((fact): fact is [string, string] => fact[1] !== undefined)} />
    </Section>
  );
}
