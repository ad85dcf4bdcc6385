import type { Parts } from '#server/parts.ts';
import { daysLeftInTrash } from '#shared/calendar.ts';
import { container } from '../containers.contract.ts';
import type { Container, ContainerCounts, ContainerEvent, TrashedContainer } from '../containers.contract.ts';
import type { DisplayedStatus } from '../containers.rules.ts';
import type { ContainerFilter, DelayKind } from './containers.queries.ts';
import {
  countByStatus,
  countContainers,
  listContainers,
  listDelays,
  listEvents,
  listTrash,
} from './containers.queries.ts';
import { containerOf, serverToday } from './containers.service.ts';

/** Containers read at a time: enough to be quick, few enough that other calls get their turn. */
const containersAtATime = 500;

/** JSON of every container, newest first, written while it is read. */
export async function* streamContainers({ reader }: Parts): AsyncIterable<string> {
  let after: number | undefined;
  yield '[';
  for (;;) {
    const rows = await listContainers(reader, { after, limit: containersAtATime });
    const texts = rows.map((row) => JSON.stringify(container.parse(row)));
    if (texts.length > 0) yield (after === undefined ? '' : ',') + texts.join(',');
    if (rows.length < containersAtATime) break;
    after = rows.at(-1)?.id;
    // Lets other calls in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  yield ']';
}

type PageInput = {
  search?: string | undefined;
  status?: DisplayedStatus | undefined;
  pfi_month?: number | undefined;
  ex_factory_month?: number | undefined;
  today?: string | undefined;
  after?: number | undefined;
  limit: number;
};

/** One page of the screen, how many are found in all, and the counts of the cards. */
export async function pageOfContainers(
  parts: Parts,
  input: PageInput,
): Promise<{ containers: Container[]; next: number | null; found: number; counts: ContainerCounts }> {
  const today = input.today ?? serverToday(parts);
  const filter: ContainerFilter = {
    search: input.search ?? '',
    status: input.status,
    pfiMonth: input.pfi_month,
    exFactoryMonth: input.ex_factory_month,
    today,
  };
  const [rows, found, counts] = await Promise.all([
    listContainers(parts.reader, { after: input.after, limit: input.limit + 1, filter }),
    countContainers(parts.reader, filter),
    countByStatus(parts.reader, today),
  ]);
  const { items: containers, next } = cut(rows, input.limit);
  return { containers, next, found, counts };
}

/** One more than asked for tells whether there is a next page, which begins after the last one shown. */
function cut<T extends { id: number }>(rows: T[], limit: number): { items: T[]; next: number | null } {
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** Refuses 404 a container that is not there. */
export async function delaysOf({ db }: Parts, id: number, kind: DelayKind) {
  await containerOf(db, id);
  return listDelays(db, { containerId: id, kind, limit: 500 });
}

/** Refuses 404 a container that is not there. */
export async function historyOf(
  { db }: Parts,
  { id, after, limit }: { id: number; after?: number | undefined; limit: number },
): Promise<{ events: ContainerEvent[]; next: number | null }> {
  await containerOf(db, id);
  const { items, next } = cut(await listEvents(db, { containerId: id, after, limit: limit + 1 }), limit);
  return { events: items as ContainerEvent[], next };
}

export async function pageOfTrash(
  parts: Parts,
  { after, limit }: { after?: number | undefined; limit: number },
): Promise<{ containers: TrashedContainer[]; next: number | null }> {
  const { items, next } = cut(await listTrash(parts.reader, { after, limit: limit + 1 }), limit);
  const now = parts.clock();
  return { containers: items.map((one) => ({ ...one, days_left: daysLeftInTrash(one.deleted_at, now) })), next };
}
