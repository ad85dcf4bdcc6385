import { useQuery } from '@tanstack/react-query';
import { permissionsQuery } from '#features/permissions/web/permissions.data.ts';
import { currentUserQuery } from '#features/session/web/session.data.ts';
import { isRoleId, mayOpen } from '#shared/access.ts';
import { productModules } from '#shared/product-modules.ts';

/** Whether the user may open the upload page; undefined while that is loaded. */
export function useMayUpload(): boolean | undefined {
  const { data: user } = useQuery(currentUserQuery);
  const { data: table } = useQuery(permissionsQuery);
  if (!user || !table) return undefined;
  return isRoleId(user.role_id) && mayOpen(table, user.role_id, productModules.upload);
}
