import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { deleteInvitation } from '#features/passwords/server/passwords.queries.ts';
import { findUser } from '#features/session/server/user-rows.queries.ts';
import {
  hasOtherAdministrator,
  insertUser,
  setRole,
  setTeam,
  setViewedTeams,
} from '#features/users/server/users.queries.ts';
import { email as emailField } from '#features/users/users.contract.ts';
import { unusableHash } from '#server/access/password-hash.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { emailKey } from '#server/email-key.ts';
import type { SingleSignOn } from '#server/oidc-settings.ts';
import { roleNames, roles } from '#shared/access.ts';
import { givenBy } from '../single-sign-on.rules.ts';
import type { Confirmed } from '../single-sign-on.rules.ts';
import { details, notices, reasons } from '../single-sign-on.texts.ts';
import { findByEmail, findBySubject, idsOfTeams, joinAccount } from './single-sign-on.queries.ts';

/** `refused` is the reason for the audit log. */
export type Admission = { userId: number } | { refused: string };

type Ctx = Pick<Context, 'log'>;
type Writing = Write<{ id: null; name: string; address: string }>;

/**
 * Finds, joins or creates the user, and gives the rights of the groups. The caller holds the lock on the rights. A user is
 * found by the subject, and once by a verified address. Suspended and deleted users stay out.
 */
export async function admit(
  ctx: Ctx,
  write: Writing,
  settings: SingleSignOn,
  confirmed: Confirmed,
): Promise<Admission> {
  const { requiredGroup } = settings;
  if (requiredGroup !== undefined && !confirmed.groups.includes(requiredGroup))
    return { refused: reasons.group(requiredGroup) };
  const found = await findOrCreate(write, settings, confirmed);
  if ('userId' in found) await giveRights(ctx, write, settings, { ...confirmed, ...found });
  return found;
}

async function findOrCreate(write: Writing, settings: SingleSignOn, confirmed: Confirmed): Promise<Admission> {
  const { tx } = write;
  const { issuer } = settings;
  const joined = await findBySubject(tx, issuer, confirmed.subject);
  if (joined && joined.deleted_at === null)
    return joined.suspended_at === null ? { userId: joined.id } : { refused: reasons.suspended };
  const { data: email } = emailField.safeParse(confirmed.email);
  if (email === undefined) return { refused: reasons.email };
  const there = await findByEmail(tx, emailKey(email));
  if (there?.suspended_at) return { refused: reasons.suspended };
  // An administrator who wants a deleted user back creates or invites them again.
  if (there ? there.deleted_at !== null : joined) return { refused: reasons.deleted };
  if (there?.joined) return { refused: reasons.joined };
  const userId = there?.id ?? (await create(write, settings, { ...confirmed, email }));
  if (userId === undefined) return { refused: reasons.noTeam(settings.team) };
  await joinAccount(tx, { user_id: userId, issuer, subject: confirmed.subject, joined_at: write.at });
  await deleteInvitation(tx, userId);
  if (there) await recordAudit(write, 'user.joined_provider', (await findUser(tx, userId)) ?? {});
  return { userId };
}

/** Returns the id of the new user, or undefined if the team of the settings does not exist. */
async function create(
  write: Writing,
  settings: SingleSignOn,
  { name, email, groups }: Confirmed & { email: string },
): Promise<number | undefined> {
  const { tx, at: created_at } = write;
  const team = givenBy(groups, settings.groups).team ?? settings.team;
  const ids = await idsOfTeams(tx, [team, settings.team]);
  const team_id = ids.get(team) ?? ids.get(settings.team);
  if (team_id === undefined) return undefined;
  const account = {
    name,
    email,
    team_id,
    role_id: roles.user,
    password_hash: unusableHash(),
    password_given: 0,
    created_at,
  } as const;
  const id = await insertUser(tx, account);
  await setViewedTeams(tx, id, []);
  await notifyManagers(write, [id], { title: notices.title, message: notices.message(name), link: notices.link });
  await recordAudit(write, 'user.created_by_provider', { id, name, detail: email });
  return id;
}

/** Gives a user the role and the teams of the groups, at every sign-in. */
async function giveRights(
  { log }: Ctx,
  write: Writing,
  settings: SingleSignOn,
  { userId, groups }: { userId: number; groups: readonly string[] },
): Promise<void> {
  const { tx } = write;
  const user = await findUser(tx, userId);
  if (!user) return;
  const given = givenBy(groups, settings.groups);
  const teams = await idsOfTeams(tx, [...(given.team === undefined ? [] : [given.team]), ...(given.views ?? [])]);
  const changes: string[] = [];
  const role = (await mustStay(write, settings, user)) ? undefined : given.role;
  if (role !== undefined && role !== user.role_id) {
    await setRole(tx, userId, role);
    changes.push(details.role(user.role.role_name, roleNames[role]));
  }
  const teamId = given.team === undefined ? undefined : teams.get(given.team);
  if (given.team !== undefined && teamId === undefined)
    log.warn({ team: given.team }, 'OIDC_GROUPS names no team of this installation');
  if (given.team !== undefined && teamId !== undefined && teamId !== user.team_id) {
    await setTeam(tx, userId, teamId);
    changes.push(details.team(user.team?.name ?? '', given.team));
  }
  const views = given.views?.flatMap((name) => teams.get(name) ?? []);
  if (views && new Set(views).symmetricDifference(new Set(user.teams_can_view)).size > 0) {
    await setViewedTeams(tx, userId, views);
    changes.push(details.views(given.views ?? []));
  }
  if (changes.length > 0) await recordAudit(write, 'user.changed_by_provider', { ...user, detail: changes.join('; ') });
}

/** Whether the role of a user stays: that of the account that keeps a password, and that of the last administrator. */
async function mustStay(
  { tx }: Writing,
  { passwordOnlyFor }: SingleSignOn,
  { id, email, role_id }: { id: number; email: string; role_id: number },
): Promise<boolean> {
  if (passwordOnlyFor !== undefined && emailKey(passwordOnlyFor) === emailKey(email)) return true;
  return role_id === roles.administrator && !(await hasOtherAdministrator(tx, id));
}
