import { queryOptions, useQuery } from '@tanstack/react-query';
import { notificationsContract } from '#features/notifications/notifications.contract.ts';
import type { Notification } from '#features/notifications/notifications.contract.ts';
import { notificationsPollEveryMs } from '#features/notifications/notifications.rules.ts';
import { call } from '#web/call.ts';
import { useAction } from '#web/use-action.ts';
import type { Action } from '#web/use-action.ts';

export const notificationsKey = ['notifications'] as const;

const notificationsQuery = queryOptions({
  queryKey: notificationsKey,
  queryFn: async ({ signal }) => {
    const answer: unknown = await call(notificationsContract.list, {}, { signal });
    // Anything but a list counts as an empty one. Source: spec section 7.
    return Array.isArray(answer) ? (answer as Notification[]) : [];
  },
  // Nobody looks at a hidden tab; it asks once it is looked at again.
  refetchInterval: notificationsPollEveryMs,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: 'always',
});

const none: Notification[] = [];

/** The newest notifications of whoever is signed in. A failed load gives an empty list, silently. Source: spec section 8. */
export function useNotifications(): { list: Notification[]; isLoading: boolean } {
  const { data, isPending, isError } = useQuery(notificationsQuery);
  return { list: isError || !data ? none : data, isLoading: isPending };
}

/** Marks all as read and then asks for them again. Source: spec section 4, Notification bell. */
export function useMarkAsRead(): Action<typeof notificationsContract.markAsRead> {
  return useAction(notificationsContract.markAsRead, { refresh: [notificationsKey] });
}
