import { roles } from './access.ts';

export type RoleTone = 'red' | 'orange' | 'green' | 'gray';

/** The badge of a role. A missing role has no name in an answer. See docs/specification.md#user-list. */
export function roleBadge(role: { role_id: number; role_name: string } | null | undefined): {
  label: string;
  tone: RoleTone;
} {
  if (role?.role_id === roles.administrator) return { label: 'Super Admin', tone: 'red' };
  if (role?.role_id === roles.manager) return { label: 'Admin', tone: 'orange' };
  if (role?.role_id === roles.user) return { label: 'User', tone: 'green' };
  return { label: role?.role_name || 'No Role', tone: 'gray' };
}

/** Our choice: an option shows the badge's name, and the name in the list of roles if it differs. */
export function roleOption(role: { role_id: number; role_name: string }): string {
  const { label } = roleBadge(role);
  return label === role.role_name ? label : `${label} (${role.role_name})`;
}
