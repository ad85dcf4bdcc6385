import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import type { NotificationFilter } from '#features/notifications/notifications.rules.ts';
import { pageTexts } from '#features/notifications/notifications.texts.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';
import { notificationsKey } from './notifications.data.ts';

/** The page of notifications. A live event and a change refresh all loaded parts; the server keeps at most 200 for a person. */
export function notificationsPageQuery(filter: NotificationFilter) {
  const filters = filter === 'unread' ? { state: filter } : filter === 'all' ? {} : { kind: filter };
  return infiniteQueryOptions({
    queryKey: [...notificationsKey, 'page', filter],
    queryFn: ({ pageParam, signal }) => call(notificationsContract.page, { ...filters, after: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    meta: { failed: pageTexts.loadFailed },
  });
}

/** Marks one notification as read or unread. */
export function useMarkOne(): Action<typeof notificationsContract.update> {
  return useAction(notificationsContract.update, { failed: pageTexts.updateFailed, refresh: [notificationsKey] });
}
