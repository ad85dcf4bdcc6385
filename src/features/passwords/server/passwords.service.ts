import { createHash } from 'node:crypto';
import { note } from '#features/audit/server/audit.queries.ts';
import { notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { deleteSession } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { confirmPassword, refuseUnconfirmed } from '#server/access/own-password.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { refusePoorPassword } from '#server/access/password-rules.ts';
import type { Http } from '#server/http/mount.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { roles } from '#shared/access.ts';
import type { AnswerOf } from '#shared/endpoint.ts';
import type { passwordsContract } from '../passwords.contract.ts';
import { answers, notices, texts } from '../passwords.texts.ts';
import { deleteSessions, findPerson, listSessions, setPassword } from './passwords.queries.ts';

type NewPassword = { new_password: string; new_password_confirmation: string };
type Said = { message: string };

/** Changes one's own password. Guessing the current one is throttled as a sign-in is. Source: decisions.md section 4. */
export async function changePassword(
  parts: Parts,
  caller: Caller,
  http: Http,
  input: NewPassword & { current_password: string },
): Promise<Said> {
  await refusePoorPassword('new_password', input.new_password, input.new_password_confirmation);
  const onWrong = (tx: Db) => note(tx, caller, parts.clock().toISOString(), 'user.password_change_failed', caller);
  await confirmPassword(parts, caller, http, { field: 'current_password', password: input.current_password, onWrong });
  const passwordHash = await parts.hashing.run(() => hashPassword(input.new_password));
  await parts.db.transaction().execute(async (tx) => {
    await setPassword(tx, { userId: caller.id, passwordHash, given: false, keepSession: http.visit.tokenHash });
    await note(tx, caller, parts.clock().toISOString(), 'user.password_changed', caller);
  });
  return { message: texts.changed };
}

export async function confirmOwnPassword(
  parts: Parts,
  caller: Caller,
  http: Http,
  { password }: { password: string },
): Promise<Said> {
  const onWrong = (tx: Db) => note(tx, caller, parts.clock().toISOString(), 'user.confirmation_failed', caller);
  await confirmPassword(parts, caller, http, { field: 'password', password, onWrong });
  return { message: answers.confirmed };
}

/**
 * Sets another's password. Role 2 may only for ordinary users and themselves. Source: decisions.md section 3. That of an
 * administrator or manager takes one's own password, typed in the last minutes: it lets in where it hurts most.
 */
export async function resetPassword(
  parts: Parts,
  caller: Caller,
  http: Http,
  input: NewPassword & { user_id: number },
): Promise<Said> {
  const person = await findPerson(parts.db, input.user_id);
  if (!person) throw refusal.invalid('user_id', answers.unknownUser);
  const isSelf = person.id === caller.id;
  if (caller.role_id !== roles.administrator && !isSelf && person.role_id !== roles.user)
    throw refusal.forbidden(answers.aboveRank);
  if (person.role_id !== roles.user) refuseUnconfirmed(parts, http);
  await refusePoorPassword('new_password', input.new_password, input.new_password_confirmation);
  const passwordHash = await parts.hashing.run(() => hashPassword(input.new_password));
  const userIds = await parts.db.transaction().execute(async (tx) => {
    await setPassword(tx, {
      userId: person.id,
      passwordHash,
      given: !isSelf,
      keepSession: isSelf ? http.visit.tokenHash : undefined,
    });
    await note(tx, caller, parts.clock().toISOString(), 'user.password_reset', person);
    if (isSelf) return [];
    return notifyUsers(tx, [person.id], {
      title: notices.resetTitle,
      message: notices.reset(caller.name),
      link: '/change-password',
      created_at: parts.clock().toISOString(),
    });
  });
  parts.events.tell({ topic: 'notifications', userIds });
  return { message: texts.reset };
}

/** What a session is called outside: nothing that opens it can be worked out from it. */
const publicId = (tokenHash: string) => createHash('sha256').update(tokenHash).digest('hex').slice(0, 16);

export async function listOwnSessions(
  parts: Parts,
  caller: Caller,
  http: Http,
): Promise<AnswerOf<(typeof passwordsContract)['sessions']>> {
  const sessions = await listSessions(parts.db, caller.id, parts.clock().toISOString());
  return sessions.map(({ token_hash, ...session }) => ({
    ...session,
    id: publicId(token_hash),
    current: token_hash === http.visit.tokenHash,
  }));
}

/** Ends one of the caller's own sessions. Refuses 404 for any other. */
export async function endOwnSession(parts: Parts, caller: Caller, id: string): Promise<void> {
  const sessions = await listSessions(parts.db, caller.id, parts.clock().toISOString());
  const session = sessions.find((one) => publicId(one.token_hash) === id);
  if (!session) throw refusal.notFound();
  await parts.db.transaction().execute(async (tx) => {
    await deleteSession(tx, session.token_hash);
    await noteEnded(tx, parts, caller);
  });
}

const noteEnded = (tx: Db, { clock }: Parts, caller: Caller) =>
  note(tx, caller, clock().toISOString(), 'session.ended', {});

export async function endOtherSessions(parts: Parts, caller: Caller, http: Http): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    await deleteSessions(tx, caller.id, http.visit.tokenHash);
    await noteEnded(tx, parts, caller);
  });
}
