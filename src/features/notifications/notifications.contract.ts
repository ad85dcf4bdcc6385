import { z } from 'zod';
import type { Contract } from '#shared/endpoint.ts';
import { id, idText, instant } from '#shared/fields.ts';
import { kinds } from './notifications.rules.ts';

/** See docs/specification.md#entities. `link` is the screen that the notification is about. */
export const notification = z
  .object({
    id,
    title: z.string(),
    message: z.string(),
    created_at: instant,
    is_read: z.boolean(),
    link: z.string().nullable(),
  })
  .meta({ id: 'Notification' });
export type Notification = z.infer<typeof notification>;

export const notificationsContract = {
  list: {
    method: 'GET',
    path: '/api/notifications',
    summary: "The caller's newest 50 notifications, newest first.",
    answer: z.array(notification),
  },
  page: {
    method: 'GET',
    path: '/api/notifications/page',
    summary: "The caller's notifications, newest first. For the next page, send `next` as `after`.",
    query: z.object({
      state: z.enum(['all', 'unread']).default('all'),
      /** By the screen that a notification is about: files, containers, or accounts and the system. */
      kind: z.enum(kinds).optional(),
      after: idText.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(25),
    }),
    answer: z.object({
      notifications: z.array(notification),
      next: id.nullable(),
      /** The number of unread notifications. The filters do not change it. */
      unread: z.number().int(),
    }),
  },
  update: {
    method: 'PUT',
    path: '/api/notifications/:id',
    summary: "Marks one of the caller's notifications as read or unread.",
    params: z.object({ id: idText }),
    body: z.object({ is_read: z.boolean() }),
    answer: notification,
    refuses: ['notification.not_found'],
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
