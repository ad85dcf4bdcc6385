import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { useCurrentUser } from '#features/session/web/session.data.ts';
import { mayView } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';
import { lazyPart } from '#web/lazy-part.ts';
import { LoadingBox } from '#web/widgets/Loading.tsx';

const DueLinks = lazyPart(() => import('./DueLinks.tsx').then((file) => file.DueLinks));

/**
 * The numbers of late containers and of those due this week, for roles that may open the containers. A placeholder of the
 * same height keeps the cards below in place.
 */
export function DueContainers() {
  const { role_id } = useCurrentUser();
  const { data: table } = useQuery(permissionsQuery);
  if (!table || !mayView(table, role_id, productModules.containers)) return null;
  const placeholder = <LoadingBox height={50} />;
  return (
    <Suspense fallback={placeholder}>
      <DueLinks placeholder={placeholder} />
    </Suspense>
  );
}
