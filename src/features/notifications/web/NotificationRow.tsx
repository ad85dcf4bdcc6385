import { ActionIcon } from '@mantine/core';
import { IconBell, IconContainer, IconFile, IconMail, IconMailOpened } from '@tabler/icons-react';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { kindOf } from '#features/notifications/notifications.rules.ts';
import { pageTexts } from '#features/notifications/notifications.texts.ts';
import { NotificationEntry } from './NotificationEntry.tsx';
import styles from './Notifications.module.css';

const icons = { files: IconFile, containers: IconContainer, other: IconBell };

type Props = { notification: Notification; now: Date; onMark: (isRead: boolean) => void };

/** A notification on its page. Opening its screen marks it as read. */
export function NotificationRow({ notification, now, onMark }: Props) {
  const { title, link, is_read } = notification;
  const Kind = icons[kindOf(link)];
  const Mark = is_read ? IconMail : IconMailOpened;
  const action = is_read ? pageTexts.markUnread : pageTexts.markRead;
  return (
    <li className={`${styles.row} ${is_read ? '' : styles.unread}`} data-row-id={notification.id}>
      <Kind size={18} stroke={1.75} color="var(--ink-soft)" aria-hidden="true" />
      <NotificationEntry
        notification={notification}
        isUnread={!is_read}
        now={now}
        onOpen={() => !is_read && onMark(true)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        title={action}
        aria-label={pageTexts.markOne(title, action)}
        onClick={() => onMark(!is_read)}
      >
        <Mark size={19} stroke={1.75} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}
