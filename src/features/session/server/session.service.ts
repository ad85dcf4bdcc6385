import { note } from '#features/audit/server/audit.queries.ts';
import { forgetLoginFailures } from '#server/access/access.queries.ts';
import { awaitCode, awaitedFrom, endSession, startSession } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { lacksTwoFactor } from '#server/access/gate.ts';
import { isPassword, nobodysHash } from '#server/access/password-hash.ts';
import { noteFailedTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Tries } from '#server/access/throttle.ts';
import { refuseWrongCode } from '#server/access/two-factor.ts';
import type { Http } from '#server/http/mount.ts';
import type { Db, Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { CurrentUser } from '../session.contract.ts';
import { refusals } from '../session.texts.ts';
import { findCredentials, findCurrentUser, noteLogin } from './session.queries.ts';

type SignedIn = { user: CurrentUser };
type Attempt = { email: string; password: string; remember?: boolean | undefined };

/**
 * Signs in under a new session, or asks for a code first. Wrong credentials are one answer in one time, whether or not the e-mail exists.
 * Refuses 422 for those, 429 after too many, 503 when too many are signing in at once. Source: decisions.md sections 2 and 4.
 */
export async function signIn(parts: Parts, http: Http, attempt: Attempt): Promise<SignedIn | { two_factor: true }> {
  const emailKey = attempt.email.trim().toLowerCase().slice(0, 254);
  const who = { emailKey, address: http.request.ip };
  await refuseWhenThrottled(parts, who);
  const credentials = await parts.hashing.run(async () => {
    // Asked again inside the slot: tries sent together must not all pass the first question.
    await refuseWhenThrottled(parts, who);
    return checkCredentials(parts, who, attempt.password);
  });
  const remember = attempt.remember ?? false;
  return parts.db.transaction().execute(async (tx) => {
    const within = { ...parts, db: tx };
    await forgetLoginFailures(tx, emailKey);
    if (credentials.two_factor_at === null) return { user: await letIn(within, http, credentials.id, remember) };
    await awaitCode(within, http, credentials.id, remember);
    return { two_factor: true };
  });
}

/** The second step. Refuses 401 whose password was not right in the last minutes, 422 a wrong code, 429 after too many. */
export async function signInByCode(parts: Parts, http: Http, code: string): Promise<CurrentUser> {
  const awaited = await awaitedFrom(parts, http.visit);
  if (!awaited) throw refusal.unauthenticated(refusals.passwordTooLongAgo);
  const somebody = { id: awaited.userId, name: awaited.name, address: http.request.ip };
  const onWrong = (tx: Db) => note(tx, somebody, parts.clock().toISOString(), 'session.code_failed', {});
  await refuseWrongCode(parts, http, { userId: awaited.userId, code, onWrong });
  return parts.db.transaction().execute(async (tx) => {
    if (!(await awaited.take(tx))) throw refusal.unauthenticated(refusals.passwordTooLongAgo);
    return letIn({ ...parts, db: tx }, http, awaited.userId, awaited.remember);
  });
}

async function letIn(parts: Parts, http: Http, userId: number, remember: boolean): Promise<CurrentUser> {
  const at = parts.clock().toISOString();
  await noteLogin(parts.db, userId, at);
  await startSession(parts, http, userId, remember);
  const user = await describeSelf(parts, userId);
  await note(parts.db, { ...user, address: http.request.ip }, at, 'session.signed_in', {});
  return user;
}

export async function describeSelf({ db, config }: Parts, id: number): Promise<CurrentUser> {
  const user = await findCurrentUser(db, id);
  return lacksTwoFactor(config, user) ? { ...user, must_set_up_two_factor: true } : user;
}

/** Ends the session on the server. */
export async function signOut(parts: Parts, caller: Caller, http: Http): Promise<void> {
  await parts.db.transaction().execute(async (tx) => {
    await endSession({ ...parts, db: tx }, http);
    await note(tx, caller, parts.clock().toISOString(), 'session.signed_out', {});
  });
}

async function checkCredentials(parts: Parts, who: Tries, password: string) {
  const credentials = await findCredentials(parts.db, who.emailKey);
  const isRight = await isPassword(password, credentials?.password_hash ?? nobodysHash);
  if (credentials && isRight) return credentials;
  await parts.db.transaction().execute(async (tx) => {
    await noteFailedTry({ ...parts, db: tx }, who);
    // Under the e-mail that was typed: who it was, nobody knows.
    const somebody = { id: null, name: who.emailKey, address: who.address };
    await note(tx, somebody, parts.clock().toISOString(), 'session.sign_in_failed', {});
  });
  throw refusal.invalid('email', refusals.wrongCredentials);
}
