import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import type { Notification } from '../notifications.contract.ts';
import { texts } from '../notifications.texts.ts';
import { hasUnread, markAllRead, markOne } from './notifications.queries.ts';

/**
 * Marks all of the caller's notifications as read and refreshes the caller's other tabs.
 * See docs/specification.md#notification-bell.
 */
export async function markAsRead(ctx: Context, caller: Caller): Promise<{ message: string }> {
  // Usually nothing is unread when the bell is opened; then nothing is written.
  if (await hasUnread(ctx.db, caller.id)) {
    await markAllRead(ctx.db, caller.id, ctx.clock().toISOString());
    ctx.events.publish({ topic: 'notifications', userIds: [caller.id] });
  }
  return { message: texts.marked };
}

/** Marks one notification and refreshes the caller's other tabs. */
export async function updateNotification(
  ctx: Context,
  caller: Caller,
  input: { id: number; is_read: boolean },
): Promise<Notification> {
  const readAt = input.is_read ? ctx.clock().toISOString() : null;
  const updated = await markOne(ctx.db, caller.id, input.id, readAt);
  if (!updated) throw refusal.notFound('notification.not_found', texts.notFound);
  ctx.events.publish({ topic: 'notifications', userIds: [caller.id] });
  return updated;
}
