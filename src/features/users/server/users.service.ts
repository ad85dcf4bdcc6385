import type { Act } from '#features/audit/audit.rules.ts';
import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { namesOf } from '#features/files/server/selection.queries.ts';
import { notifyManagers, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/own-password.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { refusePoorPassword } from '#server/access/password-rules.ts';
import { turnOff } from '#server/access/two-factor.queries.ts';
import { isUniqueViolation } from '#server/database/portable.ts';
import type { Http } from '#server/http/mount.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { isRoleId, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import type { Registration, User, UserChanges } from '../users.contract.ts';
import { assignableRoles, mayActOn, mayChangeRole, mayChooseViewedTeams, mayShutOut } from '../users.rules.ts';
import { mail, notices, refusals } from '../users.texts.ts';
import { cursorAfter, readCursor } from './users.cursor.ts';
import {
  changeNameAndEmail,
  countTeams,
  countUsers,
  deletePasswordLinks,
  emailInUse,
  endAllSessions,
  findUser,
  hasOtherAdministrator,
  holdRights,
  insertUser,
  listUsersAfter,
  markDeleted,
  setRole,
  setSuspended,
  setTeam,
  setViewedTeams,
} from './users.queries.ts';

/** One page of the list, and where the next one begins. Refuses 422 a place that is none. */
export async function pageOfUsers(
  { reader }: Parts,
  input: { search?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ users: User[]; next: string | null; found: number }> {
  const search = input.search ?? '';
  const after = input.after === undefined ? undefined : readCursor(input.after);
  const [page, found] = await Promise.all([
    // One more than asked for tells whether there is a next page.
    listUsersAfter(reader, { search, after, limit: input.limit + 1 }),
    countUsers(reader, search),
  ]);
  const shown = page.slice(0, input.limit);
  const last = shown.at(-1);
  return {
    users: shown.map(({ user }) => user),
    next: page.length > shown.length && last ? cursorAfter(last.place) : null,
    found,
  };
}

/** Refuses 403 role 3 anybody but themselves, 404 who is not there. Source: decisions.md section 6. */
export async function seeUser({ db }: Parts, caller: Caller, id: number): Promise<User> {
  if (caller.role_id === roles.user && caller.id !== id) throw refusal.forbidden();
  return userOf(db, id);
}

async function userOf(db: Db, id: number): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw refusal.notFound(refusals.gone);
  return user;
}

/**
 * Creates a user and tells roles 1 and 2. Refuses 403 a role above the caller's right, 422 what is wrong with the form.
 * Source: spec section 5, Role options; decisions.md section 6.
 */
export async function registerUser(parts: Parts, caller: Caller, input: Registration): Promise<User> {
  const role_id = creatableRole(caller, input.role_id);
  await refusePoorPassword('password', input.password, input.password_confirmation);
  await refuseUnfit(parts.db, input);
  const password_hash = await parts.hashing.run(() => hashPassword(input.password));
  const created_at = parts.clock().toISOString();
  const { name, email, team_id } = input;
  const { user, told } = await withFreeEmail(() =>
    parts.db.transaction().execute(async (tx) => {
      // Asked again: hashing takes a moment.
      await refuseUnfit(tx, input);
      const id = await insertUser(tx, { name, email, password_hash, role_id, team_id, created_at });
      await setViewedTeams(tx, id, input.teams_can_view ?? []);
      const message = notices.message(name, caller.name);
      // A new manager hears of everybody who is new, but not of themselves.
      const notice = { title: notices.title, message, link: notices.link, created_at };
      const told = await notifyManagers(tx, [caller.id, id], notice);
      const user = await userOf(tx, id);
      const detail = details.created(user.role.role_name, user.team?.name, await teamNames(tx, user.teams_can_view));
      await note(tx, caller, created_at, 'user.created', { ...user, detail });
      return { user, told };
    }),
  );
  parts.events.tell({ topic: 'notifications', userIds: told });
  return user;
}

function creatableRole(caller: Caller, roleId: number): RoleId {
  if (!isRoleId(roleId)) throw refusal.invalid('role_id', refusals.unknownRole);
  if (!assignableRoles(caller.role_id).includes(roleId)) throw refusal.forbidden(refusals.roleAboveYours);
  return roleId;
}

async function refuseUnfit(db: Db, input: Registration): Promise<void> {
  if (await emailInUse(db, input.email)) throw refusal.invalid('email', refusals.emailTaken);
  if ((await countTeams(db, [input.team_id])) === 0) throw refusal.invalid('team_id', refusals.unknownTeam);
  await refuseUnknownTeams(db, input.teams_can_view ?? []);
}

async function refuseUnknownTeams(db: Db, ids: readonly number[]): Promise<void> {
  if ((await countTeams(db, ids)) < ids.length) throw refusal.invalid('teams_can_view', refusals.unknownTeams);
}

/** Two requests may both have found the e-mail free; the database lets only one of them keep it. */
async function withFreeEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw refusal.invalid('email', refusals.emailTaken);
    throw error;
  }
}

