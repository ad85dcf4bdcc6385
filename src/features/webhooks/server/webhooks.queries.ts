import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { deleteAllOwnedBy } from '#server/database/work.queries.ts';
import type { EventName } from '#shared/event-names.ts';
import type { Webhook } from '../webhooks.contract.ts';
import { failures } from '../webhooks.texts.ts';

export type WebhookRow = Pick<Webhook, 'id' | 'name' | 'url' | 'state' | 'failing_since'>;

/** Returns all webhooks by name. There are few: see `maxWebhooks`. */
export async function listWebhooks(db: Db): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'events', 'state', 'failing_since', 'created_at'])
    .select(['last_at', 'last_status', 'last_error'])
    .select((eb) =>
      eb
        .selectFrom('webhook_messages')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('webhook_messages.webhook_id', '=', 'webhooks.id')
        .where('webhook_messages.state', '=', 'open')
        .as('waiting'),
    )
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ events, state, waiting, last_at, last_status, last_error, ...row }) => ({
    ...row,
    events: events.split(',') as EventName[],
    state: state as Webhook['state'],
    waiting: waiting ?? 0,
    last: last_at === null ? null : { at: last_at, status: last_status, error: last_error },
  }));
}

export async function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  const found = db.selectFrom('webhooks').select(['id', 'name', 'url', 'state', 'failing_since']).where('id', '=', id);
  return (await found.executeTakeFirst()) as WebhookRow | undefined;
}

/** The webhook and the key of its signatures. */
export async function findReceiver(db: Db, id: number) {
  return db.selectFrom('webhooks').select(['url', 'secret']).where('id', '=', id).executeTakeFirst();
}

export const countWebhooks = (db: Db): Promise<number> => countRows(db.selectFrom('webhooks'));

type Settings = { name: string; url: string; events: readonly EventName[] };

export async function insertWebhook(
  tx: Db,
  { events, ...webhook }: Settings & { secret: string; created_at: string },
): Promise<number> {
  const row = { ...webhook, events: events.join(',') };
  return (await tx.insertInto('webhooks').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateWebhook(
  tx: Db,
  id: number,
  { events, ...webhook }: Settings & { state: Webhook['state'] },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...webhook, events: events.join(',') })
    .where('id', '=', id)
    .execute();
}

export async function setSecret(tx: Db, id: number, secret: string): Promise<void> {
  await tx.updateTable('webhooks').set({ secret }).where('id', '=', id).execute();
}

/** Turns a webhook off for a reason. Its open messages are given up, and may be sent again by hand. */
export async function stopWebhook(tx: Db, id: number, state: 'off' | 'paused'): Promise<void> {
  await tx.updateTable('webhooks').set({ state, failing_since: null }).where('id', '=', id).execute();
  await deleteAllOwnedBy(tx, 'webhook', id);
  await tx
    .updateTable('webhook_messages')
    .set({ state: 'failed', error: failures.turnedOff })
    .where('webhook_id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

/** Returns the name of the deleted webhook. */
export async function deleteWebhook(tx: Db, id: number): Promise<{ name: string } | undefined> {
  await deleteAllOwnedBy(tx, 'webhook', id);
  await tx.deleteFrom('webhook_messages').where('webhook_id', '=', id).execute();
  return tx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst();
}
