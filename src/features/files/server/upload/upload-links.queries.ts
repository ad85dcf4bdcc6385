import { findSeenContainer } from '#features/papers/server/visible-containers.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Db } from '#server/database/db.ts';
import { recordLinks, removeLinkEntries } from '../core/link-events.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';

/**
 * Links new files to a container by hand, with the records of such links. A link that the server has just made by a
 * number becomes one by hand, so that a new name of the file does not end it, and the entry of the server is removed, so
 * that the upload has one. Returns false, and links nothing, if the viewer does not see the container.
 */
export async function linkToContainer(
  write: Write<Caller>,
  viewer: FileViewer,
  { containerId, files }: { containerId: number; files: readonly { id: number; name: string }[] },
): Promise<boolean> {
  const { tx, by, at } = write;
  const container = await findSeenContainer(tx, viewer, containerId);
  if (!container) return false;
  const link = { how: 'hand', found: null, linked_by: by.id, linked_at: at, removed_at: null };
  await tx
    .insertInto('container_files')
    .values(files.map(({ id }) => ({ container_id: containerId, file_id: id, ...link })))
    .onConflict((conflict) => conflict.columns(['container_id', 'file_id']).doUpdateSet(link))
    .execute();
  await removeLinkEntries(tx, { containerId, fileIds: files.map(({ id }) => id), by: null, since: at });
  const linked = files.map(({ id, name }) => ({ id, filename: name }));
  await recordLinks(write, 'linked', container, linked);
  return true;
}

export async function isLinked(db: Db, containerId: number, fileId: number): Promise<boolean> {
  const row = await db
    .selectFrom('container_files')
    .select('file_id')
    .where('container_id', '=', containerId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
