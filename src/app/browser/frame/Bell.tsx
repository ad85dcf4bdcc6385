import { VisuallyHidden } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { Suspense, useId, useState } from 'react';
import { badgeLabel } from '#features/notifications/notifications.rules.ts';
import { texts } from '#features/notifications/notifications.texts.ts';
import { useMarkAsRead, useNotifications } from '#features/notifications/web/notifications.data.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { Disclosure } from './Disclosure.tsx';
import styles from './Bell.module.css';
import bar from './TopBar.module.css';

export const loadNotificationPanel = () => import('#features/notifications/web/NotificationPanel.tsx');
const NotificationPanel = lazyPart(() => loadNotificationPanel().then((file) => file.NotificationPanel));

/**
 * The notification bell: the number of unread notifications and the newest of them.
 * See docs/specification.md#notification-bell.
 */
export function Bell() {
  const { list, isLoading } = useNotifications();
  const markAsRead = useMarkAsRead();
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set());
  const countId = useId();
  const unread = list.filter((one) => !one.is_read);
  const badge = badgeLabel(unread.length);

  const seeAll = () => {
    setFresh(new Set(unread.map((one) => one.id)));
    void markAsRead.run({});
  };

  return (
    <>
      <Disclosure
        className={styles.root}
        buttonClassName={bar.iconButton}
        panelClassName={styles.panel}
        describedBy={countId}
        onOpen={seeAll}
        button={
          <>
            <VisuallyHidden>{texts.title}</VisuallyHidden>
            <span className={styles.bell} aria-hidden="true">
              <IconBell size={20} stroke={1.75} />
              {badge && <span className={styles.badge}>{badge}</span>}
            </span>
          </>
        }
      >
        <Suspense fallback={null}>
          <NotificationPanel list={list} isLoading={isLoading} fresh={fresh} />
        </Suspense>
      </Disclosure>
      {/* Outside of the button, so that its name stays the same. A screen reader announces each change. */}
      <VisuallyHidden id={countId} aria-live="polite">
        {unread.length > 0 && texts.unreadCount(unread.length)}
      </VisuallyHidden>
    </>
  );
}
