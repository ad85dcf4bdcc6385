import type { Routes } from '#server/http/mount.ts';
import type { notificationsContract } from '../notifications.contract.ts';
import { listNotifications } from './notifications.queries.ts';
import { markAsRead } from './notifications.service.ts';

export const notificationsRoutes: Routes<typeof notificationsContract> = {
  list: { gate: 'signed-in', handle: ({ ctx, caller }) => listNotifications(ctx.db, caller.id) },
  markAsRead: { gate: 'signed-in', handle: ({ ctx, caller }) => markAsRead(ctx, caller) },
  live: { gate: 'signed-in' },
};
