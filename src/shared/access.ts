import { parseJson } from './parse-json.ts';
import { productModules } from './product-modules.ts';

export type RoleId = 1 | 2 | 3;

export const roles = { administrator: 1, manager: 2, user: 3 } as const satisfies Record<string, RoleId>;

export const isRoleId = (value: number): value is RoleId => value === 1 || value === 2 || value === 3;

/** Names of the roles in the list of roles. See docs/choices.md#first-start. */
export const roleNames: Record<RoleId, string> = { 1: 'Administrator', 2: 'Manager', 3: 'User' };

/** The parts of the API that an access token may reach. */
export const areas = ['files', 'containers', 'users'] as const;
export type Area = (typeof areas)[number];

/** The roles that manage the product. */
export const managingRoles: RoleId[] = [roles.administrator, roles.manager];

/**
 * The condition for an endpoint or a screen. `{ roles }` requires one of these roles, `{ module }` requires the
 * permission to view this module. With both, both are required.
 */
export type Gate = 'anyone' | 'signed-in' | { roles?: readonly RoleId[]; module?: string };

export type Permission = { module_id: number; role_id: number; can_view: number };
export type ModuleName = { id: number; name: string };
/** The specification also allows true and false for `can_view`. */
type LenientPermission = Omit<Permission, 'can_view'> & { can_view: number | boolean };
/** A module without a name must not take the whole product away. */
type LenientModule = { id: number; name: string | null };
export type PermissionTable = { permissions: readonly LenientPermission[]; modules: readonly LenientModule[] };

/**
 * Finds a module by its exact name, else the first that contains the name. Case does not matter.
 * See docs/choices.md#finding-a-module.
 */
export function findModule<M extends { name: string | null }>(modules: readonly M[], name: string): M | undefined {
  const lowerCased = name.toLowerCase();
  return (
    modules.find((module) => module.name?.toLowerCase() === lowerCased) ??
    modules.find((module) => module.name?.toLowerCase().includes(lowerCased))
  );
}

/**
 * Returns whether the permission table allows this role to view this module: `can_view` is 1 or true. See
 * docs/specification.md#entities.
 */
export function mayView(table: PermissionTable, roleId: number, moduleName: string): boolean {
  const module = findModule(table.modules, moduleName);
  return table.permissions.some(
    (entry) => entry.module_id === module?.id && entry.role_id === roleId && Number(entry.can_view) === 1,
  );
}

/** Returns the ids of `teams_can_view`, which may be a list or its JSON text. See docs/specification.md#entities. */
export function viewedTeams(teamsCanView: readonly number[] | string | null | undefined): number[] {
  const list: unknown = typeof teamsCanView === 'string' ? parseJson(teamsCanView) : teamsCanView;
  return Array.isArray(list) ? list.map(Number).filter(Number.isInteger) : [];
}

/**
 * The roles that may open each dashboard. The permission table has no effect on this. See
 * docs/specification.md#routes-and-guards.
 */
const dashboardRoles: Partial<Record<string, readonly RoleId[]>> = {
  [productModules.adminDashboard]: managingRoles,
  [productModules.userDashboard]: [roles.user],
};

/**
 * Returns whether the guard of a screen admits this role: dashboards by role, all other screens by the permission
 * table. See docs/specification.md#routes-and-guards.
 */
export function mayOpen(table: PermissionTable, roleId: RoleId, moduleName: string): boolean {
  const byRole = dashboardRoles[moduleName];
  return byRole ? byRole.includes(roleId) : mayView(table, roleId, moduleName);
}

/**
 * Returns whether the menu shows an entry: by the permission table, and for a dashboard also by role. See
 * docs/choices.md#finding-a-module.
 */
export function mayListInMenu(table: PermissionTable, roleId: RoleId, moduleName: string): boolean {
  return mayView(table, roleId, moduleName) && mayOpen(table, roleId, moduleName);
}

type Person = { id: number; role_id: number };

/**
 * Role 1 acts on everyone, role 2 on ordinary users and on their own account. See docs/choices.md#rank-between-users.
 */
export function mayActOn(caller: Person, person: Person): boolean {
  if (caller.role_id === roles.administrator) return true;
  return caller.role_id === roles.manager && (person.role_id === roles.user || person.id === caller.id);
}
