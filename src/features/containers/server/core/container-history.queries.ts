import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { DelayLog } from '#features/containers/core/containers.contract.ts';
import type { DelayCategory } from '#features/containers/core/containers.rules.ts';
import { systemName } from '#features/containers/core/containers.texts.ts';
import { isOfSeenFile } from '#features/files/server/core/link-events.queries.ts';
import type { FileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { Tables } from '#server/database/tables.ts';
import { normalForm } from '#shared/fold.ts';
import { queueMails } from '../work/follower-mails.queries.ts';
import type { DelayKind } from './container-outcomes.queries.ts';

export type NewEvent = Insertable<Tables['container_events']>;

/** A search finds comments. */
const withSearchText = (event: NewEvent) =>
  event.what === 'comment' ? { ...event, search_text: normalForm(event.new_value ?? '') } : event;

/** Also queues the mails to the followers. Returns the ids of the events. */
export async function insertEvents(tx: Db, events: NewEvent[]): Promise<number[]> {
  if (events.length === 0) return [];
  const inserted = tx.insertInto('container_events').values(events.map(withSearchText));
  const rows = await inserted.returning(['id', 'what']).execute();
  await queueMails(tx, rows, (events[0] as NewEvent).happened_at);
  return rows.map(({ id }) => id);
}

/** Returns those of these containers in whose history a person has more than the creation: a comment or a document. */
export async function listUsedByPeople(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('container_events')
    .select('container_id')
    .distinct()
    .where('container_id', 'in', ids)
    .where('what', '<>', 'created')
    .where('user_id', 'is not', null)
    .execute();
  return rows.map((row) => row.container_id);
}

const withActors = (db: Db) =>
  db.selectFrom('container_events').leftJoin('users', 'users.id', 'container_events.user_id');

const eventsOf = (db: Db, containerId: number) => withActors(db).where('container_id', '=', containerId);

const actorName = sql<string>`coalesce(users.name, ${systemName})`.as('user_name');

/** Returns the newest delays, newest first. */
export async function listDelays(
  db: Db,
  { containerId, kind, limit }: { containerId: number; kind: DelayKind; limit: number },
): Promise<DelayLog[]> {
  const rows = await eventsOf(db, containerId)
    .orderBy('container_events.id', 'desc')
    .where('what', '=', `delay_${kind}`)
    .select(['container_events.id', actorName, 'reason', 'category', 'happened_at as logged_at'])
    .limit(limit)
    .execute();
  return rows.map(({ reason, category, ...row }) => ({
    ...row,
    reason: reason ?? '',
    category: category as DelayCategory | null,
  }));
}

const eventColumns = [
  'container_events.id',
  'what',
  'old_value',
  'new_value',
  actorName,
  'reason',
  'category',
  'happened_at',
] as const;

/** Returns the entry only if it is in the history of this container. */
export async function findEvent(db: Db, containerId: number, id: number) {
  const entries = db.selectFrom('container_events').select(['what', 'old_value', 'new_value']);
  return entries.where('id', '=', id).where('container_id', '=', containerId).executeTakeFirst();
}

/** Newest first. */
export async function listEventsByIds(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return withActors(db)
    .where('container_events.id', 'in', ids)
    .select(eventColumns)
    .orderBy('container_events.id', 'desc')
    .execute();
}

/** Newest first, without the links to files that the viewer does not see. */
export async function listEvents(
  db: Db,
  viewer: FileViewer,
  { containerId, ...page }: Page<number> & { containerId: number },
) {
  const events = eventsOf(db, containerId).where(isOfSeenFile(viewer)).select(eventColumns);
  return pageById(events, 'container_events.id', page);
}

/** Returns the name of the user who changed the container last. */
export async function lastChangedBy(db: Db, containerId: number): Promise<string> {
  // Leaves out links, because they do not change the version of a container.
  const changes = eventsOf(db, containerId).where('what', 'not in', ['linked', 'unlinked']);
  const row = await changes.select(actorName).orderBy('container_events.id', 'desc').limit(1).executeTakeFirst();
  return row?.user_name ?? systemName;
}

/** Returns the delays of all containers that the viewer sees, newest first. */
export async function listDelaysOfAll(
  db: Db,
  viewer: ContainerViewer,
  { containerId, ...page }: Page<number> & { containerId: number | undefined },
) {
  const delays = withActors(db)
    .innerJoin('containers', 'containers.id', 'container_events.container_id')
    .where('what', 'in', ['delay_pfi', 'delay_ex_factory'])
    .where('containers.deleted_at', 'is', null)
    .where(isContainerVisibleTo(viewer))
    .$if(containerId !== undefined, (query) => query.where('container_events.container_id', '=', containerId as number))
    .select(['container_events.id', 'container_id', 'containers.name', 'containers.container_no', 'what', actorName])
    .select(['reason', 'category', 'happened_at']);
  return pageById(delays, 'container_events.id', page);
}
