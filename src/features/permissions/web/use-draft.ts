import { useState } from 'react';
import type { PermissionMatrixData } from '#features/permissions/permissions.contract.ts';
import { changesBetween } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import type { Permission } from '#shared/access.ts';

/** A matrix as saved on the server. */
export type Saved = Pick<PermissionMatrixData, 'permissions' | 'version'>;

export type Draft = {
  permissions: Permission[];
  /** The version that the changes are based on. The server may have a newer one. */
  version: number;
  /** The unsaved changes. */
  changes: Matrix;
  change: (permissions: Permission[]) => void;
  /** Continues with these permissions, as changes to another version. */
  rebase: (onto: Saved, permissions: Permission[]) => void;
  discard: () => void;
};

/**
 * The matrix during editing. From the first change to the save it keeps its base version, so that a newer version that
 * loads in between does not silently become the base of the changes.
 */
export function useDraft(newest: Saved): Draft {
  const [edited, setEdited] = useState<{ base: Saved; permissions: Permission[] }>();
  const base = edited?.base ?? newest;
  const permissions = edited?.permissions ?? newest.permissions;

  const rebase = (onto: Saved, next: Permission[]) =>
    setEdited(changesBetween(onto.permissions, next).length === 0 ? undefined : { base: onto, permissions: next });

  return {
    permissions,
    version: base.version,
    changes: changesBetween(base.permissions, permissions),
    change: (next) => rebase(base, next),
    rebase,
    discard: () => setEdited(undefined),
  };
}
