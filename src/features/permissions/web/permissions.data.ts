import { queryOptions } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { texts } from '#features/permissions/permissions.texts.ts';
import type { Permission } from '#shared/access.ts';
import { call } from '#web/call.ts';

/** The permission table. A failed load is silent: the menu is empty then. Source: spec section 8, Silent failures. */
export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => call(permissionsContract.list, {}, { signal }),
});

/**
 * The same table for the panel: always the newest, because what is edited must not be outdated from the start, and not
 * silent. A question of its own, because the guard and the menu keep asking theirs meanwhile.
 */
export const panelQuery = queryOptions({
  ...permissionsQuery,
  queryKey: ['permissions', 'panel'],
  staleTime: 0,
  meta: { failed: texts.loadFailed },
});

export const historyQuery = queryOptions({
  queryKey: ['permissions', 'history'],
  queryFn: ({ signal }) => call(permissionsContract.history, {}, { signal }),
  staleTime: 0,
});

/** Takes in a matrix that the server has just told us; panel, menu and guard go by it at once. */
export async function keepMatrix(
  client: QueryClient,
  { permissions, version }: { permissions: Permission[]; version: number },
): Promise<void> {
  // An answer that is still on its way may be older.
  await client.cancelQueries({ queryKey: permissionsQuery.queryKey });
  for (const { queryKey } of [permissionsQuery, panelQuery]) {
    client.setQueryData(queryKey, (known) => known && { ...known, permissions, version });
  }
  void client.invalidateQueries({ queryKey: permissionsQuery.queryKey });
}
