import { productModules } from './product-modules.ts';

export type RoleId = 1 | 2 | 3;

export const roles = { administrator: 1, manager: 2, user: 3 } as const satisfies Record<string, RoleId>;

export const isRoleId = (value: number): value is RoleId => value === 1 || value === 2 || value === 3;

/** Names as the roles list sends them. Source: decisions.md section 1. */
export const roleNames: Record<RoleId, string> = { 1: 'Administrator', 2: 'Manager', 3: 'User' };

/** Roles 1 and 2, who manage the product. */
export const managingRoles: RoleId[] = [roles.administrator, roles.manager];

/**
 * Who may use an endpoint or open a screen.
 * `{ roles }` names roles, `{ module }` asks the permission table, both together ask both.
 */
export type Gate = 'anyone' | 'signed-in' | { roles?: readonly RoleId[]; module?: string };

export type Permission = { module_id: number; role_id: number; can_view: number };
export type ModuleName = { id: number; name: string };
export type PermissionTable = { permissions: readonly Permission[]; modules: readonly ModuleName[] };

/** Finds a module by its exact name first, by 'contains' only if none is; case does not matter. Source: decisions.md section 3. */
export function findModule<M extends { name: string }>(modules: readonly M[], name: string): M | undefined {
  const wanted = name.toLowerCase();
  return (
    modules.find((module) => module.name.toLowerCase() === wanted) ??
    modules.find((module) => module.name.toLowerCase().includes(wanted))
  );
}

/** Whether the permission table lets this role see this module. */
export function mayView(table: PermissionTable, roleId: number, moduleName: string): boolean {
  const module = findModule(table.modules, moduleName);
  return table.permissions.some(
    (entry) => entry.module_id === module?.id && entry.role_id === roleId && entry.can_view === 1,
  );
}

/** The role that may open a dashboard, whatever the table says. Source: spec section 6, route guard. */
const dashboardRoles: Partial<Record<string, readonly RoleId[]>> = {
  [productModules.adminDashboard]: managingRoles,
  [productModules.userDashboard]: [roles.user],
};

/** Whether a screen's guard lets this role in: dashboards go by role, everything else by the table. Source: spec section 6. */
export function mayOpen(table: PermissionTable, roleId: RoleId, moduleName: string): boolean {
  const byRole = dashboardRoles[moduleName];
  return byRole ? byRole.includes(roleId) : mayView(table, roleId, moduleName);
}

/** Whether the menu shows an entry: the table, and for a dashboard also the role that may open it. Source: decisions.md section 3. */
export function mayListInMenu(table: PermissionTable, roleId: RoleId, moduleName: string): boolean {
  return mayView(table, roleId, moduleName) && mayOpen(table, roleId, moduleName);
}
