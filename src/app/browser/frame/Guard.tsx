import { useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { isRoleId, mayOpen } from '#shared/access.ts';
import { ToLogin } from './ToLogin.tsx';

type Props = {
  /** The module whose permission is asked for; none asks only for somebody signed in. */
  module: string | undefined;
  waiting: ReactNode;
  children: ReactNode;
};

/**
 * Lets in whoever is signed in and may open the module, and sends everybody else to the login screen, as it does when
 * either cannot be loaded. The server asks again at every call. Source: spec section 6, Route guard.
 */
export function Guard({ module, waiting, children }: Props) {
  const [{ data: user, isPending: userPending }, { data: table, isPending: tablePending }] = useQueries({
    queries: [currentUserQuery, permissionsQuery],
  });

  if (userPending) return waiting;
  if (!user || !isRoleId(user.role_id)) return <ToLogin />;
  if (module === undefined) return children;
  if (tablePending) return waiting;
  if (!table || !mayOpen(table, user.role_id, module)) return <ToLogin />;
  return children;
}
