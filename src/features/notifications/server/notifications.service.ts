import type { Caller } from '#server/access/caller.ts';
import type { Parts } from '#server/parts.ts';
import { texts } from '../notifications.texts.ts';
import { hasUnread, markAllRead } from './notifications.queries.ts';

/** Marks all of the caller's notifications as read, and tells their other tabs. Source: spec section 4, Notification bell. */
export async function markAsRead(parts: Parts, caller: Caller): Promise<{ message: string }> {
  // Most times the bell is opened there is nothing to mark, and then nothing is written.
  if (await hasUnread(parts.db, caller.id)) {
    await markAllRead(parts.db, caller.id, parts.clock().toISOString());
    parts.events.tell({ topic: 'notifications', userIds: [caller.id] });
  }
  return { message: texts.marked };
}
