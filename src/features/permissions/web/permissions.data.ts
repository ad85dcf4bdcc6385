import type { QueryClient } from '@tanstack/react-query';
import { permissionsContract } from '#features/permissions/permissions.contract.ts';
import { texts } from '#features/permissions/permissions.texts.ts';
import { callQuery } from '#web/call-query.ts';
import type { Saved } from './use-draft.ts';

/** The permission table. A failed load is silent and empties the menu. See docs/specification.md#silent-failures. */
export const permissionsQuery = callQuery(['permissions'], permissionsContract.list);

/**
 * The same matrix for editing. It is loaded anew each time, so that editing starts with the newest version, and it
 * reports a failed load. It has a key of its own, because the guard and the menu refetch theirs during the edit.
 */
export const editedMatrixQuery = callQuery(['permissions', 'edited'], permissionsContract.list, {
  staleTime: 0,
  meta: { failed: texts.loadFailed },
});

export const historyQuery = callQuery(['permissions', 'history'], permissionsContract.history, { staleTime: 0 });

/** Puts the matrix of a response into the cache. The screen, the menu and the guard use it at once. */
export async function cacheMatrix(client: QueryClient, { permissions, version }: Saved): Promise<void> {
  // A response that is still in flight may be older.
  await client.cancelQueries({ queryKey: permissionsQuery.queryKey });
  for (const { queryKey } of [permissionsQuery, editedMatrixQuery]) {
    client.setQueryData(queryKey, (current) => current && { ...current, permissions, version });
  }
  void client.invalidateQueries({ queryKey: permissionsQuery.queryKey });
}
