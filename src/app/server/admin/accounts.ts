import { recordAudit } from '#features/audit/server/audit.queries.ts';
import { endAllSessions, hasOtherAdministrator, setSuspended } from '#features/users/server/users.queries.ts';
import { lockRights } from '#server/access/access.queries.ts';
import { CannotStart } from '#server/config.ts';
import type { Db } from '#server/database/db.ts';
import { roleNames, roles } from '#shared/access.ts';
import type { RoleId } from '#shared/access.ts';
import { accountsAfter, findAccount } from './admin.queries.ts';
import { texts } from './admin.texts.ts';
import { machineActor } from './machine-actor.ts';

const pageSize = 500;

/** Prints one line for each user that is not deleted, in the order of their ids. */
export async function listAccounts(db: Db, say: (line: string) => void): Promise<void> {
  let last = 0;
  for (;;) {
    const page = await accountsAfter(db, last, pageSize);
    for (const { email, name, role_id, team, suspended_at, last_login_at } of page) {
      const state = suspended_at === null ? 'active' : `suspended ${suspended_at.slice(0, 10)}`;
      const seen = last_login_at === null ? 'never signed in' : `signed in ${last_login_at.slice(0, 10)}`;
      say([email, name, roleNames[role_id as RoleId], team ?? 'no team', state, seen].join('\t'));
    }
    last = page.at(-1)?.id ?? last;
    if (page.length < pageSize) return;
  }
}

/** Ends the user's sessions and keeps them from signing in. Throws CannotStart if no other administrator would be left. */
export async function suspendAccount(db: Db, email: string, now: Date): Promise<string> {
  return db.transaction().execute(async (tx) => {
    await lockRights(tx);
    const person = await accountOf(tx, email);
    const isActiveAdministrator = person.role_id === roles.administrator && person.suspended_at === null;
    if (isActiveAdministrator && !(await hasOtherAdministrator(tx, person.id)))
      throw new CannotStart(texts.lastAdministrator(person.name));
    await setSuspended(tx, person.id, now.toISOString());
    await endAllSessions(tx, person.id);
    await recordAudit({ tx, by: machineActor(), at: now.toISOString() }, 'user.suspended', person);
    return texts.suspended(person.name);
  });
}

export async function reactivateAccount(db: Db, email: string, now: Date): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const person = await accountOf(tx, email);
    await setSuspended(tx, person.id, null);
    await recordAudit({ tx, by: machineActor(), at: now.toISOString() }, 'user.reactivated', person);
    return texts.reactivated(person.name);
  });
}

/** Throws CannotStart if there is no such user. */
export async function accountOf(db: Db, email: string) {
  const person = await findAccount(db, email);
  if (!person) throw new CannotStart(texts.noSuchUser(email));
  return person;
}
