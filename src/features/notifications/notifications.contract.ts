import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, instant } from '#shared/fields.ts';

/** See docs/specification.md#entities. `link` is the screen that the notification is about. */
export const notification = z.object({
  id,
  title: z.string(),
  message: z.string(),
  created_at: instant,
  is_read: z.boolean(),
  link: z.string().nullable(),
});
export type Notification = z.infer<typeof notification>;

export const notificationsContract = {
  list: {
    method: 'GET',
    path: '/api/notifications',
    summary: "The caller's newest 50 notifications, newest first.",
    answer: z.array(notification),
  },
  markAsRead: {
    method: 'POST',
    path: '/api/notifications/mark-as-read',
    summary: "Marks all the caller's notifications as read.",
    answer: z.object({ message: z.string() }),
  },
  live: {
    method: 'GET',
    path: '/api/events',
    summary: 'Server-sent events that name the data to fetch again: `notifications` or `containers`.',
    sends: 'events',
  },
} as const satisfies Contract;
