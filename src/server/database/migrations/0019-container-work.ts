import type { AnyDb } from '../db.ts';
import { idColumn, sortedText } from '../dialect/columns.ts';

/** Followers of containers, saved views of the table, and bulk changes that can be undone. */
export async function containerWork(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('container_followers')
    .addColumn('container_id', 'integer', (c) => c.notNull().references('containers.id').onDelete('cascade'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addPrimaryKeyConstraint('container_followers_key', ['container_id', 'user_id'])
    .execute();
  await schema
    .createTable('saved_views')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('name', sortedText(db), (c) => c.notNull())
    .addColumn('query', 'text', (c) => c.notNull())
    .addColumn('columns', 'text', (c) => c.notNull())
    .addColumn('shared', 'integer', (c) => c.notNull())
    .execute();
  await schema.createIndex('saved_views_user').on('saved_views').column('user_id').execute();
  await schema
    .createTable('bulk_changes')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('made_at', 'text', (c) => c.notNull())
    .addColumn('undone_at', 'text')
    .addColumn('before', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('bulk_changes_time').on('bulk_changes').column('made_at').execute();
}
