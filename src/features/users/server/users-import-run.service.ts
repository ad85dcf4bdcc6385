import { setImmediate as nextTurn } from 'node:timers/promises';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { headingsKey, importKeptMs } from '#features/imports/imports.rules.ts';
import { insertImport, saveMapping } from '#features/imports/server/imports.queries.ts';
import { notifyManagers } from '#features/notifications/server/notifications.queries.ts';
import { deleteOldLinks } from '#features/passwords/server/passwords.queries.ts';
import { nameOfTeam } from '#features/teams/server/teams.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import type { Caller } from '#server/access/caller.ts';
import { unusableHash } from '#server/access/password-hash.ts';
import { transactLocked } from '#server/access/transact-as.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/db.ts';
import { isUniqueViolation } from '#server/database/dialect/errors.ts';
import { refusal } from '#server/refusal.ts';
import { roleNames } from '#shared/access.ts';
import type { UsersImport, UsersSource } from '../users-import.contract.ts';
import { usersImportTexts as texts } from '../users-import.texts.ts';
import { refusals } from '../users.texts.ts';
import { issueInvitation } from './invitations.service.ts';
import { planUsersImport } from './users-import-plan.service.ts';
import type { PlannedUser } from './users-import-plan.service.ts';
import { storeUndo } from './users-import-undo.service.ts';
import { changeNameAndEmail, insertUser, setTeam, setViewedTeams } from './users.queries.ts';

/** `token` is the secret of the link for the first password. Undefined: the link is made when it is mailed. */
type Created = { id: number; name: string; email: string; token: string | undefined; detail: string };

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
  const isMailed = ctx.mailer !== undefined;
  const { answer, users } = await transactLocked(ctx, caller, lockRights, async (tx, write) => {
    const { by, at } = write;
    const planned = await planUsersImport(tx, by, input);
    const created = planned.filter(({ state }) => state === 'new');
    const changed = planned.filter(({ state }) => state === 'changed');
    if (created.length + changed.length === 0) throw refusal.invalid('import.nothing', 'rows', texts.nothing);
    await deleteOldLinks(tx, at);
    const users: Created[] = [];
    for (const [index, row] of created.entries()) {
      if (index % turnAfter === 0) await nextTurn();
      users.push(await create(tx, row, { at, by, isMailed }));
    }
    for (const row of changed) await change(tx, row);
    const expired = new Date(Date.parse(at) - importKeptMs).toISOString();
    await storeImport(tx, by, { input, at, expired, created: users.map(({ id }) => id), changed });
    const detail = texts.counts(
      users.map((one) => one.detail),
      changed.map(({ values, changes }) => texts.changedTo(values.email, changes)),
    );
    await recordAudit(write, 'user.imported', { detail });
    const { title, message, link } = texts.notice;
    const notice = { title, message: message(created.length, by.name), link };
    const except = [by.id, ...users.map(({ id }) => id)];
    if (created.length > 0) await notifyManagers(write, except, notice);
    const leftOut = planned.length - created.length - changed.length;
    return { answer: { created: created.length, changed: changed.length, left_out: leftOut }, users };
  }).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw refusal.invalid('user.email_taken', 'rows', refusals.emailTaken);
    throw error;
  });
  const links = users.flatMap(({ name, email, token }) => (token === undefined ? [] : [{ name, email, token }]));
  return { ...answer, mailed: isMailed, links };
}

/** Remembers the fields of the columns, and stores the values before the import. */
async function storeImport(tx: Db, by: Caller, { input, at, expired, created, changed }: Stored): Promise<void> {
  const headings = input.columns.map(({ heading }) => heading);
  const fields = input.columns.map(({ field }) => field);
  if (headings.some((heading) => heading.trim() !== '')) {
    const key = headingsKey('users', headings);
    await saveMapping(tx, by, { headings: key, columns: JSON.stringify(fields), saved_at: at });
  }
  const name = input.name.trim() || texts.pasted;
  const read = { kind: 'users' as const, user_id: by.id, name, sheets: '[]', read_at: at, done_at: at };
  const id = await insertImport(tx, { ...read, expired });
  const before = new Map(changed.flatMap(({ user }) => (user ? [[user.id, user] as const] : [])));
  await storeUndo(tx, id, [...created, ...before.keys()], before);
}

async function create(
  tx: Db,
  { values, changes }: PlannedUser,
  { at, by, isMailed }: { at: string; by: Caller; isMailed: boolean },
): Promise<Created> {
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
  const token = await issueInvitation(tx, { userId: id, by, at, isMailed });
  const viewed = changes.find(({ field }) => field === 'views')?.to ?? undefined;
  const detail = texts.createdAs(email, roleNames[role_id], await nameOfTeam(tx, team_id), viewed);
  return { id, name, email, token, detail };
}

async function change(tx: Db, { user, values }: PlannedUser): Promise<void> {
  if (!user) return;
  if (values.name !== undefined) await changeNameAndEmail(tx, user.id, { name: values.name, email: user.email });
  if (values.team_id !== undefined) await setTeam(tx, user.id, values.team_id);
  if (values.views !== undefined) await setViewedTeams(tx, user.id, values.views);
}
