import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { notificationsPollEveryMs } from '#features/notifications/notifications.rules.ts';
import type { NotificationFilter } from '#features/notifications/notifications.rules.ts';
import { pageTexts } from '#features/notifications/notifications.texts.ts';
import { callPages } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';

export const notificationsKey = ['notifications'] as const;

const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: async ({ signal }) => {
    const response: unknown = await call(notificationsContract.list, {}, { signal });
    // Anything but a list counts as an empty list. See docs/specification.md#calls.
    return Array.isArray(response) ? (response as Notification[]) : [];
  },
  // A hidden tab does not poll. It fetches the list when it becomes visible again.
  refetchInterval: notificationsPollEveryMs,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
});

const none: Notification[] = [];

/**
 * The newest notifications of the signed-in user. A failed load gives an empty list, silently.
 * See docs/specification.md#silent-failures.
 */
export function useNotifications(): { list: Notification[]; isLoading: boolean } {
  const { data, isPending, isError } = useQuery(notificationsQuery);
  return { list: isError || !data ? none : data, isLoading: isPending };
}

/** Marks all as read and then fetches them again. See docs/specification.md#notification-bell. */
export function useMarkAsRead(): Action<typeof notificationsContract.markAsRead> {
  return useAction(notificationsContract.markAsRead, { refresh: [notificationsKey] });
}

/** The page of notifications. A live event and a change refresh all loaded parts; the server keeps at most 200 for a person. */
export function notificationsPageQuery(filter: NotificationFilter) {
  const filters = filter === 'unread' ? { state: filter } : filter === 'all' ? {} : { kind: filter };
  return callPages([...notificationsKey, 'page', filter], notificationsContract.page, {
    input: filters,
    placeholderData: keepPreviousData,
    meta: { failed: pageTexts.loadFailed },
  });
}

/** Marks one notification as read or unread. */
export function useMarkOne(): Action<typeof notificationsContract.update> {
  return useAction(notificationsContract.update, { failed: pageTexts.updateFailed, refresh: [notificationsKey] });
}
