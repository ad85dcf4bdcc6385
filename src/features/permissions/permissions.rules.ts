import { findModule, roles } from '#shared/access.ts';
import type { ModuleName, Permission } from '#shared/access.ts';
import { fold } from '#shared/fold.ts';
import { productModules } from '#shared/product-modules.ts';
import type { Conflict, HistoryEntry, MatrixNames } from './permissions.contract.ts';

export type Matrix = readonly Permission[];

/** A position in the matrix. */
export type Cell = { module_id: number; role_id: number };

/** Modules that role 1 always has, so that administrators cannot lose access. See docs/choices.md#no-lockout. */
const lockedModules: readonly string[] = [productModules.permissions, productModules.adminDashboard];

/** The length of the history. Our choice. */
export const maxListedSaves = 50;

const isAt =
  ({ module_id, role_id }: Cell) =>
  (entry: Cell) =>
    entry.module_id === module_id && entry.role_id === role_id;

/** A unique string for a cell, for keys and sets. */
export const cellKey = ({ module_id, role_id }: Cell): string => `${module_id}:${role_id}`;

/** 1 where the role may view the module; a missing entry is a 0. */
export const valueAt = (matrix: Matrix, cell: Cell): number => matrix.find(isAt(cell))?.can_view ?? 0;

/** The names of the module and of the role of a cell. */
export const namesAt = (
  { modules, roles }: MatrixNames,
  { module_id, role_id }: Cell,
): [module: string, role: string] => [
  modules.find(({ id }) => id === module_id)?.name ?? String(module_id),
  roles.find((role) => role.role_id === role_id)?.role_name ?? String(role_id),
];

/** Flips can_view, or adds an entry with can_view if there is none. See docs/specification.md#permission-matrix. */
export function toggle(matrix: Matrix, cell: Cell): Permission[] {
  return withChanges(matrix, [{ ...cell, can_view: 1 - valueAt(matrix, cell) }]);
}

/** Returns the matrix with these entries set and all others unchanged. */
export function withChanges(matrix: Matrix, changes: Matrix): Permission[] {
  const set = new Map(matrix.map((entry) => [cellKey(entry), entry]));
  for (const { module_id, role_id, can_view } of changes) {
    set.set(cellKey({ module_id, role_id }), { module_id, role_id, can_view });
  }
  return [...set.values()];
}

/** Returns the entries of `after` whose can_view differs from `before`. */
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

/** Returns the values before these changes. can_view is 0 or 1, so each value is the inverse. */
export const inverted = (changes: Matrix): Permission[] =>
  changes.map((change) => ({ ...change, can_view: 1 - change.can_view }));

/** Returns the matrix at a save by undoing all later saves. `history` is newest first and starts at `matrix`. */
export function matrixAt(matrix: Matrix, history: readonly HistoryEntry[], id: number): Permission[] {
  const later = history.filter((entry) => entry.id > id);
  return later.reduce<Permission[]>((earlier, entry) => withChanges(earlier, inverted(entry.changed)), [...matrix]);
}

/** Number of entries with can_view. See docs/specification.md#permission-matrix. */
export const countActive = (matrix: Matrix): number => matrix.filter((entry) => entry.can_view === 1).length;

/** Returns whether a cell must stay on. */
export function isLocked(modules: readonly ModuleName[], cell: Cell): boolean {
  return (
    cell.role_id === roles.administrator &&
    lockedModules.some((name) => findModule(modules, name)?.id === cell.module_id)
  );
}

/** Returns the modules whose name contains the text. Case and accents do not matter. */
export function searchModules<M extends { name: string }>(modules: readonly M[], text: string): M[] {
  const wanted = fold(text.trim());
  return modules.filter((module) => fold(module.name).includes(wanted));
}

/** Returns the details of an error if they have the shape of a conflict. */
export function asConflict(details: unknown): Conflict | undefined {
  const isConflict =
    typeof details === 'object' && details !== null && 'permissions' in details && 'changed' in details;
  return isConflict ? (details as Conflict) : undefined;
}
