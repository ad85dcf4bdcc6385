import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { invitationsContract } from '#features/users/invitations.contract.ts';
import { usersContract } from '#features/users/users.contract.ts';
import type { User } from '#features/users/users.contract.ts';
import { texts } from '#features/users/users.texts.ts';
import type { AnswerOf, InputOf } from '#shared/endpoint.ts';
import { CallFailure } from '#web/call-failure.ts';
import { callPages, callQuery } from '#web/call-query.ts';
import { call } from '#web/call.ts';
import { allUsersKey, usersKey } from '#web/query-keys.ts';

const pagesKey = [...usersKey, 'pages'] as const;

export const rolesQuery = callQuery(['roles'], usersContract.roles, { meta: { failed: texts.loadRolesFailed } });

/** All users at once. */
export const listUsers = (signal: AbortSignal) => call(usersContract.list, {}, { signal });

/** The first users whose name or email address contains a text. */
export const findUsers = (search: string, limit: number, signal: AbortSignal) =>
  call(usersContract.page, { search, limit }, { signal });

export const userTotalsQuery = callQuery([...usersKey, 'totals'], usersContract.totals);

/** The queries to refresh after a user was created, changed or deleted. `changePages` updates the pages on screen. */
export const staleUserQueries = [allUsersKey, userTotalsQuery.queryKey];

/** The filters of the list. */
export type UserFilter = Pick<InputOf<typeof usersContract.page>, 'search' | 'role_id' | 'active'>;

/** The list, page by page. It loads again whenever the screen opens. On the screen it is changed in place. */
export function userPagesQuery(filter: UserFilter) {
  return callPages([...pagesKey, filter], usersContract.page, {
    input: filter,
    placeholderData: keepPreviousData,
    // A refresh after far scrolling would load hundreds of pages again.
    staleTime: Infinity,
    gcTime: 0,
    // On a return to the list, the restored rows are refreshed.
    refetchOnMount: 'always',
    meta: { failed: texts.loadFailed },
  });
}

type Page = AnswerOf<typeof usersContract.page>;

/** Changes users in the cached pages, in place. */
export function changePages(client: QueryClient, change: (users: User[]) => User[]): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey: pagesKey }, (current) => {
    if (!current) return current;
    const pages = current.pages.map((page) => ({ ...page, users: change(page.users) }));
    const count = (some: readonly Page[]) => some.reduce((sum, { users }) => sum + users.length, 0);
    const removed = count(current.pages) - count(pages);
    return { ...current, pages: pages.map((page) => ({ ...page, found: page.found - removed })) };
  });
}

/** The invited users who have not chosen a password, the latest first. */
export const invitationsQuery = callPages([...usersKey, 'invitations'], invitationsContract.list, { input: {} });

/** Whether this server mails invitations. Until it is known, the texts are those of a mail. */
export const useIsMailed = () => useInfiniteQuery(invitationsQuery).data?.pages[0]?.mailed !== false;

/** The address of a link that sets the first password. The secret is in the fragment, which is in no server log. */
export const linkOf = (token: string) => `${location.origin}/#new-password=${token}`;

/** One user, loaded anew for each form, so that editing starts with the current values. */
export const userQuery = (id: number) =>
  callQuery([...usersKey, 'one', id], usersContract.find, { input: { id }, staleTime: Infinity, gcTime: 0 });

/** Returns the user as stored now, or `known` if that cannot be read. The form that shows `known` stays as it is. */
export const storedUser = (known: User): Promise<User> => call(usersContract.find, { id: known.id }).catch(() => known);

/** Returns whether a user does not exist any more. The result of a delete call is empty, and it may have failed. */
export async function isDeleted(id: number): Promise<boolean> {
  try {
    await call(usersContract.find, { id });
    return false;
  } catch (error) {
    return error instanceof CallFailure && error.status === 404;
  }
}
