import { Anchor, Group, Text } from '@mantine/core';
import { IconDownload, IconHistory, IconLogin2, IconUpload, IconUserEdit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Activity } from '#features/dashboards/dashboards.contract.ts';
import { ownTexts, texts } from '#features/dashboards/dashboards.texts.ts';
import { viewLink } from '#features/files/web/files.data.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { formatDateTime } from '#shared/format.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import type { Icon } from '#web/widgets/EmptyState.tsx';
import { IconTile } from '#web/widgets/IconTile.tsx';
import { Loading } from '#web/widgets/Loading.tsx';
import { Row } from '#web/widgets/Row.tsx';
import { Section } from '#web/widgets/Section.tsx';
import type { Tone } from '#web/widgets/StatCard.tsx';
import { activityQuery } from '../dashboards.data.ts';
import { Rows, RowShapes } from '../Rows.tsx';

const looks: Partial<Record<string, { icon: Icon; tone: Tone }>> = {
  upload: { icon: IconUpload, tone: 'primary' },
  download: { icon: IconDownload, tone: 'accent' },
  profile: { icon: IconUserEdit, tone: 'success' },
  login: { icon: IconLogin2, tone: 'neutral' },
};

/** 'Recent Activity'. See docs/specification.md#personal-dashboard. */
export function ActivityCard({ user }: { user: CurrentUser }) {
  const { data, isPending } = useQuery(activityQuery);
  // Our choice: if the activity cannot be loaded, the last sign-in from the session is still shown.
  const activities = data ?? loginOf(user);
  return (
    <Section title={texts.recentActivity}>
      {isPending ? (
        <Loading label={ownTexts.loadingActivity}>
          <RowShapes rows={5} />
        </Loading>
      ) : activities.length === 0 ? (
        <EmptyState icon={IconHistory} title={texts.noActivity} />
      ) : (
        <Rows>
          {keyed(activities).map(({ key, activity }) => (
            <ActivityRow key={key} activity={activity} />
          ))}
        </Rows>
      )}
    </Section>
  );
}

function ActivityRow({ activity: { type, action, time, filepath } }: { activity: Activity }) {
  const { icon = IconHistory, tone = 'neutral' } = looks[type] ?? {};
  return (
    <Row>
      <IconTile icon={icon} size={32} data-tone={tone} />
      <Group flex={1} gap={0} justify="space-between">
        <Text flex="1 1 240px" miw={0} fw={550} style={{ overflowWrap: 'anywhere' }}>
          {filepath === null ? (
            <bdi>{action}</bdi>
          ) : (
            <Anchor href={viewLink({ filepath })} target="_blank" rel="noopener" inherit c="inherit">
              <bdi>{action}</bdi>
            </Anchor>
          )}
        </Text>
        <Text component="time" dateTime={time} fz="sm" c="dimmed">
          {formatDateTime(time)}
        </Text>
      </Group>
    </Row>
  );
}

function loginOf({ last_login_at }: CurrentUser): Activity[] {
  return last_login_at === null ? [] : [{ type: 'login', action: texts.loggedIn, time: last_login_at, filepath: null }];
}

/** Adds React keys. Only the index distinguishes entries with the same time and file. */
const keyed = (activities: readonly Activity[]) =>
  activities.map((activity, index) => ({ key: `${index} ${activity.time} ${activity.action}`, activity }));
