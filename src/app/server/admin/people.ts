import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { details } from '#features/audit/audit.texts.ts';
import { note } from '#features/audit/server/audit.queries.ts';
import { setPassword } from '#features/passwords/server/passwords.queries.ts';
import { forgetLoginFailures } from '#server/access/access.queries.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { turnOff } from '#server/access/two-factor.queries.ts';
import { CannotStart } from '#server/config.ts';
import { isUniqueViolation } from '#server/database/portable.ts';
import type { Tables } from '#server/database/tables.ts';
import { roleNames, roles } from '#shared/access.ts';
import { findAccount, insertAdministrator } from './admin.queries.ts';
import { whoever } from './whoever.ts';

const newPassword = () => randomBytes(12).toString('base64url');

/** Makes an administrator of the oldest team. Refuses an e-mail that is no address or in use. */
export async function createAdmin(db: Kysely<Tables>, email: string, now: Date): Promise<string> {
  if (!z.email().max(254).safeParse(email).success) throw new CannotStart(`${email} is not an e-mail address.`);
  const password = newPassword();
  const name = email.split('@', 1)[0] ?? email;
  const passwordHash = await hashPassword(password);
  const at = now.toISOString();
  const inserting = db.transaction().execute(async (tx) => {
    const id = await insertAdministrator(tx, { name, email, passwordHash, at });
    const detail = details.created(roleNames[roles.administrator]);
    await note(tx, whoever(), at, 'user.created', { id, name, detail });
  });
  await inserting.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new CannotStart(`${email} is in use. To let that person in again: npm run admin -- reset-password ${email}`);
  });
  return signIn('A new administrator', email, password);
}

/** Sets a new password, ends the person's sessions, and forgets the failures that hold up their sign-in. */
export async function resetPassword(db: Kysely<Tables>, email: string, now: Date): Promise<string> {
  const emailKey = email.toLowerCase();
  const person = await findAccount(db, emailKey);
  if (!person) throw new CannotStart(`Nobody has the e-mail address ${email}.`);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, { userId: person.id, passwordHash, given: true, keepSession: undefined });
    await note(tx, whoever(), now.toISOString(), 'user.password_reset', person);
  });
  await forgetLoginFailures(db, emailKey);
  const stillOut =
    person.suspended_at === null ? '' : '\nThis person is suspended and cannot sign in before they are reactivated.';
  return signIn(person.name, person.email, password) + stillOut;
}

/** Lets in whoever has lost their app and their recovery codes. */
export async function resetTwoFactor(db: Kysely<Tables>, email: string, now: Date): Promise<string> {
  const person = await findAccount(db, email.toLowerCase());
  if (!person) throw new CannotStart(`Nobody has the e-mail address ${email}.`);
  await db.transaction().execute(async (tx) => {
    await turnOff(tx, person.id);
    await note(tx, whoever(), now.toISOString(), 'user.two_factor_off', person);
  });
  return `${person.name} signs in with the password alone now.`;
}

const signIn = (name: string, email: string, password: string) =>
  `${name} can sign in now; the password is shown only this once.\n  Email Address  ${email}\n  Password       ${password}`;
