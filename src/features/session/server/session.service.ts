import { note } from '#features/audit/server/audit.queries.ts';
import { forgetLoginFailures, listTeamsViewedBy } from '#server/access/access.queries.ts';
import { endSession, startSession } from '#server/access/caller.ts';
import type { Caller } from '#server/access/caller.ts';
import { isPassword, nobodysHash } from '#server/access/password-hash.ts';
import { noteFailedTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Tries } from '#server/access/throttle.ts';
import type { Http } from '#server/http/mount.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import type { CurrentUser } from '../session.contract.ts';
import { refusals } from '../session.texts.ts';
import { findCredentials, findCurrentUser, noteLogin } from './session.queries.ts';

type Attempt = { email: string; password: string; remember?: boolean | undefined };

/**
 * Signs in under a new session. Wrong credentials are one answer in one time, whether or not the e-mail exists.
 * Refuses 422 for those, 429 after too many, 503 when too many are signing in at once. Source: decisions.md sections 2 and 4.
 */
export async function signIn(parts: Parts, http: Http, attempt: Attempt): Promise<CurrentUser> {
  const emailKey = attempt.email.trim().toLowerCase().slice(0, 254);
  const who = { emailKey, address: http.request.ip };
  await refuseWhenThrottled(parts, who);
  const credentials = await parts.hashing.run(async () => {
    // Asked again inside the slot: tries sent together must not all pass the first question.
    await refuseWhenThrottled(parts, who);
    return checkCredentials(parts, who, attempt.password);
  });
  const at = parts.clock().toISOString();
  return parts.db.transaction().execute(async (tx) => {
    await forgetLoginFailures(tx, emailKey);
    await noteLogin(tx, credentials.id, at);
    await startSession({ ...parts, db: tx }, http, credentials.id, attempt.remember ?? false);
    const { id } = credentials;
    const user = await findCurrentUser(tx, { id, teams_can_view: await listTeamsViewedBy(tx, id) });
    await note(tx, { ...user, address: who.address }, at, 'session.signed_in', {});
    return user;
  });
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
