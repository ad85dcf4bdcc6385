import type { Act } from '#features/audit/audit.rules.ts';
import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyManagers, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { queueMail } from '#features/notifications/server/outbox.queries.ts';
import { turnOff } from '#features/passwords/server/two-factor.queries.ts';
import { findUser } from '#features/session/server/user-rows.queries.ts';
import { namesOfTeams, teamExists } from '#features/teams/server/teams.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isUniqueViolation } from '#server/database/dialect/errors.ts';
import { formatCursor, parseCursor } from '#server/database/page-of.ts';
import type { Http } from '#server/http/mount.ts';
import type { Mail } from '#server/mail.ts';
import { refusal } from '#server/refusal.ts';
import { isRoleId, mayActOn, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import type { ParsedInputOf } from '#shared/endpoint.ts';
import type { Registration, User, UserChanges, usersContract } from '../users.contract.ts';
import {
  activeTime,
  assignableRoles,
  mayChangeRole,
  mayChangeTeam,
  mayChooseViewedTeams,
  mayShutOut,
} from '../users.rules.ts';
import { mail, notices, refusals } from '../users.texts.ts';
import {
  byName,
  changeNameAndEmail,
  countTeams,
  countUsers,
  deletePasswordLinks,
  emailInUse,
  endAllSessions,
  hasOtherAdministrator,
  insertUser,
  markDeleted,
  pageByName,
  setRole,
  setSuspended,
  setTeam,
  setViewedTeams,
} from './users.queries.ts';
import type { NewUser } from './users.queries.ts';

/** Returns one page of the list and the cursor of the next page. Refuses with 422 an invalid cursor. */
export async function pageOfUsers({ listDb, clock }: Context, input: ParsedInputOf<typeof usersContract.page>) {
  const { search = '', role_id: roleId } = input;
  const filter = { search, roleId, active: input.active && activeTime(clock()) };
  const after = parseCursor(input.after, byName);
  const [{ users, next }, found] = await Promise.all([
    pageByName(listDb, { ...filter, after, limit: input.limit }),
    countUsers(listDb, filter),
  ]);
  return { users, next: next && formatCursor(next), found };
}

/**
 * Refuses with 403 for role 3, except for their own record, and with 404 for an unknown user.
 * See docs/choices.md#user-records.
 */
export async function getUser({ db }: Context, caller: Caller, id: number): Promise<User> {
  if (caller.role_id === roles.user && caller.id !== id) throw refusal.forbidden('permission.denied');
  return userOf(db, id);
}

async function userOf(db: Db, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw refusal.notFound('user.not_found', refusals.gone);
  return user;
}

/** Refuses with 422 a password that breaks a rule of the passwords or differs from its confirmation. */
export type RefusePoorPassword = (
  field: string,
  password: { password: string; confirmation: string; email: string },
) => Promise<void>;

/**
 * Creates a user and notifies roles 1 and 2. Refuses with 403 a role above the caller's right
 * (docs/specification.md#role-options) and with 422 an invalid form (docs/choices.md#user-records).
 */
export async function registerUser(
  ctx: Context,
  caller: Caller,
  http: Http,
  input: Registration,
  refusePoorPassword: RefusePoorPassword,
): Promise<User> {
  creatableRole(caller, input.role_id);
  const { password, password_confirmation: confirmation } = input;
  await refusePoorPassword('password', { password, confirmation, email: input.email });
  await refuseInvalidReferences(ctx.db, input);
  const password_hash = await ctx.hashing.run(() => hashPassword(password), http.request.ip);
  // Checked again, because the data may have changed while the password was hashed.
  return transactLocked(ctx, caller, lockRights, (_, write) =>
    createUser(write, { ...input, password_hash }, 'user.created'),
  ).catch(refuseTakenEmail);
}

type NewAccount = Omit<Registration, 'password' | 'password_confirmation'> &
  Pick<NewUser, 'password_hash' | 'password_given'>;

/** Creates a user under the lock on the rights, notifies roles 1 and 2, and records the act. */
export async function createUser(
  write: Write<Caller>,
  { password_hash, password_given = 1, ...input }: NewAccount,
  act: Act,
): Promise<User> {
  const { tx, by, at: created_at } = write;
  const role_id = creatableRole(by, input.role_id);
  await refuseInvalidReferences(tx, input);
  const { name, email, team_id } = input;
  const id = await insertUser(tx, { name, email, password_hash, password_given, role_id, team_id, created_at });
  await setViewedTeams(tx, id, input.teams_can_view ?? []);
  // A new manager is not notified of their own account.
  const notice = { title: notices.title, message: notices.message(name, by.name), link: notices.link };
  await notifyManagers(write, [by.id, id], notice);
  const user = await userOf(tx, id);
  const detail = details.created(user.role.role_name, user.team?.name, await teamNames(tx, user.teams_can_view));
  await recordAudit(write, act, { ...user, detail });
  return user;
}

function creatableRole(caller: Caller, roleId: number): RoleId {
  if (!isRoleId(roleId)) throw refusal.invalid('role.unknown', 'role_id', refusals.unknownRole);
  if (!assignableRoles(caller.role_id).includes(roleId))
    throw refusal.forbidden('user.above_own_role', refusals.roleAboveYours);
  return roleId;
}

async function refuseInvalidReferences(
  db: Db,
  input: Pick<Registration, 'email' | 'team_id' | 'teams_can_view'>,
): Promise<void> {
  if (await emailInUse(db, input.email)) throw refusal.invalid('user.email_taken', 'email', refusals.emailTaken);
  await refuseUnknownTeam(db, input.team_id);
  await refuseUnknownTeams(db, input.teams_can_view ?? []);
}

async function refuseUnknownTeam(db: Db, id: number): Promise<void> {
  if (!(await teamExists(db, id))) throw refusal.invalid('team.unknown', 'team_id', refusals.unknownTeam);
}

async function refuseUnknownTeams(db: Db, ids: readonly number[]): Promise<void> {
  if ((await countTeams(db, ids)) < ids.length)
    throw refusal.invalid('team.unknown', 'teams_can_view', refusals.unknownTeams);
}

/** For an e-mail address that another call has taken after the check. */
export function refuseTakenEmail(error: unknown): never {
  if (isUniqueViolation(error)) throw refusal.invalid('user.email_taken', 'email', refusals.emailTaken);
  throw error;
}

/**
 * Changes name, e-mail address and viewed teams only (docs/choices.md#user-records). Another e-mail address requires
 * that the caller has typed their own password within the last minutes, because links that set a password are sent
 * there.
 */
export async function updateUser(
  ctx: Context,
  caller: Caller,
  http: Http,
  { id, name, email, teams_can_view }: UserChanges & { id: number },
): Promise<User> {
  return transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const { by } = write;
    const before = await findUserToChange(tx, by, id, mayActOn);
    if (email !== before.email) refuseUnconfirmed(ctx, http);
    if (await emailInUse(tx, email, id)) throw refusal.invalid('user.email_taken', 'email', refusals.emailTaken);
    await changeNameAndEmail(tx, id, { name, email });
    if (email !== before.email) await deletePasswordLinks(tx, id);
    if (teams_can_view && mayChooseViewedTeams(by, before)) {
      await refuseUnknownTeams(tx, teams_can_view);
      await setViewedTeams(tx, id, teams_can_view);
    }
    const after = await userOf(tx, id);
    const detail = details.edited(before, after);
    if (detail) await recordAudit(write, 'user.changed', { ...after, detail });
    await recordViews(write, before, after);
    const mail = { subject: `${id}/${by.id}/${before.email}`, owner_id: by.id };
    if (email !== before.email && ctx.mailer) await queueMail(tx, 'address-changed', mail, write.at);
    return after;
  }).catch(refuseTakenEmail);
}

