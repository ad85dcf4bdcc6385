import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** One queue for the work after a write, in the place of five tables and columns, whose tasks it takes over. */
export async function work(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('work')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('owner_id', 'integer', (c) => c.notNull())
    .addColumn('queued_at', 'text', (c) => c.notNull())
    .addColumn('due_at', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('state', 'text', (c) => c.notNull().defaultTo('waiting'))
    .addPrimaryKeyConstraint('work_key', ['kind', 'key'])
    .execute();
  await schema.createIndex('work_turns').on('work').columns(['kind', 'tries', 'owner_id', 'due_at']).execute();
  const into = sql`insert into work (kind, key, owner_id, queued_at, due_at, tries, state)`;
  await sql`${into} select 'extraction', blob_key, uploader_id, due_at, due_at, tries, 'waiting'
    from extractions where due_at is not null`.execute(db);
  await sql`${into} select 'recognition', blob_key, uploader_id, due_at, due_at, tries, 'waiting' from scans`.execute(
    db,
  );
  await sql`${into} select case when is_held = 1 then 'virus-scan' else 'virus-rescan' end, blob_key, uploader_id,
    due_at, due_at, 0, 'waiting' from virus_scans where due_at is not null`.execute(db);
  await sql`${into} select 'invitation', cast(user_id as text), invited_by, due_at, due_at, 0,
    case when failed_at is null then 'waiting' else 'failed' end from invitations`.execute(db);
  await sql`${into} select 'follower-mail', cast(event_id as text) || '/' || cast(user_id as text), user_id,
    queued_at, due_at, tries, 'waiting' from follower_mails`.execute(db);
  for (const index of ['readings_due', 'extractions_turns', 'virus_scans_due'])
    await schema.dropIndex(index).ifExists().execute();
  await schema.alterTable('extractions').dropColumn('due_at').execute();
  await schema.alterTable('extractions').dropColumn('tries').execute();
  await schema.alterTable('virus_scans').dropColumn('due_at').execute();
  for (const table of ['scans', 'invitations', 'follower_mails']) await schema.dropTable(table).execute();
}
