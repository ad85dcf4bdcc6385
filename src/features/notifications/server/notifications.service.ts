import type { Caller } from '#server/access/caller.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { refusal } from '#server/refusal.ts';
import type { Notification } from '../notifications.contract.ts';
import { texts } from '../notifications.texts.ts';
import { hasUnread, markAllRead, markOne } from './notification-list.queries.ts';

/**
 * Marks all of the caller's notifications as read and refreshes the caller's other tabs.
 * See docs/specification.md#notification-bell.
 */
export async function markAsRead(ctx: Context, caller: Caller): Promise<{ message: string }> {
  // Usually nothing is unread when the bell is opened; then nothing is written.
  if (await hasUnread(ctx.db, caller.id)) {
    await transact(ctx, caller, async (tx, { at, outdated }) => {
      await markAllRead(tx, caller.id, at);
      outdated.userIds.add(caller.id);
    });
  }
  return { message: texts.marked };
}

/** Marks one notification and refreshes the caller's other tabs. */
export async function updateNotification(
  ctx: Context,
  caller: Caller,
  input: { id: number; is_read: boolean },
): Promise<Notification> {
  return transact(ctx, caller, async (tx, { at, outdated }) => {
    const updated = await markOne(tx, caller.id, input.id, input.is_read ? at : null);
    if (!updated) throw refusal.notFound('notification.not_found', texts.notFound);
    outdated.userIds.add(caller.id);
    return updated;
  });
}
