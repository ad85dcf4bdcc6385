import type { AnyDb } from '../db.ts';

/** Links between containers and files. */
export async function containerFiles(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('container_files')
    .addColumn('container_id', 'integer', (c) => c.notNull().references('containers.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('how', 'text', (c) => c.notNull())
    .addColumn('found', 'text')
    .addColumn('linked_by', 'integer', (c) => c.references('users.id'))
    .addColumn('linked_at', 'text', (c) => c.notNull())
    .addColumn('removed_at', 'text')
    .addPrimaryKeyConstraint('container_files_key', ['container_id', 'file_id'])
    .execute();
  await schema.createIndex('container_files_file').on('container_files').columns(['file_id', 'container_id']).execute();
}
