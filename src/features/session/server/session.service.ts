import { forgetLoginFailures } from '#server/access/access.queries.ts';
import { startSession } from '#server/access/caller.ts';
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
  await forgetLoginFailures(parts.db, emailKey);
  await noteLogin(parts.db, credentials.id, at);
  await startSession(parts, http, credentials.id, attempt.remember ?? false);
  return findCurrentUser(parts.db, credentials.id);
}

async function checkCredentials(parts: Parts, who: Tries, password: string) {
  const credentials = await findCredentials(parts.db, who.emailKey);
  const isRight = await isPassword(password, credentials?.password_hash ?? nobodysHash);
  if (credentials && isRight) return credentials;
  await noteFailedTry(parts, who);
  throw refusal.invalid('email', refusals.wrongCredentials);
}
