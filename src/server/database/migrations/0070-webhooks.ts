import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** Webhooks, and the messages to them with the last answer to each. */
export async function webhooks(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('webhooks')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('on'))
    .addColumn('failing_since', 'text')
    .addColumn('last_at', 'text')
    .addColumn('last_status', 'integer')
    .addColumn('last_error', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  // Without a foreign key: a change that queues a message must not fail because a webhook is deleted at the same time.
  await schema
    .createTable('webhook_messages')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('message_id', 'text', (c) => c.notNull().unique())
    .addColumn('webhook_id', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('happened_at', 'text', (c) => c.notNull())
    .addColumn('queued_at', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('open'))
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('tried_at', 'text')
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('duration_ms', 'integer')
    .addColumn('error', 'text')
    .execute();
  await schema.createIndex('webhook_messages_log').on('webhook_messages').columns(['webhook_id', 'id']).execute();
  await schema
    .createIndex('webhook_messages_open')
    .on('webhook_messages')
    .columns(['webhook_id', 'subject', 'id'])
    .where(sql.ref('state'), '=', sql.lit('open'))
    .execute();
}
