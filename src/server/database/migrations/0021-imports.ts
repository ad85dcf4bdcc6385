import type { AnyDb } from '../db.ts';
import { idColumn } from '../dialect/columns.ts';

/** Imports of containers: the rows that were read, the values before the import, and the mappings of known headings. */
export async function imports(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('imports')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('sheets', 'text', (c) => c.notNull())
    .addColumn('read_at', 'text', (c) => c.notNull())
    .addColumn('done_at', 'text')
    .addColumn('undone_at', 'text')
    .execute();
  await schema.createIndex('imports_time').on('imports').column('read_at').execute();
  await schema
    .createTable('import_chunks')
    .addColumn('import_id', 'integer', (c) => c.notNull().references('imports.id').onDelete('cascade'))
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('start', 'integer', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('import_chunks_key', ['import_id', 'part', 'start'])
    .execute();
  await schema
    .createTable('import_mappings')
    .addColumn('headings', 'text', (c) => c.primaryKey())
    .addColumn('columns', 'text', (c) => c.notNull())
    .execute();
}
