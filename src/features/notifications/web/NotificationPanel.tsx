import { Anchor, Box, Divider, Group, Title } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { entriesExpanded, entriesShown } from '#features/notifications/notifications.rules.ts';
import { texts } from '#features/notifications/notifications.texts.ts';
import { useNow } from '#web/use-now.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { MoreButton } from '#web/widgets/MoreButton.tsx';
import { NotificationEntry } from './NotificationEntry.tsx';
import styles from './Notifications.module.css';

/** The ages are shown in minutes; they lag behind by at most this time. */
const updateEveryMs = 5_000;

type Props = {
  list: readonly Notification[];
  isLoading: boolean;
  /** Ids of the notifications that were unread when the panel was opened. Opening marks all of them as read. */
  fresh: ReadonlySet<number>;
};

/** The panel below the bell. See docs/specification.md#notification-bell. */
export function NotificationPanel({ list, isLoading, fresh }: Props) {
  const [expanded, setExpanded] = useState(false);
  const now = useNow(updateEveryMs);

  return (
    <>
      <Group justify="space-between" align="baseline" px="md" py="sm">
        <Title order={2} fz="md" c="var(--ink)">
          {texts.title}
        </Title>
        <Anchor component={Link} to="/notifications" fz="sm" fw={550} py="xs" my="-8px">
          {texts.openPage}
        </Anchor>
      </Group>
      <Divider color="var(--line)" />
      {isLoading && (
        <Box px="md" py="sm">
          <LoadingRows rows={3} height={52} />
        </Box>
      )}
      {!isLoading && list.length === 0 && <EmptyState icon={IconBell} title={texts.empty} hint={texts.emptyHint} />}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.slice(0, expanded ? entriesExpanded : entriesShown).map((one) => {
            const isUnread = !one.is_read || fresh.has(one.id);
            return (
              <li key={one.id} className={isUnread ? styles.unread : undefined}>
                <NotificationEntry notification={one} isUnread={isUnread} now={now} />
              </li>
            );
          })}
        </ul>
      )}
      {list.length > entriesShown && (
        <Box pos="sticky" bottom={0} bg="var(--surface)">
          <MoreButton onClick={() => setExpanded(!expanded)}>
            {expanded ? texts.showLess : texts.viewAll(list.length)}
          </MoreButton>
        </Box>
      )}
    </>
  );
}
