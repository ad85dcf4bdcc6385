import type { ContainerEvent } from '#features/containers/core/containers.contract.ts';
import type { Visit } from '#features/containers/work/container-visits.contract.ts';
import { nameLinkedFiles } from '#features/files/server/core/link-events.queries.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { listEventsByIds } from '../core/container-history.queries.ts';
import { findVisit, findNewestEvent, listEventsOfOthers, saveVisit } from './container-visits.queries.ts';
import type { StoredVisit } from './container-visits.queries.ts';

/** A visit ends when the dashboard was not loaded for this time. Our choice. */
const visitMs = 30 * 60 * 1000;

const maxChanges = 1000;
const maxShown = 5;

/** Stores the visit, and returns what others have changed since the visit before. */
export async function recordVisit(ctx: Context, caller: Caller): Promise<Visit> {
  const now = ctx.clock();
  const { since_at, since_event } = await transactAs(ctx, caller, async (tx) => {
    const visit = nextVisit(await findVisit(tx, caller.id), now, await findNewestEvent(tx));
    await saveVisit(tx, caller.id, visit);
    return visit;
  });
  if (since_at === null || since_event === null) return { since: null, changed: 0, more: false, containers: [] };
  const found = await listEventsOfOthers(ctx.listDb, fileViewer(caller), {
    after: since_event,
    userId: caller.id,
    limit: maxChanges + 1,
  });
  const changes = Map.groupBy(found.slice(0, maxChanges), (event) => event.container_id);
  const shown = [...changes.values()].slice(0, maxShown);
  const events = await listEventsByIds(
    ctx.listDb,
    shown.flatMap(([newest]) => (newest ? [newest.id] : [])),
  );
  const named = (await nameLinkedFiles(ctx.listDb, fileViewer(caller), events)) as ContainerEvent[];
  return {
    since: since_at,
    changed: changes.size,
    more: found.length > maxChanges,
    containers: shown.flatMap((of) => {
      const [newest] = of;
      const last = named.find(({ id }) => id === newest?.id);
      if (!newest || !last) return [];
      return [
        { id: newest.container_id, name: newest.name, container_no: newest.container_no, changes: of.length, last },
      ];
    }),
  };
}

/** A request within half an hour continues the visit, so a reload of the page shows the same changes. */
function nextVisit(before: StoredVisit | undefined, now: Date, newest: number): StoredVisit {
  const looked = { looked_at: now.toISOString(), looked_until: newest };
  if (!before) return { ...looked, since_at: null, since_event: null };
  const isSameVisit = now.getTime() - Date.parse(before.looked_at) < visitMs;
  if (isSameVisit) return { ...looked, since_at: before.since_at, since_event: before.since_event };
  return { ...looked, since_at: before.looked_at, since_event: before.looked_until };
}
