import { findModule, roles } from '#shared/access.ts';
import type { ModuleName, Permission } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';
import { productModules } from '#shared/product-modules.ts';
import type { Conflict, HistoryEntry } from './permissions.contract.ts';

export type Matrix = readonly Permission[];

/** A place in the matrix. */
export type Cell = { module_id: number; role_id: number };

/** What stays with role 1, so that nobody can lock everybody out. Source: decisions.md section 3. */
const lockedModules: readonly string[] = [productModules.permissions, productModules.adminDashboard];

/** Saves that are listed. Our choice. */
export const mostListedSaves = 50;

const isAt =
  ({ module_id, role_id }: Cell) =>
  (entry: Cell) =>
    entry.module_id === module_id && entry.role_id === role_id;

/** A text that tells cells apart, for keys and sets. */
export const cellKey = ({ module_id, role_id }: Cell): string => `${module_id}:${role_id}`;

/** 1 where the role may view the module; a missing entry is a 0. */
export const valueAt = (matrix: Matrix, cell: Cell): number => matrix.find(isAt(cell))?.can_view ?? 0;

/** Flips can_view, or adds an entry with can_view if there is none. Source: spec section 4, Permission cell. */
export function toggle(matrix: Matrix, cell: Cell): Permission[] {
  return withChanges(matrix, [{ ...cell, can_view: 1 - valueAt(matrix, cell) }]);
}

/** The matrix with these entries set and all others as they were. */
export function withChanges(matrix: Matrix, changes: Matrix): Permission[] {
  const set = new Map(matrix.map((entry) => [cellKey(entry), entry]));
  for (const { module_id, role_id, can_view } of changes) {
    set.set(cellKey({ module_id, role_id }), { module_id, role_id, can_view });
  }
  return [...set.values()];
}

/** The entries of `after` that let a role see more or less than `before` did. */
export function changesBetween(before: Matrix, after: Matrix): Permission[] {
  const known = new Map(before.map((entry) => [cellKey(entry), entry.can_view]));
  const left = new Map(known);
  const changed: Permission[] = [];
  for (const { module_id, role_id, can_view } of after) {
    const key = cellKey({ module_id, role_id });
    if (can_view !== (known.get(key) ?? 0)) changed.push({ module_id, role_id, can_view });
    left.delete(key);
  }
  const gone = before.filter((entry) => entry.can_view === 1 && left.has(cellKey(entry)));
  return [...changed, ...gone.map(({ module_id, role_id }) => ({ module_id, role_id, can_view: 0 }))];
}

/** What these changes came from: can_view is 0 or 1, so each has one opposite. */
export const opposites = (changes: Matrix): Permission[] =>
  changes.map((change) => ({ ...change, can_view: 1 - change.can_view }));

/** The matrix as it was at a save, by undoing every later one; `history` is newest first and begins at `matrix`. */
export function matrixAt(matrix: Matrix, history: readonly HistoryEntry[], id: number): Permission[] {
  const later = history.filter((entry) => entry.id > id);
  return later.reduce<Permission[]>((earlier, entry) => withChanges(earlier, opposites(entry.changed)), [...matrix]);
}

/** Entries with can_view. Source: spec section 2, summary cards. */
export const countActive = (matrix: Matrix): number => matrix.filter((entry) => entry.can_view === 1).length;

/** Whether a cell is one that nobody may switch off. */
export function isLocked(modules: readonly ModuleName[], cell: Cell): boolean {
  return (
    cell.role_id === roles.administrator &&
    lockedModules.some((name) => findModule(modules, name)?.id === cell.module_id)
  );
}

/** Modules whose name contains the text, whatever its case and accents. */
export function searchModules<M extends { name: string }>(modules: readonly M[], text: string): M[] {
  const wanted = fold(text.trim());
  return modules.filter((module) => fold(module.name).includes(wanted));
}

/** The details of a 409, if this is what they are. */
export function asConflict(details: unknown): Conflict | undefined {
  const isConflict =
    typeof details === 'object' && details !== null && 'permissions' in details && 'changed' in details;
  return isConflict ? (details as Conflict) : undefined;
}
