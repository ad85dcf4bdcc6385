import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Recorded } from '#features/audit/server/audit.queries.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { isVisibleTo } from './visible-files.queries.ts';
import type { FileViewer } from './visible-files.queries.ts';

type Named = { id: number; filename: string };
type Labelled = { id: number; name: string; container_no: string };

/**
 * Records links in the histories of the container and of the files and in the audit log. The histories contain ids. A reader
 * who may not see the other side gets no entry: see `isOfSeenFile` and `isOfSeenContainer`.
 */
export async function recordLinks(
  write: Recorded & { by: { id: number } },
  what: 'linked' | 'unlinked',
  container: Labelled,
  files: readonly Named[],
): Promise<void> {
  if (files.length === 0) return;
  const { tx, by, at } = write;
  const event = { what, user_id: by.id, happened_at: at };
  await tx
    .insertInto('container_events')
    .values(files.map((file) => ({ container_id: container.id, new_value: String(file.id), ...event })))
    .execute();
  await tx
    .insertInto('file_events')
    .values(files.map((file) => ({ file_id: file.id, old_value: null, new_value: String(container.id), ...event })))
    .execute();
  const detail = labelOf(container);
  const linkedTo = { detail, container: { id: container.id, name: detail } };
  await recordAudit(write, `file.${what}`, ...files.map(({ id, filename }) => ({ id, name: filename, ...linkedTo })));
}

/**
 * Removes the entries about links that the user (null: the server) has made since then from the history of a container, because
 * another entry of the same action names these files.
 */
export async function removeLinkEntries(
  tx: Db,
  {
    containerId,
    fileIds,
    by,
    since,
  }: { containerId: number; fileIds: readonly number[]; by: number | null; since: string },
): Promise<void> {
  await tx
    .deleteFrom('container_events')
    .where('container_id', '=', containerId)
    .where('what', '=', 'linked')
    .where('user_id', by === null ? 'is' : '=', by)
    .where('happened_at', '>=', since)
    .where('new_value', 'in', fileIds.map(String))
    .execute();
}

/** The SQL condition that an entry of a history is no link, or one to a row of `table` that fulfils `condition`. */
function isOfSeen(
  viewer: FileViewer,
  events: 'container_events' | 'file_events',
  table: 'files' | 'containers',
  condition: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> {
  if (viewer.seenTeamIds === undefined) return sql`1 = 1`;
  const [what, value] = [sql.ref(`${events}.what`), sql.ref(`${events}.new_value`)];
  // `case`, because PostgreSQL may convert the values of other entries too.
  return sql`(${what} not in ('linked', 'unlinked') or exists (select 1 from ${sql.table(table)} where ${condition}
    and ${sql.ref(`${table}.id`)} = case when ${what} in ('linked', 'unlinked') then cast(${value} as bigint) end))`;
}

/** Leaves out the links to files that the viewer does not see from the histories of containers. */
export const isOfSeenFile = (viewer: FileViewer) => isOfSeen(viewer, 'container_events', 'files', isVisibleTo(viewer));

/** Leaves out the links to containers that the viewer does not see from the histories of files. */
export const isOfSeenContainer = (viewer: FileViewer) =>
  isOfSeen(viewer, 'file_events', 'containers', isContainerVisibleTo(viewer));

/** The SQL condition that an entry of the history of a file is no link. */
export const isNoLink = sql<SqlBool>`file_events.what not in ('linked', 'unlinked')`;

/**
 * The links that the server has made to containers that the viewer sees, as events of the history of a file. They need no rows
 * of their own.
 */
export async function listLinksByNumber(db: Db, viewer: FileViewer, fileId: number, limit: number) {
  const rows = await db
    .selectFrom('container_files')
    .innerJoin('containers', 'containers.id', 'container_files.container_id')
    .where(isContainerVisibleTo(viewer))
    .select(['container_id', 'linked_at'])
    .where('file_id', '=', fileId)
    .where('how', '<>', 'hand')
    .orderBy('linked_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ container_id, linked_at }) => ({
    what: 'linked' as const,
    user: null,
    old_value: null,
    new_value: String(container_id),
    happened_at: linked_at,
  }));
}

type Event = { what: string; new_value: string | null };

const isLink = ({ what }: Event) => what === 'linked' || what === 'unlinked';
const idsIn = (events: readonly Event[]) => [
  ...new Set(
    events.filter((event) => isLink(event) && event.new_value !== null).map(({ new_value }) => Number(new_value)),
  ),
];
const withNames = <E extends Event>(events: readonly E[], names: ReadonlyMap<number, string>): E[] =>
  events.map((event) => (isLink(event) ? { ...event, new_value: names.get(Number(event.new_value)) ?? null } : event));

/** Replaces the ids in the links of a container's history by the names of the files that the viewer sees. */
export async function nameLinkedFiles<E extends Event>(db: Db, viewer: FileViewer, events: readonly E[]): Promise<E[]> {
  const ids = idsIn(events);
  if (ids.length === 0) return [...events];
  const rows = await db
    .selectFrom('files')
    .select(['id', 'filename'])
    .where('id', 'in', ids)
    .where(isVisibleTo(viewer))
    .execute();
  return withNames(events, new Map(rows.map((row) => [row.id, row.filename])));
}

/** Replaces the ids in the links of a file's history by the containers that the viewer sees. */
export async function nameLinkedContainers<E extends Event>(
  db: Db,
  viewer: FileViewer,
  events: readonly E[],
): Promise<E[]> {
  const ids = idsIn(events);
  if (ids.length === 0) return [...events];
  const rows = await db
    .selectFrom('containers')
    .select(['id', 'name', 'container_no'])
    .where('id', 'in', ids)
    .where(isContainerVisibleTo(viewer))
    .execute();
  return withNames(events, new Map(rows.map((row) => [row.id, labelOf(row)])));
}
