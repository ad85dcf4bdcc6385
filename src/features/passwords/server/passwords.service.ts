import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { deleteSession, lockRights } from '#server/access/access.queries.ts';
import { hashOf } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { refuseUnconfirmed } from '#server/access/gate.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { transact, transactAs, transactLocked } from '#server/access/transact-as.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import type { Http } from '#server/http/mount.ts';
import { refusal } from '#server/refusal.ts';
import { mayActOn, roles } from '#shared/access.ts';
import { answers, notices, texts } from '../passwords.texts.ts';
import { confirmPassword, refuseReplacedPassword } from './own-password.ts';
import { refusePoorPassword } from './password-rules.ts';
import { deleteSessions, findPerson, listSessions, setPassword } from './passwords.queries.ts';
import type { Person } from './passwords.queries.ts';

type NewPassword = { new_password: string; new_password_confirmation: string };
type Said = { message: string };

/**
 * Changes the caller's password. Refuses with 422 if it was replaced while this call ran. Guesses at the current password
 * are throttled. See docs/choices.md#sign-in-throttle.
 */
export async function changePassword(
  ctx: Context,
  caller: Caller,
  http: Http,
  input: NewPassword & { current_password: string },
): Promise<Said> {
  const field = 'current_password';
  await refusePoorPassword('new_password', newPasswordOf(input, caller));
  const act = 'user.password_change_failed';
  const compared = await confirmPassword(ctx, caller, http, { field, password: input.current_password, act });
  const passwordHash = await ctx.hashing.run(() => hashPassword(input.new_password), http.request.ip);
  await transact(ctx, caller, async (tx, write) => {
    await refuseReplacedPassword(tx, caller, { field, passwordHash: compared });
    await setPassword(tx, { userId: caller.id, passwordHash, given: false, keepSession: http.session.tokenHash });
    await recordAudit(write, 'user.password_changed', caller);
    write.outdated.userIds.add(caller.id);
  });
  return { message: texts.changed };
}

const newPasswordOf = (input: NewPassword, { email }: { email: string }) => ({
  password: input.new_password,
  confirmation: input.new_password_confirmation,
  email,
});

export async function confirmOwnPassword(ctx: Context, caller: Caller, http: Http, password: string): Promise<Said> {
  await confirmPassword(ctx, caller, http, { field: 'password', password, act: 'user.confirmation_failed' });
  return { message: answers.confirmed };
}

/**
 * Sets the password of another user. Role 2 may do so only for ordinary users and their own account
 * (docs/choices.md#rank-between-users). For an administrator or manager the caller must have typed their own password
 * within the last minutes, because such an account has the most rights.
 */
export async function resetPassword(
  ctx: Context,
  caller: Caller,
  http: Http,
  input: NewPassword & { user_id: number },
): Promise<Said> {
  const refuseAbove = (person: Person, by: Caller) => {
    if (!mayActOn(by, person)) throw refusal.forbidden('user.above_own_role', answers.aboveRank);
    if (person.role_id !== roles.user) refuseUnconfirmed(ctx, http);
  };
  const person = await personOf(ctx.db, input.user_id);
  refuseAbove(person, caller);
  await refusePoorPassword('new_password', newPasswordOf(input, person));
  const passwordHash = await ctx.hashing.run(() => hashPassword(input.new_password), http.request.ip);
  await transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const { by } = write;
    const current = await personOf(tx, input.user_id);
    refuseAbove(current, by);
    const isSelf = current.id === by.id;
    const keepSession = isSelf ? http.session.tokenHash : undefined;
    await setPassword(tx, { userId: current.id, passwordHash, given: !isSelf, keepSession });
    await recordAudit(write, 'user.password_reset', current);
    if (isSelf) return;
    await notifyUsers(write, [current.id], {
      event: 'account',
      title: notices.resetTitle,
      message: notices.reset(by.name),
      link: '/change-password',
    });
  });
  return { message: texts.reset };
}

async function personOf(db: Db, id: number): Promise<Person> {
  const person = await findPerson(db, id);
  if (!person) throw refusal.invalid('user.unknown', 'user_id', answers.unknownUser);
  return person;
}

/** Returns the public id of a session. The token cannot be derived from it. */
const publicId = (tokenHash: string) => hashOf(tokenHash).slice(0, 16);

export async function listOwnSessions(ctx: Context, caller: Caller, http: Http) {
  const sessions = await listSessions(ctx.db, caller.id, ctx.clock().toISOString());
  return sessions.map(({ token_hash, ...session }) => ({
    ...session,
    id: publicId(token_hash),
    current: token_hash === http.session.tokenHash,
  }));
}

/** Ends one of the caller's own sessions. Refuses with 404 any other id. */
export async function endOwnSession(ctx: Context, caller: Caller, id: string): Promise<void> {
  const sessions = await listSessions(ctx.db, caller.id, ctx.clock().toISOString());
  const session = sessions.find((one) => publicId(one.token_hash) === id);
  if (!session) throw refusal.notFound('session.not_found');
  await transactAs(ctx, caller, async (tx, write) => {
    await deleteSession(tx, session.token_hash);
    await recordEnded(write);
  });
}

async function recordEnded(write: Write<Caller>): Promise<void> {
  await recordAudit(write, 'session.ended', {});
  write.outdated.userIds.add(write.by.id);
}

export async function endOtherSessions(ctx: Context, caller: Caller, http: Http): Promise<void> {
  await transactAs(ctx, caller, async (tx, write) => {
    await deleteSessions(tx, caller.id, http.session.tokenHash);
    await recordEnded(write);
  });
}
