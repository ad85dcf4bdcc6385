import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** What each user wants to know how, in the place of the one choice to get mails about followed containers. */
export async function noticeChoices(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('notice_choices')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('choice', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('notice_choices_key', ['user_id', 'event'])
    .execute();
  await sql`insert into notice_choices (user_id, event, choice)
    select id, 'followed', 'now' from users where mails_followed = 1`.execute(db);
  await schema.alterTable('users').dropColumn('mails_followed').execute();
  await schema
    .alterTable('users')
    .addColumn('digest_hour', 'integer', (c) => c.notNull().defaultTo(7))
    .execute();
  await schema.alterTable('users').addColumn('digest_zone', 'text').execute();
  for (const column of ['container_id', 'team_id', 'file_id'])
    await schema.alterTable('mail_items').addColumn(column, 'integer').execute();
  await schema
    .alterTable('mail_items')
    .addColumn('event', 'text', (c) => c.notNull().defaultTo('followed'))
    .execute();
  await schema
    .alterTable('mail_items')
    .addColumn('queued_at', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}
