import type { Routes } from '#server/http/mount.ts';
import type { notificationsContract } from '../notifications.contract.ts';
import { listNotifications, listPage } from './notification-list.queries.ts';
import { markAsRead, updateNotification } from './notifications.service.ts';

export const notificationsRoutes: Routes<typeof notificationsContract> = {
  list: { gate: 'signed-in', handle: ({ ctx, caller }) => listNotifications(ctx.db, caller.id) },
  page: { gate: 'signed-in', handle: ({ ctx, caller, input }) => listPage(ctx.db, caller.id, input) },
  update: { gate: 'signed-in', handle: ({ ctx, caller, input }) => updateNotification(ctx, caller, input) },
  markAsRead: { gate: 'signed-in', handle: ({ ctx, caller }) => markAsRead(ctx, caller) },
  live: { gate: 'signed-in' },
};