/**
 * Changes name, e-mail and viewed teams, and nothing else. Source: decisions.md section 6. Another e-mail takes one's own
 * password, typed in the last minutes: links that set a password go there.
 */
export async function updateUser(
  parts: Parts,
  caller: Caller,
  http: Http,
  { id, name, email, teams_can_view }: UserChanges & { id: number },
): Promise<User> {
  const { before, after } = await withFreeEmail(() =>
    parts.db.transaction().execute(async (tx) => {
      const user = await userActedOn(tx, caller, id, mayActOn);
      if (email !== user.email) refuseUnconfirmed(parts, http);
      if (await emailInUse(tx, email, id)) throw refusal.invalid('email', refusals.emailTaken);
      await changeNameAndEmail(tx, id, { name, email });
      if (email !== user.email) await deletePasswordLinks(tx, id);
      if (teams_can_view && mayChooseViewedTeams(caller, user)) {
        await refuseUnknownTeams(tx, teams_can_view);
        await setViewedTeams(tx, id, teams_can_view);
      }
      const changed = await userOf(tx, id);
      const at = parts.clock().toISOString();
      const detail = details.edited(user, changed);
      if (detail) await note(tx, caller, at, 'user.changed', { ...changed, detail });
      await noteViews(tx, { caller, at }, user, changed);
      return { before: user, after: changed };
    }),
  );
  if (after.email !== before.email) tellOldAddress(parts, caller, before, after);
  return after;
}

/** By mail, where there is mail: whoever took the account over cannot take this back. Not waited for. */
function tellOldAddress({ mailer, config, log }: Parts, caller: Caller, before: User, after: User): void {
  const by = caller.id === after.id ? undefined : caller.name;
  void mailer?.({
    to: before.email,
    subject: mail.subject(config.brandName),
    text: mail.text({ name: after.name, brand: config.brandName, by, email: after.email }),
  }).catch((error: unknown) => log.error(error, 'an address that was changed could not be told'));
}

async function teamNames(tx: Db, ids: number[]): Promise<string[]> {
  const names = ids.length === 0 ? undefined : await namesOf(tx, 'teams', ids);
  return ids.map((id) => names?.get(id) ?? String(id));
}

/** Whose files a person may see is a right of its own, and so is its entry. */
async function noteViews(tx: Db, by: { caller: Caller; at: string }, before: User, after: User): Promise<void> {
  const [old, now] = [before.teams_can_view, after.teams_can_view];
  const [added, removed] = [now.filter((id) => !old.includes(id)), old.filter((id) => !now.includes(id))];
  if (added.length + removed.length === 0) return;
  const detail = details.teams(await teamNames(tx, added), await teamNames(tx, removed));
  await note(tx, by.caller, by.at, 'user.views_changed', { ...after, detail });
}

type Rule = (caller: Caller, user: User) => boolean;

/** Refuses 404 who is not there, 403 whom the rule does not let the caller act on. */
async function userActedOn(db: Db, caller: Caller, id: number, rule: Rule): Promise<User> {
  const user = await userOf(db, id);
  if (rule(caller, user)) return user;
  throw refusal.forbidden(user.id === caller.id ? refusals.notYourself : refusals.aboveYou);
}

/** Refuses 409 when nobody else could administer. The rights must be held. Source: decisions.md section 3. */
async function refuseLastAdministrator(tx: Db, user: User): Promise<void> {
  if (user.role_id !== roles.administrator || user.suspended_at !== null) return;
  if (!(await hasOtherAdministrator(tx, user.id))) throw refusal.conflict(refusals.lastAdministrator);
}

