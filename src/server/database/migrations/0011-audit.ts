import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { guardAudit } from '../dialect/audit-guard.ts';
import { bigNumber, idColumn, sortedText } from '../dialect/columns.ts';

/** The audit log, chained by hash, with the beginning and the end of the chain. */
export async function audit(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('audit_entries')
    .addColumn('id', bigNumber(db), idColumn(db))
    .addColumn('at', sortedText(db), (c) => c.notNull())
    // No foreign key: an entry stays after the deletion of the things that it names.
    .addColumn('user_id', 'integer')
    .addColumn('user_name', 'text', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('act', 'text', (c) => c.notNull())
    .addColumn('thing_id', 'integer')
    .addColumn('thing_name', 'text')
    .addColumn('detail', 'text')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addColumn('once', 'text')
    .addColumn('seq', bigNumber(db))
    .addColumn('hash', 'text')
    .execute();
  await schema
    .createTable('audit_ends')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('seq', bigNumber(db), (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await sql`create index audit_entries_at on audit_entries (at, id)`.execute(db);
  await sql`create index audit_entries_by on audit_entries (user_id, at, id)`.execute(db);
  await sql`create index audit_entries_act on audit_entries (act, at, id)`.execute(db);
  await sql`create unique index audit_entries_once on audit_entries (once) where once is not null`.execute(db);
  await sql`create unique index audit_entries_chain on audit_entries (seq) where seq is not null`.execute(db);
  await sql`create index audit_entries_unsealed on audit_entries (id) where seq is null`.execute(db);
  await guardAudit(db);
}
