import { randomUUID } from 'node:crypto';
import type { EventName } from '#shared/event-names.ts';
import type { Db } from './db.ts';
import { named } from './dialect/named.ts';
import { queueWork } from './work.queries.ts';

type Named = { id: number; name: string };

/** What a message says about a change, beside its kind and its time. It is stored as JSON. */
export type EventData = {
  container?: Named | undefined;
  file?: Named | undefined;
  by: { id: number | null; name: string };
  detail: string | null;
};

type OutgoingEvent = EventData & { event: EventName };

const activeWebhooks = named('active webhooks', (db) =>
  db.selectFrom('webhooks').select(['id', 'events']).where('state', '=', 'on').orderBy('id'),
);

const isAskedFor = ({ events }: { events: string }, event: EventName) => events.split(',').includes(event);

export async function hasWebhookFor(tx: Db, event: EventName): Promise<boolean> {
  return (await activeWebhooks(tx, {})).some((webhook) => isAskedFor(webhook, event));
}

/** The messages of one subject are sent one after another. */
const subjectOf = ({ container, file }: EventData) =>
  container ? `container/${container.id}` : `file/${file?.id ?? 0}`;

const rowsAtOnce = 500;

/**
 * Queues a message for each webhook that asks for one of these events, in the transaction of the change. Without a webhook,
 * nothing is written.
 */
export async function queueOutgoing(tx: Db, events: readonly OutgoingEvent[], at: string): Promise<void> {
  if (events.length === 0) return;
  const webhooks = await activeWebhooks(tx, {});
  const messages = events.flatMap(({ event, ...data }) =>
    webhooks
      .filter((webhook) => isAskedFor(webhook, event))
      .map(({ id }) => ({ webhook_id: id, event, subject: subjectOf(data), data, at })),
  );
  for (let start = 0; start < messages.length; start += rowsAtOnce)
    await queueMessages(tx, messages.slice(start, start + rowsAtOnce), at);
}

type NewMessage = { webhook_id: number; event: string; subject: string; data: EventData; at: string };

/** Stores messages, and queues the task that sends each. */
export async function queueMessages(tx: Db, messages: readonly NewMessage[], at: string): Promise<void> {
  const rows = messages.map(({ data, at: happened_at, ...message }) => ({
    ...message,
    message_id: `msg_${randomUUID()}`,
    data: JSON.stringify(data),
    happened_at,
    queued_at: at,
  }));
  await tx.insertInto('webhook_messages').values(rows).execute();
  const tasks = rows.map(({ message_id, webhook_id }) => ({ key: message_id, owner_id: webhook_id }));
  await queueWork(tx, 'webhook', tasks, at);
}