/** Makes the mail to the old address of a user, so that the owner learns of a takeover. */
export async function makeAddressMail({ db, config }: Context, subject: string): Promise<Mail | undefined> {
  const [id, byId, ...oldAddress] = subject.split('/');
  const user = await findUser(db, Number(id));
  if (!user) return undefined;
  const by = id === byId ? undefined : ((await findUser(db, Number(byId)))?.name ?? mail.someone);
  const content = mail.content({ name: user.name, brand: config.brandName, by, email: user.email });
  return { to: oldAddress.join('/'), subject: mail.subject(config.brandName), content };
}

async function teamNames(tx: Db, ids: number[]): Promise<string[]> {
  const names = await namesOfTeams(tx, ids);
  return ids.map((id) => names.get(id) ?? String(id));
}

/** Records a change of the viewed teams as an audit entry of its own, because it changes rights. */
async function recordViews(write: Write<Caller>, before: User, after: User): Promise<void> {
  const [old, now] = [before.teams_can_view, after.teams_can_view];
  const [added, removed] = [now.filter((id) => !old.includes(id)), old.filter((id) => !now.includes(id))];
  if (added.length + removed.length === 0) return;
  const detail = details.teams(await teamNames(write.tx, added), await teamNames(write.tx, removed));
  await recordAudit(write, 'user.views_changed', { ...after, detail });
}

type Rule = (caller: Caller, user: User) => boolean;

