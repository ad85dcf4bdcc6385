import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** The messages of the mailbox of MAIL_IN_URL, and the subjects with which files came. */
export async function mailIn(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('mailed_messages')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('mailbox', 'text', (c) => c.notNull())
    .addColumn('uid_validity', 'text', (c) => c.notNull())
    .addColumn('uid', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('message_key', 'text')
    .addColumn('sender', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('subject', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('sent_at', 'text')
    .addColumn('read_at', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('marked', 'integer', (c) => c.notNull().defaultTo(0))
    .addUniqueConstraint('mailed_messages_uid', ['mailbox', 'uid_validity', 'uid'])
    .execute();
  // Whether a message was taken before, under another number.
  await schema.createIndex('mailed_messages_by_key').on('mailed_messages').column('message_key').execute();
  // The list of the messages that were left in the mailbox.
  await schema.createIndex('mailed_messages_by_state').on('mailed_messages').columns(['state', 'id']).execute();
  await schema.alterTable('files').addColumn('mail_subject', 'text').execute();
  await schema
    .alterTable('file_references')
    .addColumn('in_subject', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
