import { sql } from 'kysely';
import {
  collectMs,
  delayEvents,
  mailedEvents,
  maxEventsOfMail,
  retryAfterMs,
} from '#features/containers/work/follower-mails.rules.ts';
import type { FollowedEvent } from '#features/containers/work/follower-mails.rules.ts';
import { teamsSeenBy } from '#features/files/server/core/visible-files.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import { readIds, viewedTeams } from '#server/access/access.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isOneOf } from '#server/database/dialect/expressions.ts';
import { deleteWork } from '#server/database/work.queries.ts';
import type { RoleId } from '#shared/access.ts';

const kind = 'follower-mail';

const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString();

/**
 * Queues these events for the followers who want mails, in the transaction of the events. The user who acted gets no mail. A
 * date that is set for the first time is not a move.
 */
export async function queueMails(tx: Db, events: readonly { id: number; what: string }[], at: string): Promise<void> {
  const ids = events.filter(({ what }) => mailedEvents.some((one) => one === what)).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx
    .insertInto('work')
    .columns(['kind', 'key', 'owner_id', 'queued_at', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('container_events as events')
        .innerJoin('container_followers as followers', 'followers.container_id', 'events.container_id')
        .innerJoin('users', 'users.id', 'followers.user_id')
        .where('events.id', 'in', ids)
        .where((of) => of.or([of('events.what', 'in', delayEvents), of('events.old_value', 'is not', null)]))
        .where((of) => of.or([of('events.user_id', 'is', null), of('events.user_id', '<>', of.ref('users.id'))]))
        .where('users.mails_followed', '=', 1)
        .where('users.deleted_at', 'is', null)
        .where('users.suspended_at', 'is', null)
        .select((of) => [
          of.val(kind).as('kind'),
          sql<string>`cast(events.id as text) || '/' || cast(users.id as text)`.as('key'),
          'users.id as owner_id',
          of.val(at).as('queued_at'),
          of.val(later(at, collectMs)).as('due_at'),
        ]),
    )
    .execute();
}

const eventIdOf = ({ key }: { key: string }) => Number(key.slice(0, key.indexOf('/')));

/** Deletes up to `limit` mails that were queued before this time. Returns the follower of each. */
export async function deleteOldMails(db: Db, before: string, limit: number): Promise<number[]> {
  const old = db.selectFrom('work').select('key').where('kind', '=', kind).where('queued_at', '<', before).limit(limit);
  const rows = await db
    .deleteFrom('work')
    .where('kind', '=', kind)
    .where('key', 'in', old)
    .returning('owner_id')
    .execute();
  return rows.map((row) => row.owner_id);
}

/**
 * Returns the user whose mail is due for the longest time. A user whose last try failed, or is in progress on another server,
 * waits for the time of the next try, so that later events do not come before earlier ones.
 */
export async function findDueUser(db: Db, now: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('work')
    .select('owner_id')
    .where('kind', '=', kind)
    .groupBy('owner_id')
    .having((eb) => eb.fn.min('due_at'), '<=', now)
    .having(sql<boolean>`coalesce(max(case when tries > 0 then due_at end), '') <= ${now}`)
    .orderBy((eb) => eb.fn.min('due_at'))
    .limit(1)
    .executeTakeFirst();
  return row?.owner_id;
}

/**
 * Leases the queued events of a user until the next retry. If the server dies, they are retried then. Returns the ids of the
 * events.
 */
export async function claimMails(tx: Db, userId: number, now: string): Promise<number[]> {
  const horizon = later(now, collectMs);
  const claimable = await tx
    .selectFrom('work')
    .select(['key', 'tries'])
    .where('kind', '=', kind)
    .where('owner_id', '=', userId)
    .where('due_at', '<=', horizon)
    .execute();
  const first = claimable.toSorted((one, other) => eventIdOf(one) - eventIdOf(other)).slice(0, maxEventsOfMail);
  if (first.length === 0) return [];
  const begun = first.reduce((most, { tries }) => Math.max(most, tries), 0) + 1;
  const rows = await tx
    .updateTable('work')
    .set({ tries: begun, due_at: later(now, retryAfterMs(begun)) })
    .where('kind', '=', kind)
    .where(
      'key',
      'in',
      first.map(({ key }) => key),
    )
    // False for rows that another server has claimed since they were read.
    .where('due_at', '<=', horizon)
    .returning('key')
    .execute();
  return rows.map(eventIdOf);
}

export async function deleteMails(db: Db, userId: number, eventIds: readonly number[]): Promise<void> {
  await deleteWork(
    db,
    kind,
    eventIds.map((id) => `${id}/${userId}`),
  );
}

/** Returns a user who still can sign in and wants mails, with the fields that decide which containers they see. */
export async function findRecipient(db: Db, id: number) {
  const row = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role_id', 'team_id'])
    .select(viewedTeams.as('teams'))
    .where('id', '=', id)
    .where('mails_followed', '=', 1)
    .where('deleted_at', 'is', null)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { teams, role_id, ...rest } = row;
  return { ...rest, role_id: role_id as RoleId, teams_can_view: readIds(teams) };
}
export type Recipient = NonNullable<Awaited<ReturnType<typeof findRecipient>>>;

/** Returns those of these events whose containers the recipient still follows and sees, in order. */
export async function listFollowedEvents(
  db: Db,
  recipient: Recipient,
  eventIds: readonly number[],
): Promise<FollowedEvent[]> {
  const viewer = { userId: recipient.id, seenTeamIds: teamsSeenBy(recipient) };
  return db
    .selectFrom('container_events as events')
    .innerJoin('containers', 'containers.id', 'events.container_id')
    .innerJoin('container_followers as followers', 'followers.container_id', 'containers.id')
    .leftJoin('users', 'users.id', 'events.user_id')
    .where(isOneOf(db, sql.ref('events.id'), eventIds))
    .where('followers.user_id', '=', recipient.id)
    .where('containers.deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .select(['events.container_id', 'containers.name', 'containers.container_no', 'events.what'])
    .select(['events.old_value', 'events.new_value', 'users.name as by', 'events.reason'])
    .select(['events.cause', 'events.promised_date'])
    .orderBy('events.id')
    .execute();
}
