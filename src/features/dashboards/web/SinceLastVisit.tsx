import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy } from 'react';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';

const ChangedContainers = lazy(() =>
  import('./ChangedContainers.tsx').then((file) => ({ default: file.ChangedContainers })),
);

/** The changes of containers since the last visit, for roles that may open the containers. */
export function SinceLastVisit() {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  if (!table || !mayView(table, role_id, productModules.containers)) return null;
  return (
    <Suspense fallback={null}>
      <ChangedContainers />
    </Suspense>
  );
}
