import type { Container } from '#features/containers/core/containers.contract.ts';
import { refusals } from '#features/containers/core/containers.texts.ts';
import { labelOf } from '#features/papers/container-labels.texts.ts';
import type { ContainerViewer } from '#features/papers/server/visible-containers.queries.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { analyze } from '#server/database/dialect/maintenance.ts';
import { inTurns, slices } from '#server/event-loop-yield.ts';
import { refusal } from '#server/refusal.ts';
import { addPaperCounts } from '../list/container-papers.queries.ts';
import { attachFiles } from '../work/event-files.queries.ts';
import { insertEvents, lastChangedBy } from './container-history.queries.ts';
import type { NewEvent } from './container-history.queries.ts';
import { isInTrash } from './container-trash.queries.ts';
import { findContainer, listByIds } from './containers.queries.ts';

const batchSize = 100;

/** Like `listByIds`, in batches, so that other requests are handled in between. */
export async function listInTurns(db: Db, viewer: ContainerViewer, ids: readonly number[]): Promise<Container[]> {
  const found: Container[] = [];
  for await (const some of inTurns(slices(ids, batchSize))) found.push(...(await listByIds(db, viewer, some)));
  return found;
}

/**
 * Returns a container with the counts of its papers. Refuses with 404 if it does not exist or the viewer does not see it. A
 * viewer who may restore containers learns from the refusal that this one was deleted.
 */
export async function containerOf(
  db: Db,
  viewer: ContainerViewer,
  id: number,
  { mayRestore = false } = {},
): Promise<Container> {
  const container = await findContainer(db, viewer, id);
  if (!container && mayRestore && (await isInTrash(db, viewer, id)))
    throw refusal.notFound('container.in_trash', refusals.inTrash);
  if (!container) throw refusal.notFound('container.not_found', refusals.gone);
  const [counted] = await addPaperCounts(db, [container]);
  return counted as Container;
}

/**
 * Returns a 409 with the name of the user who made the earlier change, and the current container. The client can then
 * show both. See docs/choices.md#status-calls-of-containers.
 */
export async function changedMeanwhile(tx: Db, container: Container) {
  const by = await lastChangedBy(tx, container.id);
  return refusal.conflict('container.changed', refusals.changedMeanwhile(by, container.status_name), { container });
}

/**
 * Adds an event with documents to the history of a container. Returns its id. Refuses with 404 documents that the viewer does not
 * see or that are not linked to the container.
 */
export async function insertEventWithFiles(
  tx: Db,
  viewer: ContainerViewer,
  event: NewEvent,
  fileIds: readonly number[] | undefined,
): Promise<number> {
  const [eventId] = (await insertEvents(tx, [event])) as [number];
  const { container_id: containerId, happened_at: at } = event;
  if (fileIds && !(await attachFiles(tx, viewer, { containerId, eventId, fileIds, at })))
    throw refusal.notFound('container.file_not_linked', refusals.evidenceNotLinked);
  return eventId;
}

/** Returns the name of a container for the audit log. */
export const thingOf = (container: Pick<Container, 'id' | 'name' | 'container_no'>, detail: string | null = null) => {
  return { id: container.id, name: labelOf(container), detail };
};

/** After a change of many containers, for the planner of the database. */
export const analyzeContainers = ({ db, deferred }: Context): void =>
  deferred.run(0, 'The statistics of the database could not be updated', () =>
    analyze(db, ['containers', 'container_events']),
  );
