import { removeLinkEntries } from '#features/files/server/core/link-events.queries.ts';
import { isVisibleTo } from '#features/files/server/core/visible-files.queries.ts';
import type { FileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Db } from '#server/database/db.ts';

/** Documents are uploaded for an entry while it is written. Our choice: an upload this long before it belongs to it. */
const uploadedBeforeMs = 3_600_000;

/**
 * Adds documents to an entry of the history of a container, which replaces the entries that the viewer has just made by their
 * upload. Returns false, and adds nothing, unless the viewer sees each of them and each is linked to the container.
 */
export async function attachFiles(
  tx: Db,
  viewer: FileViewer,
  {
    containerId,
    eventId,
    fileIds,
    at,
  }: { containerId: number; eventId: number; fileIds: readonly number[]; at: string },
): Promise<boolean> {
  const ids = [...new Set(fileIds)];
  if (ids.length === 0) return true;
  const linked = await tx
    .selectFrom('container_files')
    .innerJoin('files', 'files.id', 'container_files.file_id')
    .select('files.id')
    .where('container_files.container_id', '=', containerId)
    .where('container_files.file_id', 'in', ids)
    .where('container_files.removed_at', 'is', null)
    .where('files.trashed_at', 'is', null)
    .where(isVisibleTo(viewer))
    .execute();
  if (linked.length < ids.length) return false;
  await tx
    .insertInto('event_files')
    .values(ids.map((file_id) => ({ event_id: eventId, file_id })))
    .execute();
  const since = new Date(Date.parse(at) - uploadedBeforeMs).toISOString();
  await removeLinkEntries(tx, { containerId, fileIds: ids, by: viewer.userId, since });
  return true;
}

/** Returns all documents of an entry, also those in the trash. */
export async function listEventFileIds(db: Db, eventId: number): Promise<number[]> {
  const rows = await db.selectFrom('event_files').select('file_id').where('event_id', '=', eventId).execute();
  return rows.map(({ file_id }) => file_id);
}

export type EventFiles = { files?: { id: number; filename: string }[] };

/** Adds to each event its documents outside the trash that the viewer sees, by name. */
export async function withEventFiles<E extends { id: number }>(
  db: Db,
  viewer: FileViewer,
  events: readonly E[],
): Promise<(E & EventFiles)[]> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [...events];
  const seen = await db
    .selectFrom('event_files')
    .innerJoin('files', 'files.id', 'event_files.file_id')
    .where('event_files.event_id', 'in', ids)
    .where('files.trashed_at', 'is', null)
    .where(isVisibleTo(viewer))
    .select(['event_id', 'files.id', 'files.filename'])
    .orderBy('files.name_folded')
    .orderBy('files.id')
    .execute();
  const filesOf = Map.groupBy(seen, ({ event_id }) => event_id);
  return events.map((event) => {
    const files = filesOf.get(event.id);
    return files ? { ...event, files: files.map(({ id, filename }) => ({ id, filename })) } : event;
  });
}
