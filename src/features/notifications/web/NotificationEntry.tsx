import { Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { screenOf } from '#features/notifications/notifications.rules.ts';
import { texts } from '#features/notifications/notifications.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import styles from './Notifications.module.css';

type Props = { notification: Notification; isUnread: boolean; now: Date; onOpen?: () => void };

/** The content of an entry; a link if the notification has a screen. */
export function NotificationEntry({ notification, isUnread, now, onOpen }: Props) {
  const { title, message, created_at, link } = notification;
  const screen = screenOf(link);
  const content = (
    <>
      {isUnread && <VisuallyHidden>{texts.unread}</VisuallyHidden>}
      <Group gap="sm" wrap="nowrap" justify="space-between" align="baseline">
        <Text fz="sm" fw={isUnread ? 650 : 550}>
          {title}
        </Text>
        <Text component="time" flex="none" fz="xs" c="dimmed" dateTime={created_at} title={formatDateTime(created_at)}>
          {relativeTime(created_at, now)}
        </Text>
      </Group>
      <Text fz="sm" c="dimmed" lineClamp={3}>
        {message}
      </Text>
    </>
  );
  return screen === undefined ? (
    <div className={styles.entry}>{content}</div>
  ) : (
    <Link to={screen} className={styles.entry ?? ''} onClick={onOpen}>
      {content}
    </Link>
  );
}
