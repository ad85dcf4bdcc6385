import type { AnyDb } from '../db.ts';

/** The container and the team of resumable uploads, and the documents of entries in the history of containers. */
export async function containerUploads(db: AnyDb): Promise<void> {
  const { schema } = db;
  for (const name of ['container_id', 'team_id'])
    await schema.alterTable('uploads').addColumn(name, 'integer').execute();
  await schema
    .createTable('event_files')
    .addColumn('event_id', 'integer', (c) => c.notNull().references('container_events.id').onDelete('cascade'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('event_files_key', ['event_id', 'file_id'])
    .execute();
  await schema.createIndex('event_files_file').on('event_files').columns(['file_id']).execute();
}
