import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { texts } from '#features/users/users.texts.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';

/** Everything about people. */
export const usersKey = ['users'] as const;
const pagesKey = [...usersKey, 'pages'] as const;

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: ({ signal }) => call(usersContract.roles, {}, { signal }),
  meta: { failed: texts.loadRolesFailed },
});

/** Everybody at once. */
export const usersQuery = queryOptions({
  queryKey: [...usersKey, 'all'],
  queryFn: ({ signal }) => call(usersContract.list, {}, { signal }),
});

export const userTotalsQuery = queryOptions({
  queryKey: [...usersKey, 'totals'],
  queryFn: ({ signal }) => call(usersContract.totals, {}, { signal }),
});

/** What is out of date when somebody was created, changed or deleted, but for the pages on screen. */
export const peopleChanged = [usersQuery.queryKey, userTotalsQuery.queryKey];

/** The list, page by page. It is asked for anew whenever the screen is entered, and on the screen changed in place. */
export function userPagesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...pagesKey, search],
    queryFn: ({ pageParam, signal }) => call(usersContract.page, { search, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    placeholderData: keepPreviousData,
    // Whoever has scrolled far would otherwise wait for hundreds of pages that they have seen already.
    staleTime: Infinity,
    gcTime: 0,
    meta: { failed: texts.loadFailed },
  });
}

type Page = { users: User[]; next: string | null; found: number };

/** Changes people in the pages on screen, in place. */
export function changePages(client: QueryClient, change: (users: User[]) => User[]): void {
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: pagesKey },
    (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, users: change(page.users) })) },
  );
}

/** Somebody as they are now; what is being edited must not be outdated from the start. */
export function userQuery(id: number) {
  return queryOptions({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(usersContract.find, { id }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** Whether somebody is not there any more: the answer to a delete is empty, and they may have been gone before. */
export async function isGone(id: number): Promise<boolean> {
  try {
    await call(usersContract.find, { id });
    return false;
  } catch (error) {
    return error instanceof CallFailure && error.status === 404;
  }
}
