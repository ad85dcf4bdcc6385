import { asFile, fileColumns } from '#features/files/server/core/files.queries.ts';
import { isVisibleTo } from '#features/files/server/core/visible-files.queries.ts';
import type { FileViewer } from '#features/files/server/core/visible-files.queries.ts';
import { isContainerVisibleTo } from '#features/papers/server/visible-containers.queries.ts';
import type { Db } from '#server/database/db.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { LinkedContainer, LinkedFile } from '../container-files.contract.ts';
import { maxListed } from '../container-files.rules.ts';
import type { WayOfLinking } from '../container-files.rules.ts';

const linkColumns = [
  'links.how',
  'links.found',
  'links.linked_by',
  'links.linked_at',
  'linker.name as linker',
] as const;

type LinkRow = {
  how: string;
  found: string | null;
  linked_by: number | null;
  linked_at: string;
  linker: string | null;
};

const asLink = ({ how, found, linked_by, linked_at, linker }: LinkRow) => ({
  how: how as WayOfLinking,
  found,
  linked_at,
  linked_by: linked_by === null || linker === null ? null : { id: linked_by, name: linker },
});

const links = (db: Db) =>
  db
    .selectFrom('container_files as links')
    .where('links.removed_at', 'is', null)
    .leftJoin('users as linker', 'linker.id', 'links.linked_by');

const filesOf = (db: Db, containerId: number) =>
  links(db)
    .innerJoin('files', 'files.id', 'links.file_id')
    .where('files.trashed_at', 'is', null)
    .where('links.container_id', '=', containerId);

/** Newest file first, beginning after the id `after`. */
export async function listLinkedFiles(
  db: Db,
  viewer: FileViewer,
  { containerId, ...page }: Page<number> & { containerId: number },
): Promise<{ files: LinkedFile[]; next: number | null }> {
  const linked = filesOf(db, containerId)
    .where(isVisibleTo(viewer))
    .leftJoin('users', 'users.id', 'files.user_id')
    .leftJoin('file_types', 'file_types.id', 'files.file_type_id')
    .select([...fileColumns, 'file_types.name as file_type_name', ...linkColumns]);
  const { rows, next } = await pageById(linked, 'files.id', page);
  const files = rows.map(({ how, found, linked_by, linked_at, linker, ...row }) => ({
    ...asFile(row),
    ...asLink({ how, found, linked_by, linked_at, linker }),
  }));
  return { files, next };
}

/** Returns the number of linked files that the viewer sees. */
export async function countLinkedFiles(db: Db, viewer: FileViewer, containerId: number): Promise<number> {
  const { found } = await filesOf(db, containerId)
    .where(isVisibleTo(viewer))
    .select((eb) => eb.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow();
  return found;
}

/** The newest 200 linked containers that the viewer sees. */
export async function listLinkedContainers(db: Db, viewer: FileViewer, fileId: number): Promise<LinkedContainer[]> {
  const rows = await links(db)
    .innerJoin('containers', 'containers.id', 'links.container_id')
    .where('containers.deleted_at', 'is', null)
    .where('links.file_id', '=', fileId)
    .where(isContainerVisibleTo(viewer))
    .select(['containers.id', 'containers.name', 'containers.container_no', 'containers.status_id', ...linkColumns])
    .orderBy('containers.id', 'desc')
    .limit(maxListed)
    .execute();
  return rows.map(({ id, name, container_no, status_id, ...link }) => {
    return { id, name, container_no, status_id, ...asLink(link) };
  });
}

/** Links files by hand. Returns the ids of those that were not linked before. */
export async function insertLinks(
  tx: Db,
  { containerId, fileIds, by, at }: { containerId: number; fileIds: readonly number[]; by: number; at: string },
): Promise<number[]> {
  const link = { how: 'hand', found: null, linked_by: by, linked_at: at, removed_at: null };
  const rows = await tx
    .insertInto('container_files')
    .values(fileIds.map((file_id) => ({ container_id: containerId, file_id, ...link })))
    .onConflict((conflict) =>
      conflict
        .columns(['container_id', 'file_id'])
        .doUpdateSet(link)
        .where('container_files.removed_at', 'is not', null),
    )
    .returning('file_id')
    .execute();
  return rows.map((row) => row.file_id);
}

/** Returns false if the file is not linked. */
export async function removeLink(tx: Db, containerId: number, fileId: number, at: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('container_files')
    .set({ removed_at: at })
    .where('container_id', '=', containerId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
