import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import type { LeftMail } from '../mail-in.contract.ts';
import type { Reason } from '../mail-in.rules.ts';

/** The place of messages: their numbers belong to one folder of a mailbox, until it is numbered anew. */
export type Box = { mailbox: string; uid_validity: string };

const inBox = (db: Db, { mailbox, uid_validity }: Box) =>
  db.selectFrom('mailed_messages').where('mailbox', '=', mailbox).where('uid_validity', '=', uid_validity);

/** Returns the number of the newest message that was read before, and those whose reading was interrupted. */
export async function findPosition(db: Db, box: Box): Promise<{ last: number | undefined; interrupted: number[] }> {
  const newest = await inBox(db, box).select('uid').orderBy('uid', 'desc').limit(1).executeTakeFirst();
  const interrupted = await inBox(db, box).select('uid').where('state', '=', 'reading').orderBy('uid').execute();
  return { last: newest?.uid, interrupted: interrupted.map(({ uid }) => uid) };
}

/** Returns the messages that were taken and not yet marked in the mailbox. */
export const listUnmarked = (db: Db, box: Box, limit: number) =>
  inBox(db, box)
    .select(['id', 'uid'])
    .where('state', '=', 'taken')
    .where('marked', '=', 0)
    .orderBy('uid')
    .limit(limit)
    .execute();

export async function saveMarked(db: Db, id: number): Promise<void> {
  await db.updateTable('mailed_messages').set({ marked: 1 }).where('id', '=', id).execute();
}

/** Records that the reading of a message begins. Returns undefined if it has ended before. */
export async function beginMessage(
  db: Db,
  box: Box,
  uid: number,
  at: string,
): Promise<{ id: number; tries: number } | undefined> {
  return db
    .insertInto('mailed_messages')
    .values({ ...box, uid, state: 'reading', tries: 1, read_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['mailbox', 'uid_validity', 'uid'])
        .doUpdateSet((eb) => ({ tries: eb('mailed_messages.tries', '+', 1), read_at: at }))
        .where('mailed_messages.state', '=', 'reading'),
    )
    .returning(['id', 'tries'])
    .executeTakeFirst();
}

/** Takes back the count of a try that another service has ended. */
export async function uncountTry(db: Db, id: number): Promise<void> {
  await db
    .updateTable('mailed_messages')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .execute();
}

export type Headers = { message_key: string; sender: string; subject: string; sent_at: string | null };

export async function saveHeaders(db: Db, id: number, headers: Headers): Promise<void> {
  await db.updateTable('mailed_messages').set(headers).where('id', '=', id).execute();
}

type End = { state: 'taken' | 'repeated' } | { state: 'left'; reason: Reason; detail: string };

/** The values of a filed message. Only the list of messages left in the mailbox shows sender, subject and date. */
const noHeaders = { sender: '', subject: '', sent_at: null };

/** Records the end of a reading. Returns false if another server has recorded it before. */
export async function endMessage(db: Db, id: number, end: End): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailed_messages')
    .set({ ...end, ...(end.state !== 'left' && noHeaders) })
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function forgetMessage(db: Db, id: number): Promise<void> {
  await db.deleteFrom('mailed_messages').where('id', '=', id).where('state', '=', 'reading').execute();
}

export async function isTaken(db: Db, messageKey: string): Promise<boolean> {
  const taken = db.selectFrom('mailed_messages').select('id').where('message_key', '=', messageKey);
  return (await taken.where('state', '=', 'taken').limit(1).executeTakeFirst()) !== undefined;
}

/** Deletes the entries of messages that were left before `before`, but not that of the newest, which marks the position. */
export async function deleteOldLeft(db: Db, box: Box, { last, before }: { last: number; before: string }) {
  const left = db.deleteFrom('mailed_messages').where('state', 'in', ['left', 'repeated']);
  const isPosition = { ...box, uid: last };
  await left
    .where('read_at', '<', before)
    .where((eb) => eb.not(eb.and(isPosition)))
    .execute();
  // After the mailbox was numbered anew, the same messages are read under their new numbers.
  await left.where('mailbox', '=', box.mailbox).where('uid_validity', '<>', box.uid_validity).execute();
}

/** Returns since when the messages have their present numbers, if the mail server has numbered them anew. */
export async function renumberedAt(db: Db, { mailbox, uid_validity }: Box): Promise<string | undefined> {
  const others = db.selectFrom('mailed_messages').select('id').where('mailbox', '=', mailbox);
  if (!(await others.where('uid_validity', '<>', uid_validity).limit(1).executeTakeFirst())) return undefined;
  const first = await inBox(db, { mailbox, uid_validity }).select('read_at').orderBy('id').limit(1).executeTakeFirst();
  return first?.read_at;
}

export async function listLeft(db: Db, page: Page<number>): Promise<{ mails: LeftMail[]; next: number | null }> {
  const left = db
    .selectFrom('mailed_messages')
    .select(['id', 'sender', 'subject', 'sent_at', 'read_at', 'reason', 'detail'])
    .where('state', '=', 'left');
  const { rows, next } = await pageById(left, 'mailed_messages.id', page);
  const mails = rows.map((row) => ({ ...row, reason: row.reason as Reason, detail: row.detail ?? '' }));
  return { mails, next };
}

export async function countLeft(db: Db): Promise<number> {
  return countRows(db.selectFrom('mailed_messages').where('state', '=', 'left'));
}

export type Sender = { id: number; suspended_at: string | null };

export async function findSender(db: Db, emailKey: string): Promise<Sender | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'suspended_at'])
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

export async function findIdByName(db: Db, table: 'teams' | 'file_types', name: string): Promise<number | undefined> {
  const row = await db.selectFrom(table).select('id').where('name', '=', name).orderBy('id').executeTakeFirst();
  return row?.id;
}
