import { queryOptions, useQuery } from '@tanstack/react-query';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { sessionContract } from '#features/session/session.contract.ts';
import type { CurrentUser } from '#features/session/session.contract.ts';
import { managingRoles, mayView } from '#shared/access.ts';
import type { ProductModule } from '#shared/product-modules.ts';
import { CallFailure } from '#web/call-failure.ts';
import { call } from '#web/call.ts';
import { currentUserKey } from '#web/query-client.ts';
import { isShownUser } from '#web/shown-user.ts';

/** All windows of a browser have one session. This page would act as a user who has signed in in another window. */
function reloadForAnother(user: CurrentUser): void {
  if (!isShownUser(user.id)) window.location.reload();
}

/**
 * The signed-in user, or null. A failed load is silent and counts as signed out.
 * See docs/specification.md#silent-failures.
 */
export const currentUserQuery = queryOptions({
  queryKey: currentUserKey,
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      const user = await call(sessionContract.currentUser, {}, { signal });
      reloadForAnother(user);
      return user;
    } catch (error) {
      if (error instanceof CallFailure && error.status === 401) return null;
      throw error;
    }
  },
  refetchOnWindowFocus: 'always',
});

/** Returns the signed-in user on screens that require sign-in. */
export function useCurrentUser(): CurrentUser {
  const { data } = useQuery(currentUserQuery);
  if (!data) throw new Error('useCurrentUser outside the guard');
  return data;
}

/** Returns whether the user has role 1 or 2. See docs/specification.md#rights-on-the-screens. */
export function useIsManaging(): boolean {
  const { role_id } = useCurrentUser();
  return managingRoles.some((role) => role === role_id);
}

/** Returns whether the user's role may view a module, apart from the dashboards. Nothing is allowed until that is known. */
export function useMayView(): (module: ProductModule) => boolean {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  return (module) => table !== undefined && mayView(table, role_id, module);
}
