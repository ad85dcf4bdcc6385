import type { Notifications } from '@mantine/notifications';
import { useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { toastClosesAfterMs } from '#shared/limits.ts';
import { fetchEarly, fetchOnFirstInput } from './fetch-early.ts';

const retryAfterMs = 3000;

/**
 * The list of toasts, at the top right below the bar (docs/specification.md#toasts). Mantine's component is as large as the whole
 * login form, so its code is loaded at the first input or with the first toast. It has to be there before the server becomes
 * unreachable, to be able to report that. A failed load is repeated as long as a toast waits.
 */
export function Toaster() {
  const [List, setList] = useState<typeof Notifications>();
  const isNeeded = useNotifications().notifications.length > 0;
  useEffect(() => {
    const load = () => import('./toast-list.ts').then((module) => setList(() => module.Notifications));
    if (List) return undefined;
    if (!isNeeded) return fetchOnFirstInput(load);
    fetchEarly(load);
    const retry = setInterval(() => fetchEarly(load), retryAfterMs);
    return () => clearInterval(retry);
  }, [List, isNeeded]);
  return List && <List position="top-right" autoClose={toastClosesAfterMs} containerWidth={400} />;
}
