import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ContainersView } from '#features/containers/containers-view.rules.ts';
import { containersContract } from '#features/containers/containers.contract.ts';
import type { Container, containerConflict } from '#features/containers/containers.contract.ts';
import { overdueCheckEveryMs } from '#features/containers/containers.rules.ts';
import { texts } from '#features/containers/containers.texts.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import type { Failure } from '#shared/fields.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';

/** Everything about containers. Whoever hears that one has changed invalidates this. */
const containersKey = ['containers'] as const;
const pagesKey = [...containersKey, 'pages'] as const;

/** The first page is a few screens long; who goes on wants many. */
const firstPage = 50;
const nextPages = 100;

type Page = AnswerOf<typeof containersContract.page>;
export type ContainerList = UseInfiniteQueryResult<InfiniteData<Page>>;

/** The list, page by page, asked for anew every 60 seconds while somebody looks. `today` is the reader's day. */
export function containerPagesQuery({ search, status, pfiMonth, exFactoryMonth }: ContainersView, today: string) {
  const filter = {
    search: search.trim() || undefined,
    status,
    pfi_month: pfiMonth,
    ex_factory_month: exFactoryMonth,
    today,
  };
  return infiniteQueryOptions({
    queryKey: [...pagesKey, filter],
    queryFn: ({ pageParam: after, signal }) =>
      call(
        containersContract.page,
        { ...filter, after, limit: after === undefined ? firstPage : nextPages },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: overdueCheckEveryMs,
    meta: { failed: texts.loadFailed },
  });
}

export function containerQuery(id: number) {
  return queryOptions({
    queryKey: [...containersKey, 'one', id],
    queryFn: ({ signal }) => call(containersContract.find, { id }, { signal }),
    gcTime: 0,
  });
}

export type DelayHistoryKind = 'pfi' | 'exFactory';

/** Only logged when it fails. Source: spec section 8, Silent failures. */
export function delaysQuery(kind: DelayHistoryKind, id: number) {
  const endpoint = kind === 'pfi' ? containersContract.delayLogs : containersContract.exFactoryDelayLogs;
  return queryOptions({
    queryKey: [...containersKey, 'delays', kind, id],
    queryFn: ({ signal }) => call(endpoint, { id }, { signal }),
  });
}

export function historyQuery(id: number) {
  return infiniteQueryOptions({
    queryKey: [...containersKey, 'history', id],
    queryFn: ({ pageParam: after, signal }) => call(containersContract.history, { id, after }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    gcTime: 0,
  });
}

export const trashQuery = infiniteQueryOptions({
  queryKey: [...containersKey, 'trash'],
  queryFn: ({ pageParam: after, signal }) => call(containersContract.trash, { after }, { signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
  staleTime: 0,
  gcTime: 0,
});

/**
 * To be called after every change that was tried, with the container as it is now if that is known: it is shown at once,
 * and everything is asked for anew. Source: spec section 4, Container statuses.
 */
export function useContainerChanged(): (changed?: Container) => Promise<void> {
  const client = useQueryClient();
  return (changed) => {
    if (changed) {
      const renew = (one: Container) => (one.id === changed.id ? changed : one);
      client.setQueriesData<InfiniteData<Page>>(
        { queryKey: pagesKey },
        (known) =>
          known && {
            ...known,
            pages: known.pages.map((page) => ({ ...page, containers: page.containers.map(renew) })),
          },
      );
    }
    return client.invalidateQueries({ queryKey: containersKey });
  };
}

/** The container as it is stored, when a call was refused because somebody else was faster. */
export function storedInstead(failure: (Failure & { status: number }) | undefined): Container | undefined {
  if (failure?.status !== 409) return undefined;
  // What a 409 of these calls carries, by the contract; nothing is validated in the browser.
  const details = failure.details as AnswerOf<{ answer: typeof containerConflict }> | undefined;
  return details?.container;
}

/** Whether a container is not there, or its address never was one. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallFailure && (error.status === 404 || error.status === 422);
}
