import { queryOptions } from '@tanstack/react-query';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { call } from '#web/call.ts';

/** The permission table. A failed load is silent: the menu is empty then. Source: spec section 8, Silent failures. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => call(permissionsContract.list, {}, { signal }),
});
