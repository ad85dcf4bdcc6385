import { useState } from 'react';
import { changesBetween } from '#features/permissions/permissions.rules.ts';
import type { Matrix } from '#features/permissions/permissions.rules.ts';
import type { Permission } from '#shared/access.ts';

/** A matrix as the server has it. */
export type Saved = { permissions: Permission[]; version: number };

export type Draft = {
  permissions: Permission[];
  /** The version that the changes are made to, which may no longer be the newest. */
  version: number;
  /** What is not saved yet. */
  changes: Matrix;
  change: (permissions: Permission[]) => void;
  /** Goes on with these permissions, as changes to another version. */
  rebase: (onto: Saved, permissions: Permission[]) => void;
  discard: () => void;
};

/**
 * The matrix while it is edited. From the first change to the save it stays with the version that was seen then, so that
 * a newer one, loaded in between, does not slip below the changes unseen.
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