/** Runs one change of a person's rights; changes of several people's rights wait for each other. */
async function changeRights(
  { db, clock }: Parts,
  { caller, id, rule, act }: { caller: Caller; id: number; rule: Rule; act: Act },
  change: (tx: Db, user: User) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdRights(tx);
    const user = await userActedOn(tx, caller, id, rule);
    await change(tx, user);
    const now = await findUser(tx, id);
    const detail = now && now.role_id !== user.role_id ? details.became(user.role.role_name, now.role.role_name) : null;
    await note(tx, caller, clock().toISOString(), act, { ...user, detail });
  });
}

/** They leave the lists and cannot sign in; their files and containers stay, with their name. Source: decisions.md section 4. */
export async function removeUser(parts: Parts, caller: Caller, id: number): Promise<void> {
  await changeRights(parts, { caller, id, rule: mayShutOut, act: 'user.deleted' }, async (tx, user) => {
    await refuseLastAdministrator(tx, user);
    await markDeleted(tx, id, parts.clock().toISOString());
    await endAllSessions(tx, id);
  });
}

export async function changeUserRole(
  parts: Parts,
  caller: Caller,
  input: { id: number; role_id: number },
): Promise<User> {
  const { id, role_id } = input;
  if (!isRoleId(role_id)) throw refusal.invalid('role_id', refusals.unknownRole);
  await changeRights(parts, { caller, id, rule: mayChangeRole, act: 'user.role_changed' }, async (tx, user) => {
    if (role_id !== roles.administrator) await refuseLastAdministrator(tx, user);
    await setRole(tx, id, role_id);
  });
  return userOf(parts.db, id);
}

export async function changeUserTeam(
  { db, clock }: Parts,
  caller: Caller,
  input: { id: number; team_id: number },
): Promise<User> {
  return db.transaction().execute(async (tx) => {
    const old = await userOf(tx, input.id);
    if ((await countTeams(tx, [input.team_id])) === 0) throw refusal.invalid('team_id', refusals.unknownTeam);
    await setTeam(tx, input.id, input.team_id);
    const user = await userOf(tx, input.id);
    const detail = details.became(old.team?.name, user.team?.name);
    await note(tx, caller, clock().toISOString(), 'user.team_changed', { ...user, detail });
    return user;
  });
}

export async function suspendUser(parts: Parts, caller: Caller, id: number): Promise<User> {
  await changeRights(parts, { caller, id, rule: mayShutOut, act: 'user.suspended' }, async (tx, user) => {
    await refuseLastAdministrator(tx, user);
    await setSuspended(tx, id, parts.clock().toISOString());
    await endAllSessions(tx, id);
  });
  return userOf(parts.db, id);
}

export async function reactivateUser(parts: Parts, caller: Caller, id: number): Promise<User> {
  await changeRights(parts, { caller, id, rule: mayShutOut, act: 'user.reactivated' }, (tx) =>
    setSuspended(tx, id, null),
  );
  return userOf(parts.db, id);
}

/** For whoever has lost their app; tells them. Takes one's own password, typed in the last minutes. */
export async function turnOffUsersTwoFactor(parts: Parts, caller: Caller, http: Http, id: number): Promise<User> {
  let told: number[] = [];
  await changeRights(parts, { caller, id, rule: mayShutOut, act: 'user.two_factor_off' }, async (tx, user) => {
    refuseUnconfirmed(parts, http);
    if (user.two_factor_at === null) throw refusal.conflict(refusals.twoFactorIsOff);
    await turnOff(tx, id);
    const { twoFactorTitle: title, twoFactorOff } = notices;
    const created_at = parts.clock().toISOString();
    told = await notifyUsers(tx, [id], {
      title,
      message: twoFactorOff(caller.name),
      link: '/change-password',
      created_at,
    });
  });
  parts.events.tell({ topic: 'notifications', userIds: told });
  return userOf(parts.db, id);
}

export async function signOutUser(parts: Parts, caller: Caller, id: number): Promise<User> {
  await changeRights(parts, { caller, id, rule: mayShutOut, act: 'user.signed_out' }, (tx) => endAllSessions(tx, id));
  return userOf(parts.db, id);
}
