import { findSeenContainer, mayOpenContainers } from '#features/papers/server/visible-containers.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Db } from '#server/database/db.ts';
import { fileViewer } from '../core/visible-files.queries.ts';

/** No container has this id. */
const noContainer = 0;

/**
 * Returns the id of the container by which a list of files is filtered. A container that the caller may not see has no
 * files in such a list, like one that does not exist: the list must not reveal which files are linked to it.
 */
export async function filteredContainer(db: Db, caller: Caller, id: number | undefined): Promise<number | undefined> {
  if (id === undefined) return undefined;
  return (await mayOpenContainers(db, caller)) && (await findSeenContainer(db, fileViewer(caller), id))
    ? id
    : noContainer;
}
