import type { FilterInput } from '#features/containers/core/container-fields.contract.ts';
import type { ListGroup } from '#features/containers/core/container-fields.rules.ts';
import { container } from '#features/containers/core/containers.contract.ts';
import type {
  Container,
  ContainerCounts,
  ContainerEvent,
  ContainerTotals,
  TrashedContainer,
} from '#features/containers/core/containers.contract.ts';
import { mondayOf } from '#features/containers/list/container-groups.rules.ts';
import { nameLinkedFiles } from '#features/files/server/core/link-events.queries.ts';
import { fileViewer } from '#features/files/server/core/visible-files.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import type { Page } from '#server/database/page-of.ts';
import { managingRoles } from '#shared/access.ts';
import { daysLeftInTrash, localDate } from '#shared/calendar.ts';
import { listDelays, listEvents } from '../core/container-history.queries.ts';
import type { DelayKind } from '../core/container-outcomes.queries.ts';
import { containerOf } from '../core/container-record.service.ts';
import { listTrash } from '../core/container-trash.queries.ts';
import { listByIds, listNewest } from '../core/containers.queries.ts';
import { withEventFiles } from '../work/event-files.queries.ts';
import { countByStatus, countByValue, countContainers, sumContainers } from './container-counts.queries.ts';
import type { ContainerFilter } from './container-filters.queries.ts';
import { addPaperCounts } from './container-papers.queries.ts';
import { addLastEntries } from './last-entries.queries.ts';
import { listIds } from './page-ids.queries.ts';
import type { ListOrder } from './sort-orders.queries.ts';

/**
 * Number of containers in one query: large enough to be fast, small enough not to delay other requests. With batches of 500,
 * several lists at once made other calls wait for a second.
 */
const batchSize = 100;

/** Streams every container as JSON, newest first. */
export async function* streamContainers({ listDb }: Context, caller: Caller): AsyncIterable<string> {
  let after: number | undefined;
  yield '[';
  for (;;) {
    const { containers, next } = await listNewest(listDb, fileViewer(caller), { after, limit: batchSize });
    const texts = containers.map((row) => JSON.stringify(container.parse(row)));
    if (texts.length > 0) yield (after === undefined ? '' : ',') + texts.join(',');
    if (next === null) break;
    after = next;
    // Lets the event loop handle other requests.
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield ']';
}

type PageInput = FilterInput & ListOrder & { after?: number | undefined; limit: number };

/** Returns the current day in the server's time zone (TZ). */
const serverToday = ({ clock }: Context) => localDate(clock());

/** Returns the filters of a request for the rows that the caller sees. */
export const filterOf = (ctx: Context, caller: Caller, input: FilterInput): ContainerFilter => ({
  ...input,
  today: input.today ?? serverToday(ctx),
  viewer: fileViewer(caller),
});

/** Returns one page, and the number of containers that match the filters. */
export async function pageOfContainers(
  ctx: Context,
  caller: Caller,
  { after, limit, sort, order, group, ...input }: PageInput,
): Promise<{ containers: Container[]; next: number | null; found: number }> {
  const { listDb } = ctx;
  const filter = filterOf(ctx, caller, input);
  const [found, { ids, next }] = await Promise.all([
    countContainers(listDb, filter),
    listIds(listDb, filter, { order: { sort, order, group }, after, limit }),
  ]);
  const visible = await addLastEntries(listDb, filter.viewer, await listByIds(listDb, filter.viewer, ids));
  return { containers: await addPaperCounts(listDb, visible), next, found };
}

const maxGroups = 1000;

/** Returns the sums of the filtered containers, and the number of containers in each group. */
export async function totalsOf(
  ctx: Context,
  caller: Caller,
  { group, ...input }: FilterInput & { group?: ListGroup | undefined },
): Promise<ContainerTotals> {
  const filter = filterOf(ctx, caller, input);
  const [sums, values] = await Promise.all([
    sumContainers(ctx.listDb, filter),
    group && countByValue(ctx.listDb, filter, group),
  ]);
  if (!values) return sums;
  const groups = new Map<string | number | null, number>();
  for (const { value, rows } of values) {
    const key = group === 'week' && value !== null ? mondayOf(String(value)) : value;
    groups.set(key, (groups.get(key) ?? 0) + rows);
  }
  const largest = [...groups].toSorted(([, one], [, other]) => other - one).slice(0, maxGroups);
  return { ...sums, groups: largest.map(([key, rows]) => ({ key, rows })) };
}

/** Returns the numbers of the count cards. */
export const countContainersByStatus = (
  ctx: Context,
  caller: Caller,
  { today = serverToday(ctx) }: { today?: string | undefined },
): Promise<ContainerCounts> => countByStatus(ctx.listDb, { viewer: fileViewer(caller), today });

/** Refuses with 404 a container that does not exist or that the caller does not see. */
export async function findOne({ db }: Context, caller: Caller, id: number): Promise<Container> {
  const viewer = fileViewer(caller);
  const mayRestore = managingRoles.includes(caller.role_id);
  const [found] = await addLastEntries(db, viewer, [await containerOf(db, viewer, id, { mayRestore })]);
  return found as Container;
}

/** Returns the containers before and after one in a filtered and sorted list. */
export async function neighboursOf(
  ctx: Context,
  caller: Caller,
  { id, sort, order, group, ...input }: FilterInput & ListOrder & { id: number },
): Promise<{ previous: number | null; next: number | null }> {
  const filter = filterOf(ctx, caller, input);
  await containerOf(ctx.db, filter.viewer, id);
  const beside = async (reversed: boolean) => {
    const { ids } = await listIds(ctx.listDb, filter, { order: { sort, order, group, reversed }, after: id, limit: 1 });
    return ids[0] ?? null;
  };
  const [previous, next] = await Promise.all([beside(true), beside(false)]);
  return { previous, next };
}

/** Refuses with 404 if the container does not exist or the caller does not see it. */
export async function delaysOf({ db }: Context, caller: Caller, id: number, kind: DelayKind) {
  await containerOf(db, fileViewer(caller), id);
  return listDelays(db, { containerId: id, kind, limit: 500 });
}

/** Refuses with 404 if the container does not exist or the caller does not see it. */
export async function historyOf(
  { db }: Context,
  caller: Caller,
  { id, ...page }: Page<number> & { id: number },
): Promise<{ events: ContainerEvent[]; next: number | null }> {
  const viewer = fileViewer(caller);
  await containerOf(db, viewer, id);
  const { rows, next } = await listEvents(db, viewer, { containerId: id, ...page });
  const events = await withEventFiles(db, viewer, await nameLinkedFiles(db, viewer, rows));
  return { events: events as ContainerEvent[], next };
}

export async function pageOfTrash(
  ctx: Context,
  caller: Caller,
  page: Page<number>,
): Promise<{ containers: TrashedContainer[]; next: number | null }> {
  const { containers, next } = await listTrash(ctx.listDb, fileViewer(caller), page);
  const now = ctx.clock();
  return { containers: containers.map((one) => ({ ...one, days_left: daysLeftInTrash(one.deleted_at, now) })), next };
}
