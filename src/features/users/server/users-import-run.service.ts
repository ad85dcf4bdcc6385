import { createHash, randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { headingsKey, importKeptMs } from '#features/imports/imports.rules.ts';
import { insertImport, saveMapping } from '#features/imports/server/imports.queries.ts';
import { notifyManagers, notifyUsers } from '#features/notifications/server/notifications.queries.ts';
import { deleteOldLinks, insertLink } from '#features/passwords/server/passwords.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { unusableHash } from '#server/access/password-hash.ts';
import { transactAs } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isUniqueViolation } from '#server/database/dialect/errors.ts';
import type { Mailer } from '#server/mail.ts';
import { refusal } from '#server/refusal.ts';
import { roleNames } from '#shared/access.ts';
import type { UsersImport, UsersSource } from '../users-import.contract.ts';
import { invitationMs } from '../users-import.rules.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import { refusals } from '../users.texts.ts';
import { planUsersImport } from './users-import-plan.service.ts';
import type { PlannedUser } from './users-import-plan.service.ts';
import { storeUndo } from './users-import-undo.service.ts';
import { changeNameAndEmail, insertUser, lockRights, setTeam, setViewedTeams } from './users.queries.ts';

type Invitation = { name: string; email: string; token: string };

type Stored = {
  input: UsersSource;
  at: string;
  expired: string;
  created: number[];
  changed: readonly PlannedUser[];
};

/** After this many users the event loop handles other requests. */
const turnAfter = 25;

/**
 * Creates and changes the users of the rows in one transaction, with one audit entry and one notification. The rights of the
 * caller are read again in it. No password is made: each new user sets one by a link, of which only the hash is stored.
 */
export async function runUsersImport(ctx: Context, caller: Caller, input: UsersImport & UsersSource) {
  const now = ctx.clock();
  const at = now.toISOString();
  const work = async (tx: Db, by: Caller) => {
    const planned = await planUsersImport(tx, by, input);
    const created = planned.filter(({ state }) => state === 'new');
    const changed = planned.filter(({ state }) => state === 'changed');
    if (created.length + changed.length === 0) throw refusal.invalid('import.nothing', 'rows', texts.nothing);
    await deleteOldLinks(tx, at);
    const invitations: (Invitation & { id: number; detail: string })[] = [];
    for (const [index, row] of created.entries()) {
      if (index % turnAfter === 0) await nextTurn();
      invitations.push(await create(tx, row, at));
    }
    for (const row of changed) await change(tx, row);
    const expired = new Date(now.getTime() - importKeptMs).toISOString();
    await storeImport(tx, by, { input, at, expired, created: invitations.map(({ id }) => id), changed });
    const detail = texts.counts(
      invitations.map((one) => one.detail),
      changed.map(({ values }) => values.email),
    );
    await recordAudit(tx, by, at, 'user.imported', { detail });
    const { title, message, link } = texts.notice;
    const notice = { title, message: message(created.length, by.name), link, created_at: at };
    const except = [by.id, ...invitations.map(({ id }) => id)];
    const notified = created.length === 0 ? [] : await notifyManagers(tx, except, notice);
    const leftOut = planned.length - created.length - changed.length;
    return { answer: { created: created.length, changed: changed.length, left_out: leftOut }, invitations, notified };
  };
  const { answer, invitations, notified } = await transactAs(ctx, caller, work, lockRights).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw refusal.invalid('user.email_taken', 'rows', refusals.emailTaken);
    throw error;
  });
  ctx.events.publish({ topic: 'notifications', userIds: notified });
  const { mailer } = ctx;
  const links = invitations.map(({ name, email, token }) => ({ name, email, token }));
  if (mailer) ctx.deferred.run(0, 'invitations could not be sent', () => sendAll(ctx, mailer, caller, links));
  return { ...answer, mailed: mailer !== undefined, links: mailer ? [] : links };
}

/** Remembers the fields of the columns, and stores the values before the import. */
async function storeImport(tx: Db, by: Caller, { input, at, expired, created, changed }: Stored): Promise<void> {
  const headings = input.columns.map(({ heading }) => heading);
  const fields = input.columns.map(({ field }) => field);
  if (headings.some((heading) => heading.trim() !== ''))
    await saveMapping(tx, headingsKey('users', headings), JSON.stringify(fields));
  const name = input.name.trim() || texts.pasted;
  const read = { kind: 'users' as const, user_id: by.id, name, sheets: '[]', read_at: at, done_at: at };
  const id = await insertImport(tx, { ...read, expired });
  const before = new Map(changed.flatMap(({ user }) => (user ? [[user.id, user] as const] : [])));
  await storeUndo(tx, id, [...created, ...before.keys()], before);
}

async function create(
  tx: Db,
  { values }: PlannedUser,
  at: string,
): Promise<Invitation & { id: number; detail: string }> {
  const { email, role_id, views = [] } = values;
  // The plan has found both.
  const [name, team_id] = [values.name as string, values.team_id as number];
  const user = {
    name,
    email,
    role_id,
    team_id,
    password_hash: unusableHash(),
    password_given: 0,
    created_at: at,
  } as const;
  const id = await insertUser(tx, user);
  await setViewedTeams(tx, id, views);
  const token = randomBytes(32).toString('base64url');
  await insertLink(tx, {
    token_hash: createHash('sha256').update(token).digest('hex'),
    user_id: id,
    created_at: at,
    expires_at: new Date(Date.parse(at) + invitationMs).toISOString(),
  });
  const detail = texts.createdAs(email, roleNames[role_id], await nameOfTeam(tx, team_id));
  return { id, name, email, token, detail };
}

async function change(tx: Db, { user, values }: PlannedUser): Promise<void> {
  if (!user) return;
  if (values.name !== undefined) await changeNameAndEmail(tx, user.id, { name: values.name, email: user.email });
  if (values.team_id !== undefined) await setTeam(tx, user.id, values.team_id);
  if (values.views !== undefined) await setViewedTeams(tx, user.id, values.views);
}

const maxNamed = 10;

/** Mails the invitations one after another, and notifies the caller of those that the mail server did not accept. */
async function sendAll(
  ctx: Context,
  mailer: Mailer,
  caller: Caller,
  invitations: readonly Invitation[],
): Promise<void> {
  const { publicUrl, brandName: brand } = ctx.config;
  const failed: string[] = [];
  for (const { name, email, token } of invitations) {
    // In the fragment, which is in no server log.
    const link = `${publicUrl}/#new-password=${token}`;
    const text = texts.mail.text({ name, brand, by: caller.name, link });
    await mailer({ to: email, subject: texts.mail.subject(brand), text }).catch((error: unknown) => {
      ctx.log.error(error, 'an invitation could not be sent');
      failed.push(email);
    });
  }
  if (failed.length === 0) return;
  const { title, message } = texts.notSent;
  const notified = await notifyUsers(ctx.db, [caller.id], {
    title,
    message: message(failed.slice(0, maxNamed), failed.length - maxNamed),
    link: '/users',
    created_at: ctx.clock().toISOString(),
  });
  ctx.events.publish({ topic: 'notifications', userIds: notified });
}
