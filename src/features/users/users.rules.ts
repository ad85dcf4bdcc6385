import { mayActOn, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';

/** A user is active who has used a session within this time. See docs/choices.md#answers-of-calls. */
const activeWithinMs = 15 * 60 * 1000;

/** The time in which the session of an active user was used. */
export type ActiveTime = { since: string; now: string };

export const activeTime = (now: Date): ActiveTime => ({
  since: new Date(now.getTime() - activeWithinMs).toISOString(),
  now: now.toISOString(),
});

type Person = { id: number; role_id: number };

/** The roles that a user of this role may assign. See docs/specification.md#role-options. */
export function assignableRoles(roleId: number): RoleId[] {
  if (roleId === roles.administrator) return [roles.manager, roles.user];
  return roleId === roles.manager ? [roles.user] : [];
}

/** Users cannot delete, suspend or sign out their own account. See docs/choices.md#rank-between-users. */
export function mayShutOut(caller: Person, person: Person): boolean {
  return mayActOn(caller, person) && person.id !== caller.id;
}

/** Our choice: users cannot change their own role. */
export function mayChangeRole(caller: Person, person: Person): boolean {
  return caller.role_id === roles.administrator && person.id !== caller.id;
}

export function mayChangeTeam(caller: Person): boolean {
  return caller.role_id === roles.administrator;
}

/**
 * A manager does not choose their own viewed teams, because that would raise their own rights. Role 1 sees all files
 * anyway.
 */
export function mayChooseViewedTeams(caller: Person, person: Person): boolean {
  return mayActOn(caller, person) && (caller.role_id === roles.administrator || person.id !== caller.id);
}

/** Returns those of these teams that still exist. Until the teams are known, all of them. */
export const existingTeams = (ids: readonly number[], teams: readonly { id: number }[] | undefined): number[] =>
  ids.filter((id) => !teams || teams.some((team) => team.id === id));

/** Compared without regard to case. See docs/specification.md#user-summary-cards. */
export const summaryRoleNames = { administrators: 'administrator', users: 'user' } as const;

/** The roles with a summary card. The cards narrow the list. */
export const countedRoles = { administrators: roles.administrator, users: roles.user } as const;
export type CountedRole = (typeof countedRoles)[keyof typeof countedRoles];
