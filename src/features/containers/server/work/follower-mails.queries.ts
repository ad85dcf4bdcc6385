import { sql } from 'kysely';
import { delayEvents, mailedEvents } from '#features/containers/work/follower-mails.rules.ts';
import type { FollowedEvent } from '#features/containers/work/follower-mails.rules.ts';
import { teamsSeenBy } from '#features/files/server/core/visible-files.queries.ts';
import { mailPaces } from '#features/notifications/notice-events.rules.ts';
import { asInteger, queueItems } from '#features/notifications/server/outbox.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';

/**
 * Queues these events for the followers who want mails, in the transaction of the events. The user who acted gets no mail. A
 * date that is set for the first time is not a move.
 */
export async function queueMails(tx: Db, events: readonly { id: number; what: string }[], at: string): Promise<void> {
  const ids = events.filter(({ what }) => mailedEvents.some((one) => one === what)).map(({ id }) => id);
  if (ids.length === 0) return;
  const told = tx
    .selectFrom('container_events as events')
    .innerJoin('container_followers as followers', 'followers.container_id', 'events.container_id')
    .innerJoin('users', 'users.id', 'followers.user_id')
    .innerJoin('notice_choices as choices', 'choices.user_id', 'users.id')
    .where(isOneOf(tx, sql.ref('events.id'), ids))
    .where((of) => of.or([of('events.what', 'in', delayEvents), of('events.old_value', 'is not', null)]))
    .where((of) => of.or([of('events.user_id', 'is', null), of('events.user_id', '<>', of.ref('users.id'))]))
    .where('choices.event', '=', 'followed')
    .where('choices.choice', 'in', mailPaces)
    .where('users.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .select(['users.id as user_id', 'choices.choice as pace', 'choices.event', 'events.id as event_id'])
    .select([
      asInteger(null).as('notification_id'),
      asInteger(null).as('container_id'),
      asInteger(null).as('team_id'),
      asInteger(null).as('file_id'),
    ]);
  await queueItems(tx, told, at);
}

/** Returns those of these events whose containers the recipient still follows and sees, in order. */
export async function listFollowedEvents(
  db: Db,
  recipient: Caller,
  eventIds: readonly number[],
): Promise<FollowedEvent[]> {
  const viewer = { userId: recipient.id, seenTeamIds: teamsSeenBy(recipient) };
  return db
    .selectFrom('container_events as events')
    .innerJoin('containers', 'containers.id', 'events.container_id')
    .innerJoin('container_followers as followers', 'followers.container_id', 'containers.id')
    .innerJoin('notice_choices as choices', 'choices.user_id', 'followers.user_id')
    .leftJoin('users', 'users.id', 'events.user_id')
    .where(isOneOf(db, sql.ref('events.id'), eventIds))
    .where('followers.user_id', '=', recipient.id)
    .where('choices.event', '=', 'followed')
    .where('choices.choice', 'in', mailPaces)
    .where('containers.deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .select(['events.container_id', 'containers.name', 'containers.container_no', 'events.what'])
    .select(['events.old_value', 'events.new_value', 'users.name as by', 'events.reason'])
    .select(['events.cause', 'events.promised_date'])
    .orderBy('events.id')
    .execute();
}
