import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals as containerRefusals } from '#features/containers/core/containers.texts.ts';
import { findContainer } from '#features/containers/server/core/containers.queries.ts';
import { withThumbnails } from '#features/extraction/server/extraction.queries.ts';
import { mayEditFile } from '#features/files/core/files.rules.ts';
import { refusals as fileRefusals } from '#features/files/core/files.texts.ts';
import { findFile, listStoredFiles } from '#features/files/server/core/files.queries.ts';
import { recordLinks } from '#features/files/server/core/link-events.queries.ts';
import { fileViewer, maySeeFile, refuseUnseen } from '#features/files/server/core/visible-files.queries.ts';
import { findSeenContainer } from '#features/papers/server/visible-containers.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { refusal } from '#server/refusal.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import type { containerFilesContract } from '../container-files.contract.ts';
import { refusals } from '../container-files.texts.ts';
import {
  countLinkedFiles,
  insertLinks,
  listLinkedContainers,
  listLinkedFiles,
  removeLink,
} from './container-files.queries.ts';

type Input<Call extends keyof typeof containerFilesContract> = ParsedInputOf<(typeof containerFilesContract)[Call]>;

const noContainer = () => refusal.notFound('container.not_found', containerRefusals.gone);

/** Refuses with 404 a container that does not exist or that the caller does not see. */
export async function containerSeenBy(db: Db, caller: Caller, id: number): Promise<Container> {
  const container = await findContainer(db, fileViewer(caller), id);
  if (!container) throw noContainer();
  return container;
}

export async function filesOf({ db }: Context, caller: Caller, { id, after, limit }: Input<'files'>) {
  const viewer = fileViewer(caller);
  if (!(await findSeenContainer(db, viewer, id))) throw noContainer();
  const [{ files, next }, found] = await Promise.all([
    listLinkedFiles(db, viewer, { containerId: id, after, limit }),
    countLinkedFiles(db, viewer, id),
  ]);
  return { files: await withThumbnails(db, files), next, found };
}

/** Refuses with 404 unless the caller may see the file. */
export async function containersOf({ db }: Context, caller: Caller, id: number) {
  const file = await findFile(db, id);
  if (!file || !maySeeFile(caller, file)) throw refusal.notFound('file.not_found', fileRefusals.gone);
  return { containers: await listLinkedContainers(db, fileViewer(caller), id) };
}

/** Roles 1 and 2 link every file that they see, role 3 those that the user uploaded. */
export async function linkFiles(ctx: Context, caller: Caller, { id, file_ids }: Input<'link'>) {
  const asked = [...new Set(file_ids)];
  const linked = await transactAs(ctx, caller, async (tx, write) => {
    const container = await containerSeenBy(tx, write.by, id);
    const files = await listStoredFiles(tx, asked);
    refuseUnseen(write.by, asked, files);
    if (!files.every((file) => mayEditFile(write.by, file)))
      throw refusal.forbidden('file.not_owner', refusals.onlyOwnFiles);
    const added = new Set(await insertLinks(tx, { containerId: id, fileIds: asked, by: caller.id, at: write.at }));
    const newlyLinked = files.filter((file) => added.has(file.id));
    await recordLinks(write, 'linked', container, newlyLinked);
    return newlyLinked.length;
  });
  return { linked };
}

export async function unlinkFile(ctx: Context, caller: Caller, { id, file_id }: Input<'unlink'>): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    const container = await containerSeenBy(tx, write.by, id);
    const file = await findFile(tx, file_id);
    if (!file || !maySeeFile(write.by, file)) throw refusal.notFound('file.not_found', fileRefusals.gone);
    if (!mayEditFile(write.by, file)) throw refusal.forbidden('file.not_owner', refusals.onlyOwnFiles);
    if (!(await removeLink(tx, id, file_id, write.at)))
      throw refusal.notFound('container.file_not_linked', refusals.notLinked);
    await recordLinks(write, 'unlinked', container, [file]);
  });
}
