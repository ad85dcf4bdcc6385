import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { screenOf } from '#features/notifications/notifications.rules.ts';
import { texts } from '#features/notifications/notifications.texts.ts';
import { formatDateTime } from '#shared/format.ts';
import { relativeTime } from '#shared/relative-time.ts';
import styles from './NotificationPanel.module.css';

type Props = { notification: Notification; isUnread: boolean; now: Date; onOpen?: () => void };

/** One entry; a link if the notification has a screen. */
export function NotificationEntry({ notification, isUnread, now, onOpen }: Props) {
  const { title, message, created_at, link } = notification;
  const screen = screenOf(link);
  const content = (
    <>
      {isUnread && <VisuallyHidden>{texts.unread}</VisuallyHidden>}
      <span className={styles.entryTitle}>{title}</span>
      <span className={styles.message}>{message}</span>
      <time className={styles.time} dateTime={created_at} title={formatDateTime(created_at)}>
        {relativeTime(created_at, now)}
      </time>
    </>
  );

  if (screen === undefined) {
    return (
      <div className={styles.entry} data-unread={isUnread || undefined}>
        {content}
      </div>
    );
  }
  return (
    <Link to={screen} className={styles.entry ?? ''} data-unread={isUnread || undefined} onClick={onOpen}>
      {content}
    </Link>
  );
}
