import type { AnyDb } from '../db.ts';
import { bigNumber } from '../dialect/columns.ts';

/** Resumable uploads. */
export async function resumableUploads(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('uploads')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('original_name', 'text', (c) => c.notNull())
    .addColumn('modified_at', 'text')
    .addColumn('file_type_id', 'integer', (c) => c.notNull())
    .addColumn('size', bigNumber(db), (c) => c.notNull())
    .addColumn('received', bigNumber(db), (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('file_id', 'integer')
    .addColumn('duplicate_of', 'integer')
    .execute();
  await schema.createIndex('uploads_of').on('uploads').columns(['user_id', 'created_at']).execute();
  await schema.createIndex('uploads_by_end').on('uploads').columns(['expires_at']).execute();
  await schema
    .createTable('upload_pieces')
    .addColumn('upload_id', 'text', (c) => c.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('start', bigNumber(db), (c) => c.notNull())
    .addColumn('size', bigNumber(db), (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('upload_pieces_place', ['upload_id', 'start'])
    .execute();
  await schema.createIndex('upload_pieces_blob').on('upload_pieces').columns(['blob_key']).execute();
}
