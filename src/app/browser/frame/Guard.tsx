import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { isRoleId, managingRoles, mayOpen, roles } from '#shared/access.ts';
import type { Screen } from '../screens.tsx';
import { ToLogin } from './ToLogin.tsx';

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
  if (admits === 'two-factor') return children;
  // The server refuses all other calls until then.
  if (user.must_set_up_two_factor) return <Navigate to="/two-factor" replace />;
  if (admits === 'signed-in') return children;
  if (admits === 'managers') return managingRoles.includes(user.role_id) ? children : <ToLogin />;
  if (admits === 'administrators') return user.role_id === roles.administrator ? children : <ToLogin />;
  if (tablePending) return waiting;
  if (!table || !mayOpen(table, user.role_id, admits)) return <ToLogin />;
  return children;
}
