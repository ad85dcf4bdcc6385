import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { queueMail } from '#features/notifications/server/outbox.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { hashOf } from '#server/access/caller.ts';
import { networkOf } from '#server/access/client-network.ts';
import { hashPassword } from '#server/access/password-hash.ts';
import { recordSignInAddress } from '#server/access/throttle.queries.ts';
import { recordTry, refuseWhenThrottled } from '#server/access/throttle.ts';
import { transact } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import { lockAttempts } from '#server/database/dialect/locks.ts';
import { emailKey } from '#server/email-key.ts';
import type { Http } from '#server/http/mount.ts';
import type { Mail } from '#server/mail.ts';
import { refusal } from '#server/refusal.ts';
import { throttle } from '#shared/session-lengths.ts';
import { answers, mail, notices } from '../passwords.texts.ts';
import { countLinkRequests, linkAttempts, linkRequests } from './attempts.ts';
import { refusePoorPassword } from './password-rules.ts';
import {
  deleteOldLinks,
  findPerson,
  findPersonByEmail,
  findPersonByLink,
  insertLink,
  setPassword,
  consumeLink,
} from './passwords.queries.ts';
import type { Person } from './passwords.queries.ts';

/** The validity of a link. See docs/choices.md#forgotten-password. */
const linkValidityMs = 60 * 60 * 1000;

/** Without a mail server, the work after a request starts at a random moment within this time. Our choice. */
const maxDelayMs = 2000;

/**
 * 'Forgot password?': queues a mail with a link or, without a mail server, notifies roles 1 and 2. Neither the response, its
 * time nor the time of the next request reveals whether the account exists: the mail is queued for any address.
 * See docs/choices.md#sign-in-throttle.
 */
export async function requestPasswordLink(ctx: Context, http: Http, email: string): Promise<{ message: string }> {
  const key = emailKey(email);
  const { ip } = http.request;
  const requests = linkRequests(key, ip);
  const hasHelp = await transact(ctx, { id: null, name: key, address: ip }, async (tx, write) => {
    const within = { ...ctx, db: tx };
    await lockAttempts(tx);
    await refuseWhenThrottled(within, requests);
    await recordTry(within, requests);
    await recordAudit(write, 'user.link_asked', {});
    // The links of the earlier mails are valid, so further mails would only fill the mailbox.
    if ((await countLinkRequests(within, requests)) > throttle.linksPerEmail) return false;
    if (ctx.mailer) await queueMail(tx, 'password-link', { subject: key, owner_id: 0 }, write.at);
    return true;
  });
  if (ctx.mailer) return { message: answers.linkSent };
  // Later, because the time of this response or of the next one would reveal whether the account exists.
  ctx.deferred.run(maxDelayMs, 'Stowage could not process a request for a new password', async () => {
    const person = hasHelp ? await findPersonByEmail(ctx.db, key) : undefined;
    if (person) await notifyManagersOfRequest(ctx, person);
  });
  return { message: answers.administratorsNotified };
}

/** A user who waits longer asks again. */
export const linkGiveUpMs = linkValidityMs;

/** Makes the mail with the link, which is valid from this moment, so it waits in no queue. */
export async function makeLinkMail(ctx: Context, key: string): Promise<Mail | undefined> {
  const { publicUrl, brandName: brand } = ctx.config;
  const at = ctx.clock().toISOString();
  const made = await ctx.db.transaction().execute(async (tx) => {
    // A change of the address deletes the links. It must not miss one to the old address.
    await lockRights(tx);
    const found = await findPersonByEmail(tx, key);
    if (!found) return undefined;
    await deleteOldLinks(tx, at);
    return { ...found, token: await insertLink(tx, found.id, at, linkValidityMs) };
  });
  if (!made) return undefined;
  const { name, email, token } = made;
  // In the fragment, which is in no server log. The host comes from the settings, because a request can name any host.
  const link = `${publicUrl}/#new-password=${token}`;
  return { to: email, subject: mail.subject(brand), content: mail.content({ name, brand, link }) };
}

async function notifyManagersOfRequest(ctx: Context, person: Person): Promise<void> {
  const message = notices.forgot(person.name, person.email);
  const notice = { title: notices.forgotTitle, message, link: '/change-password' };
  await transact(ctx, undefined, (_, write) => notifyManagers(write, [person.id], notice));
}

type LinkUse = { token: string; new_password: string; new_password_confirmation: string };

/**
 * Sets the password of the recipient of the link. Refuses with 422 a used or expired link, before anything is hashed,
 * and with 429 after too many of them.
 */
export async function usePasswordLink(ctx: Context, http: Http, input: LinkUse): Promise<{ message: string }> {
  const { ip } = http.request;
  const tokenHash = hashOf(input.token);
  const { email } = await findLinkOwner(ctx, tokenHash, ip);
  await refusePoorPassword('new_password', {
    password: input.new_password,
    confirmation: input.new_password_confirmation,
    email,
  });
  const passwordHash = await ctx.hashing.run(async () => {
    // Looked up again inside the slot, because simultaneous requests may all have found the link.
    await findLinkOwner(ctx, tokenHash, ip);
    return hashPassword(input.new_password);
  }, ip);
  await ctx.db.transaction().execute(async (tx) => {
    const at = ctx.clock().toISOString();
    const userId = await consumeLink(tx, tokenHash, at);
    const person = userId === undefined ? undefined : await findPerson(tx, userId);
    if (!person) throw wornLink();
    await setPassword(tx, { userId: person.id, passwordHash, given: false, keepSession: undefined });
    // The mailbox proves the owner, whose sign-in must work here even while others fail to sign in elsewhere.
    await recordSignInAddress(tx, person.id, networkOf(ip).address, at);
    await recordAudit({ tx, by: { ...person, address: ip }, at }, 'user.password_set_by_link', person);
  });
  return { message: answers.linkUsed };
}

const wornLink = () => refusal.invalid('password.link_expired', 'token', answers.linkWorn);

async function findLinkOwner(ctx: Context, tokenHash: string, ip: string): Promise<Person> {
  const attempts = linkAttempts(ip);
  const person = await transact(ctx, { id: null, name: notices.unknownUser, address: ip }, async (tx, write) => {
    const within = { ...ctx, db: tx };
    await lockAttempts(tx);
    await refuseWhenThrottled(within, attempts);
    const found = await findPersonByLink(tx, tokenHash, write.at);
    if (found) return found;
    await recordTry(within, attempts);
    await recordAudit(write, 'user.link_refused', {});
    return undefined;
  });
  if (!person) throw wornLink();
  return person;
}
