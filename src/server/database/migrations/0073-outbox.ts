import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** One kind of task for all mails, and what a mail to a user collects. Takes over the mails that wait. */
export async function outbox(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('mail_items')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('pace', 'text', (c) => c.notNull())
    .addColumn('event_id', 'integer', (c) => c.references('container_events.id').onDelete('cascade'))
    .addColumn('notification_id', 'integer', (c) => c.references('notifications.id').onDelete('cascade'))
    .execute();
  for (const column of ['user_id', 'event_id', 'notification_id'])
    await schema.createIndex(`mail_items_${column}`).on('mail_items').column(column).execute();
  const event = sql`cast(substr(key, 1, length(key) - length(cast(owner_id as text)) - 1) as integer)`;
  await sql`insert into mail_items (user_id, pace, event_id) select owner_id, 'now', ${event} from work
    where kind = 'follower-mail' and ${event} in (select id from container_events)
    and owner_id in (select id from users) order by ${event}`.execute(db);
  await sql`insert into work (kind, key, owner_id, queued_at, due_at)
    select 'mail', 'news/' || cast(owner_id as text) || '/now', owner_id, min(queued_at), min(due_at) from work
    where kind = 'follower-mail' group by owner_id`.execute(db);
  await sql`delete from work where kind = 'follower-mail'`.execute(db);
  await sql`update work set kind = 'mail', key = 'invitation/' || key where kind = 'invitation'`.execute(db);
}
