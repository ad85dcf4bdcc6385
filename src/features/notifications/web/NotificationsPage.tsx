import { SegmentedControl, Select, ActionIcon } from '@mantine/core';
import {
  IconBell,
  IconChecks,
  IconContainer,
  IconFile,
  IconMail,
  IconMailOpened,
  IconSettings,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { choiceTexts } from '#features/notifications/mail-choice.texts.ts';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { notificationFilters, readFilter, kindOf } from '#features/notifications/notifications.rules.ts';
import type { NotificationFilter } from '#features/notifications/notifications.rules.ts';
import { pageTexts, texts } from '#features/notifications/notifications.texts.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { useNow } from '#web/use-now.ts';
import { Dialog } from '#web/widgets/Dialog.tsx';
import { EmptyState } from '#web/widgets/EmptyState.tsx';
import { IconButton } from '#web/widgets/IconButton.tsx';
import { PagedList } from '#web/widgets/PagedList.tsx';
import { PageHeader } from '#web/widgets/PageHeader.tsx';
import { NotificationEntry } from './NotificationEntry.tsx';
import { notificationsPageQuery, useMarkAsRead, useMarkOne } from './notifications.data.ts';
import styles from './Notifications.module.css';

const NotificationSettings = lazyPart(() =>
  import('./NotificationSettings.tsx').then((part) => part.NotificationSettings),
);

/** The ages are shown in minutes; they lag behind by at most this time. */
const updateEveryMs = 5_000;

const choices = notificationFilters.map((value) => ({ value, label: pageTexts.filters[value] }));

/** All notifications of the signed-in user. Source: docs/decisions/notifications-and-mail.md#page-of-notifications. */
export function NotificationsPage() {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(address.get('show'));
  const list = useInfiniteQuery(notificationsPageQuery(filter));
  const markAll = useMarkAsRead();
  const markOne = useMarkOne();
  const now = useNow(updateEveryMs);
  const [hasSettings, setSettings] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const unread = list.data?.pages[0]?.unread ?? 0;

  const choose = (chosen: string | null) =>
    setAddress(chosen === null || chosen === 'all' ? {} : { show: chosen }, { preventScrollReset: true });
  const mark = async (id: number, is_read: boolean) => {
    const answer = await markOne.run({ id, is_read });
    // The row leaves this list, with the button that had the focus.
    if (answer && is_read && filter === 'unread') heading.current?.focus({ preventScroll: true });
  };

  return (
    <>
      <PageHeader
        title={texts.title}
        subtitle={pageTexts.subtitle}
        headingRef={heading}
        actions={
          <>
            <IconButton
              icon={IconChecks}
              variant="default"
              disabled={unread === 0 || markAll.busy}
              onClick={() => void markAll.run({}).then(() => heading.current?.focus({ preventScroll: true }))}
            >
              {pageTexts.markAll}
            </IconButton>
            <IconButton icon={IconSettings} variant="default" onClick={() => setSettings(true)}>
              {choiceTexts.open}
            </IconButton>
          </>
        }
      />
      <Dialog opened={hasSettings} onClose={() => setSettings(false)} title={choiceTexts.title} size="md">
        <NotificationSettings />
      </Dialog>
      <SegmentedControl
        visibleFrom="sm"
        style={{ justifySelf: 'start' }}
        aria-label={pageTexts.filter}
        data={choices}
        value={filter}
        onChange={choose}
      />
      <Select
        hiddenFrom="sm"
        label={pageTexts.filter}
        data={choices}
        value={filter}
        onChange={choose}
        allowDeselect={false}
      />
      <PagedList list={list} label={pageTexts.list} texts={pageTexts}>
        {(pages) =>
          pages[0]?.notifications.length === 0 ? (
            <Empty filter={filter} />
          ) : (
            <ul className={styles.list}>
              {pages.flatMap(({ notifications }) =>
                notifications.map((one) => (
                  <NotificationRow
                    key={one.id}
                    notification={one}
                    now={now}
                    onMark={(isRead) => void mark(one.id, isRead)}
                  />
                )),
              )}
            </ul>
          )
        }
      </PagedList>
    </>
  );
}

function Empty({ filter }: { filter: NotificationFilter }) {
  if (filter === 'all') return <EmptyState icon={IconBell} title={texts.empty} hint={texts.emptyHint} />;
  const title = filter === 'unread' ? pageTexts.noUnread : pageTexts.noMatch;
  return <EmptyState icon={IconBell} title={title} hint={pageTexts.noMatchHint} />;
}

const icons = { files: IconFile, containers: IconContainer, other: IconBell };

type Props = { notification: Notification; now: Date; onMark: (isRead: boolean) => void };

/** A notification on its page. Opening its screen marks it as read. */
function NotificationRow({ notification, now, onMark }: Props) {
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
