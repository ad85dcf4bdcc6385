import { queryOptions, useQuery } from '@tanstack/react-query';
import { sessionContract } from '#features/session/session.contract.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { currentUserKey } from '#web/query-client.ts';

/** Who is signed in; null when nobody is. A failure is silent: whoever cannot be loaded is signed out. Source: spec section 8. */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call(sessionContract.currentUser, {}, { signal });
    } catch (error) {
      if (error instanceof CallFailure && error.status === 401) return null;
      throw error;
    }
  },
});

/** The signed-in person, on screens behind the guard. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('useCurrentUser outside the guard');
  return data;
}
