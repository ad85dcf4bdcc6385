import { roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

type Person = { id: number; role_id: number };

/** The roles somebody may create people with: role 1 roles 2 and 3, role 2 role 3. Source: spec section 5, Role options. */
export function assignableRoles(roleId: number): RoleId[] {
  if (roleId === roles.administrator) return [roles.manager, roles.user];
  return roleId === roles.manager ? [roles.user] : [];
}

/** Role 1 acts on everybody, role 2 on ordinary users and on themselves. Source: decisions.md section 3. */
export function mayActOn(caller: Person, person: Person): boolean {
  if (caller.role_id === roles.administrator) return true;
  return caller.role_id === roles.manager && (person.role_id === roles.user || person.id === caller.id);
}

/** Deleting, suspending and signing out are never one's own to do. Source: decisions.md section 3; for the last two our choice. */
export function mayShutOut(caller: Person, person: Person): boolean {
  return mayActOn(caller, person) && person.id !== caller.id;
}

/** Our choice: nobody raises or lowers themselves. */
export function mayChangeRole(caller: Person, person: Person): boolean {
  return caller.role_id === roles.administrator && person.id !== caller.id;
}

export function mayChangeTeam(caller: Person): boolean {
  return caller.role_id === roles.administrator;
}

/** Who sees which teams' files is for somebody above to say; role 1 sees all anyway. Source: robustness.md A4. */
export function mayChooseViewedTeams(caller: Person, person: Person): boolean {
  return mayActOn(caller, person) && (caller.role_id === roles.administrator || person.id !== caller.id);
}

export type RoleTone = 'red' | 'orange' | 'green' | 'gray';

/** How a role is shown. Source: spec section 2, User Management. */
export function roleBadge(role: { role_id: number; role_name: string } | null | undefined): {
  label: string;
  tone: RoleTone;
} {
  if (!role) return { label: 'No Role', tone: 'gray' };
  if (role.role_id === roles.administrator) return { label: 'Super Admin', tone: 'red' };
  if (role.role_id === roles.manager) return { label: 'Admin', tone: 'orange' };
  if (role.role_id === roles.user) return { label: 'User', tone: 'green' };
  return { label: role.role_name, tone: 'gray' };
}

/** Our choice: as the badges show it, and as the roles list calls it where that is another word. */
export function roleOption(role: { role_id: number; role_name: string }): string {
  const { label } = roleBadge(role);
  return label === role.role_name ? label : `${label} (${role.role_name})`;
}

/** Source: spec section 6, Administrators summary; compared without case. */
export const summaryRoleNames = { administrators: 'administrator', users: 'user' } as const;
