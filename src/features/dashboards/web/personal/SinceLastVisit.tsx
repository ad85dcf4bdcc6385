import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { lazyPart } from '#web/lazy-part.ts';

const ChangedContainers = lazyPart(() => import('./ChangedContainers.tsx').then((file) => file.ChangedContainers));

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