/** Refuses with 404 an unknown user and with 403 a user on whom the rule does not let the caller act. */
export async function findUserToChange(db: Db, caller: Caller, id: number, rule: Rule): Promise<User> {
  const user = await userOf(db, id);
  if (rule(caller, user)) return user;
  throw user.id === caller.id
    ? refusal.forbidden('user.is_self', refusals.notYourself)
    : refusal.forbidden('user.above_own_role', refusals.aboveYou);
}

/**
 * Refuses with 409 if no other administrator would be left. The caller must hold the lock on the rights.
 * See docs/choices.md#rank-between-users.
 */
async function refuseLastAdministrator(tx: Db, user: User): Promise<void> {
  if (user.role_id !== roles.administrator || user.suspended_at !== null) return;
  if (!(await hasOtherAdministrator(tx, user.id)))
    throw refusal.conflict('user.last_administrator', refusals.lastAdministrator);
}

/** Changes the rights of a user under the lock on the rights, and records the change. Returns the user afterwards. */
async function changeRights(
  ctx: Context,
  { caller, id, rule, act }: { caller: Caller; id: number; rule: Rule; act: Act },
  change: (write: Write<Caller>, user: User) => Promise<void>,
): Promise<User> {
  return transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const before = await findUserToChange(tx, write.by, id, rule);
    await change(write, before);
    const after = (await findUser(tx, id)) ?? before;
    const isMoved = before.team_id !== after.team_id;
    const ofTeam = isMoved ? details.became(before.team?.name, after.team?.name) : null;
    const isRanked = before.role_id !== after.role_id;
    const detail = isRanked ? details.became(before.role.role_name, after.role.role_name) : ofTeam;
    await recordAudit(write, act, { ...before, detail });
    return after;
  });
}

/**
 * A deleted user is in no list and cannot sign in. Files and containers stay, with the user's name.
 * See docs/choices.md#deleted-entities.
 */
export async function removeUser(ctx: Context, caller: Caller, id: number): Promise<void> {
  await changeRights(ctx, { caller, id, rule: mayShutOut, act: 'user.deleted' }, async (write, user) => {
    await refuseLastAdministrator(write.tx, user);
    await markDeleted(write.tx, id, write.at);
  });
}

export async function changeUserRole(
  ctx: Context,
  caller: Caller,
  { id, role_id }: { id: number; role_id: number },
): Promise<User> {
  if (!isRoleId(role_id)) throw refusal.invalid('role.unknown', 'role_id', refusals.unknownRole);
  return changeRights(ctx, { caller, id, rule: mayChangeRole, act: 'user.role_changed' }, async ({ tx }, user) => {
    if (role_id !== roles.administrator) await refuseLastAdministrator(tx, user);
    await setRole(tx, id, role_id);
  });
}

export async function changeUserTeam(
  ctx: Context,
  caller: Caller,
  { id, team_id }: { id: number; team_id: number },
): Promise<User> {
  return changeRights(ctx, { caller, id, rule: mayChangeTeam, act: 'user.team_changed' }, async ({ tx }) => {
    await refuseUnknownTeam(tx, team_id);
    await setTeam(tx, id, team_id);
  });
}

export async function suspendUser(ctx: Context, caller: Caller, id: number): Promise<User> {
  return changeRights(ctx, { caller, id, rule: mayShutOut, act: 'user.suspended' }, async ({ tx, at }, user) => {
    await refuseLastAdministrator(tx, user);
    await setSuspended(tx, id, at);
    await endAllSessions(tx, id);
  });
}

export async function reactivateUser(ctx: Context, caller: Caller, id: number): Promise<User> {
  return changeRights(ctx, { caller, id, rule: mayShutOut, act: 'user.reactivated' }, ({ tx }) =>
    setSuspended(tx, id, null),
  );
}

/**
 * Turns off two-factor sign-in for a user who has lost their app, and notifies them. The caller must have typed their
 * own password within the last minutes.
 */
export async function turnOffUsersTwoFactor(ctx: Context, caller: Caller, http: Http, id: number): Promise<User> {
  return changeRights(ctx, { caller, id, rule: mayShutOut, act: 'user.two_factor_off' }, async (write, user) => {
    refuseUnconfirmed(ctx, http);
    if (user.two_factor_at === null) throw refusal.conflict('two_factor.off', refusals.twoFactorIsOff);
    await turnOff(write.tx, id);
    const { twoFactorTitle: title, twoFactorOff } = notices;
    const message = twoFactorOff(caller.name);
    await notifyUsers(write, [id], { title, message, link: '/change-password', event: 'account' });
  });
}

export async function signOutUser(ctx: Context, caller: Caller, id: number): Promise<User> {
  return changeRights(ctx, { caller, id, rule: mayShutOut, act: 'user.signed_out' }, ({ tx }) =>
    endAllSessions(tx, id),
  );
}
