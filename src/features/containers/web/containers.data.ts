import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, QueryClient, UseInfiniteQueryResult } from '@tanstack/react-query';
import { containersContract } from '#features/containers/core/containers.contract.ts';
import type { Container, containerConflict } from '#features/containers/core/containers.contract.ts';
import { overdueCheckEveryMs, restAfterMoveMs } from '#features/containers/core/containers.rules.ts';
import { ownTexts, texts } from '#features/containers/core/containers.texts.ts';
import { listQueryOf } from '#features/containers/list/container-neighbours.rules.ts';
import { containersView, filterOf, orderOf } from '#features/containers/list/containers-view.rules.ts';
import type { ContainersView, Layout } from '#features/containers/list/containers-view.rules.ts';
import { containerWorkContract } from '#features/containers/work/container-work.contract.ts';
import { numberOf } from '#features/papers/container-number.rules.ts';
import { localDate } from '#shared/calendar.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import type { Failure } from '#shared/failure.ts';
import { CallFailure } from '#web/call-failure.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { containersKey } from '#web/query-keys.ts';

/** The saved views of the user and the shared ones. */
export const viewsQuery = callQuery(['container views'], containerWorkContract.views);

const pagesKey = [...containersKey, 'pages'] as const;

/**
 * Page sizes. The first page fills a screen of 1440 pixels and has at most 60 KB, because a container has up to 1.4 KB.
 * Later pages are larger to reduce requests. A row of the table is a fourth as high as a card.
 */
const firstPage = 40;
const nextPage: Record<Layout, number> = { cards: 100, table: 200 };

type Page = AnswerOf<typeof containersContract.page>;
export type ContainerList = UseInfiniteQueryResult<InfiniteData<Page>>;

let restEnded: Promise<void> = Promise.resolve();

/** Delays the new order of the lists after a move by touch, so that no other container comes under the finger. */
export function beginRest(): void {
  restEnded = new Promise((resolve) => setTimeout(resolve, restAfterMoveMs));
}

/**
 * The list, page by page. It is fetched again every 60 seconds while it is visible. `today` is the day of the browser.
 * Cards and table share the loaded pages.
 */
export function containerPagesQuery(view: ContainersView, today: string, layout: Layout) {
  // Cards have no groups.
  const order = orderOf(layout === 'table' ? view : { ...view, group: undefined });
  const filter = { ...filterOf(view, today), ...order };
  return infiniteQueryOptions({
    queryKey: [...pagesKey, filter],
    queryFn: async ({ pageParam: after, signal, client, queryKey }) => {
      // The first page of a list that is on screen: it is fetched again.
      if (after === undefined && client.getQueryData(queryKey)) await restEnded;
      const limit = after === undefined ? firstPage : nextPage[layout];
      return call(containersContract.page, { ...filter, after, limit }, { signal });
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: overdueCheckEveryMs,
    meta: { failed: texts.loadFailed },
  });
}

/** The numbers on the count cards. `today` is the day of the browser. */
export const countsQuery = (today: string) =>
  callQuery([...containersKey, 'counts', today], containersContract.counts, {
    input: { today },
    placeholderData: keepPreviousData,
  });

/** The layout of the list that the user has chosen. */
export const layoutQuery = callQuery(['container layout'], containerWorkContract.layout);

/** Prefetches what the screen shows first. Errors are shown only when the screen opens. */
export async function prefetchContainers(client: QueryClient): Promise<void> {
  const today = localDate(new Date());
  const list = containerPagesQuery(containersView.initial, today, 'cards');
  await Promise.all([
    client.prefetchInfiniteQuery({ ...list, meta: {} }),
    client.prefetchQuery(countsQuery(today)),
    client.prefetchQuery(layoutQuery),
  ]);
}

export const containerQuery = (id: number) =>
  callQuery([...containersKey, 'one', id], containersContract.find, { input: { id }, gcTime: 0 });

/** Whether another container has this number. The search compares without spaces and case. */
export function sameNumberQuery(number: string | undefined, id: number | undefined) {
  return queryOptions({
    queryKey: [...containersKey, 'same number', number, id],
    queryFn: async ({ signal }) => {
      const { containers } = await call(containersContract.page, { search: number, limit: 5 }, { signal });
      return containers.some((one) => one.id !== id && numberOf(one)?.value === number);
    },
    enabled: number !== undefined,
  });
}

export type DelayHistoryKind = 'pfi' | 'exFactory';

/** A failure is logged only. See docs/specification.md#silent-failures. */
export function delaysQuery(kind: DelayHistoryKind, id: number) {
  const endpoint = kind === 'pfi' ? containersContract.delayLogs : containersContract.exFactoryDelayLogs;
  return callQuery([...containersKey, 'delays', kind, id], endpoint, { input: { id } });
}

export const historyQuery = (id: number) =>
  callPages([...containersKey, 'history', id], containersContract.history, { input: { id }, gcTime: 0 });

/** What follows a restoration. */
export const restoration = { done: ownTexts.restored, failed: ownTexts.restoreFailed, refresh: [containersKey] };

export const trashQuery = callPages([...containersKey, 'trash'], containersContract.trash, {
  input: {},
  staleTime: 0,
  gcTime: 0,
});

/**
 * Call this function after every attempt to change a container, with the current containers if they are known. They
 * are shown at once, and the lists are fetched again. See docs/specification.md#containers-states-and-moves.
 */
export function useContainerChanged(): (...changed: (Container | undefined)[]) => Promise<void> {
  const client = useQueryClient();
  return (...all) => {
    const changed = new Map(all.flatMap((one) => (one ? [[one.id, one]] : [])));
    if (changed.size > 0) {
      const renew = (one: Container) => changed.get(one.id) ?? one;
      client.setQueriesData<InfiniteData<Page>>(
        { queryKey: pagesKey },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({ ...page, containers: page.containers.map(renew) })),
          },
      );
      for (const one of changed.values())
        client.setQueryData(containerQuery(one.id).queryKey, (known) => known && { ...known, ...one });
    }
    return client.invalidateQueries({ queryKey: containersKey });
  };
}

/** Returns the stored container if a call was refused because another user changed it. */
export function conflictingContainer(failure: (Failure & { status: number }) | undefined): Container | undefined {
  if (failure?.status !== 409) return undefined;
  // The contract fixes the details of a 409 response. The browser does not validate responses.
  const details = failure.details as AnswerOf<{ answer: typeof containerConflict }> | undefined;
  return details?.container;
}

/** Whether the container is in the trash, and the user may restore it. */
export function isDeleted(error: unknown): boolean {
  return error instanceof CallFailure && error.failure.code === 'container.in_trash';
}

/** Whether the container does not exist, or the id in the URL is invalid. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallFailure && (error.status === 404 || error.status === 422);
}

export const followersQuery = (id: number) =>
  callQuery([...containersKey, 'followers', id], containerWorkContract.followers, { input: { id } });

/** The containers before and after this one in the list of this address. An invalid address has none. */
export function neighboursQuery(id: number, address: string, today: string) {
  const list = listQueryOf(new URLSearchParams(address), today);
  return callQuery([...containersKey, 'neighbours', id, list], containerWorkContract.neighbours, {
    input: { id, ...list },
    retry: false,
  });
}

/** The sums of all filtered containers, and the numbers of their groups. `today` is the day of the browser. */
export function totalsQuery(view: ContainersView, today: string) {
  const input = { ...filterOf(view, today), group: orderOf(view).group };
  return callQuery([...containersKey, 'totals', input], containersContract.totals, {
    input,
    placeholderData: keepPreviousData,
  });
}
