import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { recordEndedSession } from '#features/session/web/ended-session.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { isRoleId, managingRoles, mayOpen, roles } from '#shared/access.ts';
import type { PermissionTable, RoleId } from '#shared/access.ts';
import type { Screen } from '../screens.tsx';

type Props = {
  admits: Screen['guard'];
  waiting: ReactNode;
  children: ReactNode;
};

/**
 * Renders the screen if the signed-in user may open it, else redirects to the login screen. A failed load of the user
 * or the permissions redirects too. The server checks the rights again with every call.
 * See docs/specification.md#routes-and-guards.
 */
export function Guard({ admits, waiting, children }: Props) {
  const [{ data: user, isPending: userPending }, { data: table, isPending: tablePending }] = useQueries({
    queries: [currentUserQuery, permissionsQuery],
  });

  if (userPending) return waiting;
  if (!user) return <ToLogin sessionEnded />;
  if (!isRoleId(user.role_id)) return <ToLogin />;
  // The server refuses all other calls until then.
  if (user.must_set_up_two_factor && admits !== 'two-factor') return <Navigate to="/two-factor" replace />;
  if (isAdmitted(admits, table, user.role_id)) return children;
  return tablePending ? waiting : <ToLogin />;
}

/** Returns whether a role may open a screen. A module counts as denied as long as the table is not known. */
export function isAdmitted(guard: Screen['guard'], table: PermissionTable | undefined, role: RoleId): boolean {
  if (guard === 'signed-in' || guard === 'two-factor') return true;
  if (guard === 'managers') return managingRoles.includes(role);
  if (guard === 'administrators') return role === roles.administrator;
  return table !== undefined && mayOpen(table, role, guard);
}

/** Loads the login screen, which is another document. With `sessionEnded` it says why, if a user was signed in here. */
export function ToLogin({ sessionEnded = false }: { sessionEnded?: boolean }) {
  useEffect(() => {
    if (sessionEnded) recordEndedSession();
    window.location.replace('/');
  }, [sessionEnded]);
  return null;
}
