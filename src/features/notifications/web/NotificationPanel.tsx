import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { entriesExpanded, entriesShown } from '#features/notifications/notifications.rules.ts';
import { texts } from '#features/notifications/notifications.texts.ts';
import { useNow } from '#web/use-now.ts';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { LoadingRows } from '#web/widgets/Loading.tsx';
import { NotificationEntry } from './NotificationEntry.tsx';
import styles from './NotificationPanel.module.css';

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
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.title}</h2>
        <Link to="/notifications" className={styles.openPage ?? ''}>
          {texts.openPage}
        </Link>
      </div>
      {isLoading && (
        <div className={styles.loading}>
          <LoadingRows rows={3} height={52} />
        </div>
      )}
      {!isLoading && list.length === 0 && <EmptyState icon={IconBell} title={texts.empty} hint={texts.emptyHint} />}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.slice(0, expanded ? entriesExpanded : entriesShown).map((one) => (
            <li key={one.id}>
              <NotificationEntry notification={one} isUnread={!one.is_read || fresh.has(one.id)} now={now} />
            </li>
          ))}
        </ul>
      )}
      {list.length > entriesShown && (
        <button type="button" className={styles.more} onClick={() => setExpanded(!expanded)}>
          {expanded ? texts.showLess : texts.viewAll(list.length)}
        </button>
      )}
    </>
  );
}
