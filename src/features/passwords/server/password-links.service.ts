import { createHash, randomBytes } from 'node:crypto';
import { note } from '#features/audit/server/audit.queries.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { refusePoorPassword } from '#server/access/password-rules.ts';
import { noteFailedTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import type { Http } from '#server/http/mount.ts';
import type { Mailer } from '#server/mail.ts';
import type { Parts } from '#server/parts.ts';
import { refusal } from '#server/refusal.ts';
import { answers, mail, notices } from '../passwords.texts.ts';
import {
  deleteOldLinks,
  findPerson,
  findPersonByEmail,
  insertLink,
  setPassword,
  takeLink,
} from './passwords.queries.ts';
import type { Person } from './passwords.queries.ts';

/** How long a link is good. Source: decisions.md section 4. */
const linkGoodForMs = 60 * 60 * 1000;

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

/**
 * 'Forgot password?': mails a link, or, without a mail server, tells roles 1 and 2. The answer and its time are the same
 * whether or not the account exists; asking too often is refused as failed sign-ins are.
 */
export async function askForLink(parts: Parts, http: Http, email: string): Promise<{ message: string }> {
  const emailKey = email.trim().toLowerCase().slice(0, 254);
  const who = { emailKey: `forgot:${emailKey}`, address: http.request.ip };
  await refuseWhenThrottled(parts, who);
  await parts.db.transaction().execute(async (tx) => {
    await noteFailedTry({ ...parts, db: tx }, who);
    const somebody = { id: null, name: emailKey, address: who.address };
    await note(tx, somebody, parts.clock().toISOString(), 'user.link_asked', {});
  });
  // Not waited for: how long it takes would tell whether the account exists.
  void help(parts, emailKey).catch((error: unknown) =>
    parts.log.error(error, 'a forgotten password could not be helped'),
  );
  return { message: parts.mailer ? answers.linkSent : answers.administratorsTold };
}

async function help(parts: Parts, emailKey: string): Promise<void> {
  const person = await findPersonByEmail(parts.db, emailKey);
  if (!person) return;
  await (parts.mailer ? mailLink(parts, parts.mailer, person) : tellManagers(parts, person));
}

async function mailLink(parts: Parts, mailer: Mailer, person: Person): Promise<void> {
  const { publicUrl, brandName } = parts.config;
  const token = randomBytes(32).toString('base64url');
  const now = parts.clock();
  await deleteOldLinks(parts.db, now.toISOString());
  await insertLink(parts.db, {
    token_hash: hashOf(token),
    user_id: person.id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + linkGoodForMs).toISOString(),
  });
  // Behind the #, so that it is in no server's log. The address comes from the settings only: a request could name any.
  const link = `${publicUrl}/#new-password=${token}`;
  await mailer({
    to: person.email,
    subject: mail.subject(brandName),
    text: mail.text({ name: person.name, brand: brandName, link }),
  });
}

async function tellManagers({ db, clock, events }: Parts, person: Person): Promise<void> {
  const userIds = await notifyManagers(db, [person.id], {
    title: notices.forgotTitle,
    message: notices.forgot(person.name, person.email),
    link: '/change-password',
    created_at: clock().toISOString(),
  });
  events.tell({ topic: 'notifications', userIds });
}

/** Sets the password of whoever the link was sent to. Refuses 422 a link that was used or is too old. */
export async function usePasswordLink(
  parts: Parts,
  http: Http,
  input: { token: string; new_password: string; new_password_confirmation: string },
): Promise<{ message: string }> {
  await refusePoorPassword('new_password', input.new_password, input.new_password_confirmation);
  const passwordHash = await parts.hashing.run(() => hashPassword(input.new_password));
  await parts.db.transaction().execute(async (tx) => {
    const at = parts.clock().toISOString();
    const userId = await takeLink(tx, hashOf(input.token), at);
    const person = userId === undefined ? undefined : await findPerson(tx, userId);
    if (!person) throw refusal.invalid('token', answers.linkWorn);
    await setPassword(tx, { userId: person.id, passwordHash, given: false, keepSession: undefined });
    await note(tx, { ...person, address: http.request.ip }, at, 'user.password_set_by_link', person);
  });
  return { message: answers.linkUsed };
}
