import type { Routes } from '#server/http/mount.ts';
import type { notificationsContract } from '../notifications.contract.ts';
import { listNotifications } from './notifications.queries.ts';
import { markAsRead } from './notifications.service.ts';

export const notificationsRoutes: Routes<typeof notificationsContract> = {
  list: { gate: 'signed-in', handle: ({ parts, caller }) => listNotifications(parts.db, caller.id) },
  markAsRead: { gate: 'signed-in', handle: ({ parts, caller }) => markAsRead(parts, caller) },
  live: { gate: 'signed-in' },
};
