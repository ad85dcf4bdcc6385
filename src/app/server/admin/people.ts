import { randomBytes } from 'node:crypto';
import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { setPassword } from '#features/passwords/server/passwords.queries.ts';
import { turnOff } from '#features/passwords/server/two-factor.queries.ts';
import { insertUser } from '#features/users/server/users.queries.ts';
import { email as emailField } from '#features/users/users.contract.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { CannotStart } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { isUniqueViolation } from '#server/database/dialect/errors.ts';
import { roleNames, roles } from '#shared/access.ts';
import { adminCommand } from '../commands.ts';
import { accountOf } from './accounts.ts';
import { findOldestTeam } from './admin.queries.ts';
import { machineActor } from './machine-actor.ts';

const newPassword = () => randomBytes(12).toString('base64url');

/** Creates an administrator of the oldest team. Throws CannotStart for an e-mail that is invalid or in use. */
export async function createAdmin(db: Db, typed: string, now: Date): Promise<string> {
  const { data: email } = emailField.safeParse(typed);
  if (email === undefined) throw new CannotStart(`${typed} is not an e-mail address.`);
  const password = newPassword();
  const name = email.split('@', 1)[0] ?? email;
  const passwordHash = await hashPassword(password);
  const at = now.toISOString();
  const inserting = db.transaction().execute(async (tx) => {
    const team = await findOldestTeam(tx);
    const administrator = { name, email, role_id: roles.administrator, team_id: team?.id ?? null };
    const id = await insertUser(tx, { ...administrator, password_hash: passwordHash, created_at: at });
    const detail = details.created(roleNames[roles.administrator]);
    await recordAudit({ tx, by: machineActor(), at }, 'user.created', { id, name, detail });
  });
  await inserting.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new CannotStart(`${email} is in use. To set a new password: ${adminCommand} reset-password ${email}`);
  });
  return describeSignIn('A new administrator', email, password);
}

/** Sets a new password, ends the user's sessions, and deletes the sign-in failures that count for the throttle. */
export async function resetPassword(db: Db, email: string, now: Date): Promise<string> {
  const person = await accountOf(db, email);
  const password = newPassword();
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    await setPassword(tx, { userId: person.id, passwordHash, given: true, keepSession: undefined });
    await recordAudit({ tx, by: machineActor(), at: now.toISOString() }, 'user.password_reset', person);
  });
  const suspendedNote =
    person.suspended_at === null ? '' : '\nThis user is suspended. Reactivate the account to allow signing in.';
  return describeSignIn(person.name, person.email, password) + suspendedNote;
}

/** Turns off two-factor sign-in for a user who has lost the app and the recovery codes. */
export async function resetTwoFactor(db: Db, email: string, now: Date): Promise<string> {
  const person = await accountOf(db, email);
  await db.transaction().execute(async (tx) => {
    await turnOff(tx, person.id);
    await recordAudit({ tx, by: machineActor(), at: now.toISOString() }, 'user.two_factor_off', person);
  });
  return `${person.name} now signs in with the password alone.`;
}

const describeSignIn = (name: string, email: string, password: string) =>
  `${name} can sign in now. The password is not shown again.\n  Email Address  ${email}\n  Password       ${password}`;
