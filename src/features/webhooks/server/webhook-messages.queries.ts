import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { EventData } from '#server/database/outgoing-events.queries.ts';
import { pageById } from '#server/database/page-of.ts';
import type { Page } from '#server/database/page-of.ts';
import { deleteWork, queueWork } from '#server/database/work.queries.ts';
import type { WebhookMessage } from '../webhooks.contract.ts';
import { keptMessages } from '../webhooks.rules.ts';
import type { Answer } from './post-message.ts';

const kind = 'webhook';

const columns = ['id', 'message_id', 'webhook_id', 'event', 'subject', 'data', 'happened_at', 'queued_at'] as const;

type Row = Record<'message_id' | 'event' | 'subject' | 'data' | 'happened_at' | 'queued_at', string> &
  Record<'id' | 'webhook_id', number>;
export type StoredMessage = Omit<Row, 'data'> & { data: EventData };

const asStored = ({ data, ...row }: Row): StoredMessage => ({ ...row, data: JSON.parse(data) as EventData });

/** Returns a message that is still to be sent. */
export async function findOpenMessage(db: Db, messageId: string): Promise<StoredMessage | undefined> {
  const found = db.selectFrom('webhook_messages').select(columns).where('message_id', '=', messageId);
  const row = await found.where('state', '=', 'open').executeTakeFirst();
  return row && asStored(row);
}

export async function findMessage(db: Db, webhookId: number, id: number): Promise<StoredMessage | undefined> {
  const found = db.selectFrom('webhook_messages').select(columns).where('id', '=', id);
  const row = await found.where('webhook_id', '=', webhookId).executeTakeFirst();
  return row && asStored(row);
}

/** The SQL condition that the message of a task is the oldest open one of its subject. */
const isNext = sql<SqlBool>`not exists (select 1 from webhook_messages own join webhook_messages earlier
  on earlier.webhook_id = own.webhook_id and earlier.subject = own.subject and earlier.id < own.id
  where own.message_id = work.key and earlier.state = 'open')`;

/** The SQL condition that a task is one of this webhook that may run. */
export const isNextOf = (webhookId: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`(work.owner_id = ${webhookId} and ${isNext})`;

/** Returns the webhooks with a task that is due. */
export async function listDueWebhooks(db: Db, now: string): Promise<number[]> {
  const due = db.selectFrom('work').select('key').where('kind', '=', kind).where('due_at', '<=', now).where(isNext);
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where((eb) => eb.exists(due.where(sql<SqlBool>`work.owner_id = webhooks.id`)))
    .execute();
  return rows.map(({ id }) => id);
}

/** Records a try in the log and at the webhook. Returns since when the webhook fails. */
export async function recordTry(
  db: Db,
  { id, webhook_id }: StoredMessage,
  { state, tries, at, ...answer }: Answer & { state: WebhookMessage['state']; tries: number; at: string },
): Promise<string | null> {
  const { status, error } = answer;
  await db
    .updateTable('webhook_messages')
    .set({ ...answer, state, tries, tried_at: at })
    .where('id', '=', id)
    // Otherwise it was given up meanwhile, because the webhook was turned off.
    .where('state', '=', 'open')
    .execute();
  const row = await db
    .updateTable('webhooks')
    .set((eb) => ({
      failing_since: error === null ? null : eb.fn.coalesce('failing_since', eb.val(at)),
      last_at: at,
      last_status: status,
      last_error: error,
    }))
    .where('id', '=', webhook_id)
    .returning('failing_since')
    .executeTakeFirst();
  return row?.failing_since ?? null;
}

/** Lets the later messages of a subject wait as long as the one that has failed, so that no run looks at them meanwhile. */
export async function postponeLater(db: Db, { id, webhook_id, subject }: StoredMessage, until: string): Promise<void> {
  const later = db
    .selectFrom('webhook_messages')
    .select('message_id')
    .where('webhook_id', '=', webhook_id)
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .where('id', '>', id);
  await db
    .updateTable('work')
    .set({ due_at: until })
    .where('kind', '=', kind)
    .where('key', 'in', later)
    .where('due_at', '<', until)
    .execute();
}

/** Queues a message again, with a new day for its tries. */
export async function reopenMessage(tx: Db, { id, message_id, webhook_id }: StoredMessage, at: string): Promise<void> {
  const opened = { state: 'open', queued_at: at, tries: 0 };
  await tx.updateTable('webhook_messages').set(opened).where('id', '=', id).execute();
  await deleteWork(tx, kind, [message_id]);
  await queueWork(tx, kind, [{ key: message_id, owner_id: webhook_id }], at);
}

export async function listMessages(
  db: Db,
  webhookId: number,
  page: Page<number>,
): Promise<{ messages: WebhookMessage[]; next: number | null }> {
  const all = db
    .selectFrom('webhook_messages')
    .leftJoin('work', (join) => join.onRef('work.key', '=', 'message_id').on('work.kind', '=', kind))
    .select(['id', 'message_id', 'event', 'data', 'happened_at', 'webhook_messages.state', 'webhook_messages.tries'])
    .select(['tried_at', 'status', 'answer', 'duration_ms', 'error', 'work.due_at as next_at'])
    .where('webhook_id', '=', webhookId);
  const { rows, next } = await pageById(all, 'webhook_messages.id', page);
  const messages = rows.map(({ data, state, ...row }) => {
    const { container, file } = JSON.parse(data) as EventData;
    const about = [file?.name, container?.name].filter((name) => name !== undefined).join(', ');
    return { ...row, about, state: state as WebhookMessage['state'] };
  });
  return { messages, next };
}

const closed = (db: Db) => db.selectFrom('webhook_messages').select('id').where('state', '<>', 'open');

/** Deletes up to `limit` messages that were sent or given up and are older than this time. */
export async function deleteOldMessages(db: Db, before: string, limit: number): Promise<number> {
  const old = closed(db).where('queued_at', '<', before).limit(limit);
  const deleted = await db.deleteFrom('webhook_messages').where('id', 'in', old).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}

/** Deletes the messages that were queued at the moment in which their webhook was deleted. */
export async function deleteLeftovers(db: Db): Promise<void> {
  const webhooks = db.selectFrom('webhooks').select('id');
  await db.deleteFrom('work').where('kind', '=', kind).where('owner_id', 'not in', webhooks).execute();
  await db.deleteFrom('webhook_messages').where('webhook_id', 'not in', webhooks).execute();
}

/** Deletes all but the newest messages that were sent or given up. */
export async function deleteBeyondNewest(db: Db, webhookId: number, limit: number): Promise<number> {
  const some = closed(db).where('webhook_id', '=', webhookId).orderBy('id', 'desc').limit(limit).offset(keptMessages);
  const deleted = await db.deleteFrom('webhook_messages').where('id', 'in', some).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
