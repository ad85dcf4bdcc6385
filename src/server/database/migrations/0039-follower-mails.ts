import type { AnyDb } from '../db.ts';

/** The choice to get mails about followed containers, and the events that wait to be mailed to followers. */
export async function followerMails(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('users')
    .addColumn('mails_followed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('follower_mails')
    .addColumn('event_id', 'integer', (c) => c.notNull().references('container_events.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('queued_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('follower_mails_key', ['event_id', 'user_id'])
    .execute();
  // Every search for due mails groups all rows by user.
  await schema
    .createIndex('follower_mails_user')
    .on('follower_mails')
    .columns(['user_id', 'due_at', 'tries'])
    .execute();
}
