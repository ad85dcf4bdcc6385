import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';
import { bigNumber, idColumn, sortedText } from '../dialect/columns.ts';

/** Every table of the specification. */
export async function start(db: AnyDb): Promise<void> {
  await createPeople(db);
  await createFiles(db);
  await createContainers(db);
  await createNotifications(db);
}

async function createPeople(db: AnyDb): Promise<void> {
  const id = idColumn(db);
  const { schema } = db;
  await schema
    .createTable('roles')
    .addColumn('role_id', 'integer', (c) => c.primaryKey())
    .addColumn('role_name', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('modules')
    .addColumn('id', 'integer', id)
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .execute();
  await schema
    .createTable('permissions')
    .addColumn('module_id', 'integer', (c) => c.notNull().references('modules.id'))
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.role_id'))
    .addColumn('can_view', 'integer', (c) => c.notNull().check(sql`can_view in (0, 1)`))
    .addPrimaryKeyConstraint('permissions_key', ['module_id', 'role_id'])
    .execute();
  await schema
    .createTable('teams')
    .addColumn('id', 'integer', id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('users')
    .addColumn('id', 'integer', id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('name_folded', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('role_id', 'integer', (c) => c.notNull().references('roles.role_id'))
    .addColumn('team_id', 'integer', (c) => c.references('teams.id').onDelete('set null'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_login_at', 'text')
    .addColumn('deleted_at', 'text')
    .addColumn('files_count', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('downloads_count', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create unique index users_email on users (email_key) where deleted_at is null`.execute(db);
  await schema.createIndex('users_team').on('users').column('team_id').execute();
  await schema
    .createTable('team_viewers')
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('team_id', 'integer', (c) => c.notNull().references('teams.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('team_viewers_key', ['user_id', 'team_id'])
    .execute();
  await schema.createIndex('team_viewers_team').on('team_viewers').column('team_id').execute();
  await createSignIn(db);
}

async function createSignIn(db: AnyDb): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('last_used_at', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'text', (c) => c.notNull())
    .addColumn('remembered', 'integer', (c) => c.notNull())
    .addColumn('address', 'text')
    .addColumn('user_agent', 'text')
    .execute();
  await schema.createIndex('sessions_user').on('sessions').column('user_id').execute();
  await schema.createIndex('sessions_expires').on('sessions').column('expires_at').execute();
  await schema
    .createTable('login_failures')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('email_key', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('failed_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('login_failures_email').on('login_failures').columns(['email_key', 'failed_at']).execute();
  await schema.createIndex('login_failures_address').on('login_failures').columns(['address', 'failed_at']).execute();
}

async function createFiles(db: AnyDb): Promise<void> {
  const id = idColumn(db);
  const big = bigNumber(db);
  const { schema } = db;
  await schema
    .createTable('file_types')
    .addColumn('id', 'integer', id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createTable('files')
    .addColumn('id', 'integer', id)
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('name_folded', sortedText(db), (c) => c.notNull())
    .addColumn('name_sort', sortedText(db), (c) => c.notNull())
    .addColumn('filepath', 'text', (c) => c.notNull().unique())
    // No foreign key: files of a deleted type stay and show 'Unknown (ID: x)'.
    .addColumn('file_type_id', 'integer', (c) => c.notNull())
    .addColumn('team_id', 'integer', (c) => c.notNull().references('teams.id'))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('size', big, (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addColumn('uploaded_at', sortedText(db), (c) => c.notNull())
    .addColumn('content_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('content_at', 'text', (c) => c.notNull())
    .addColumn('trashed_at', 'text')
    .addColumn('trashed_by', 'integer', (c) => c.references('users.id'))
    .execute();
  // Each page of a group is read from one of these indexes: team and type, then the sort key. The date serves its filter.
  await sql`create index files_by_date on files (team_id, file_type_id, uploaded_at, id) where trashed_at is null`.execute(
    db,
  );
  await sql`create index files_by_name on files (team_id, file_type_id, name_sort, id, uploaded_at) where trashed_at is null`.execute(
    db,
  );
  await sql`create index files_by_size on files (team_id, file_type_id, size, id, uploaded_at) where trashed_at is null`.execute(
    db,
  );
  await sql`create index files_by_user on files (user_id, team_id, file_type_id) where trashed_at is null`.execute(db);
  await sql`create index files_by_team on files (team_id, id) where trashed_at is null`.execute(db);
  await sql`create index files_in_trash on files (trashed_at) where trashed_at is not null`.execute(db);
  await schema.createIndex('files_blob').on('files').column('blob_key').execute();
  await schema.createIndex('files_sha256').on('files').column('sha256').execute();
  await schema
    .createTable('file_versions')
    .addColumn('id', 'integer', id)
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('filename', 'text', (c) => c.notNull())
    .addColumn('size', big, (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('media_type', 'text', (c) => c.notNull())
    .addColumn('blob_key', 'text', (c) => c.notNull())
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('file_versions_file').on('file_versions').column('file_id').execute();
  await schema.createIndex('file_versions_blob').on('file_versions').column('blob_key').execute();
  await schema
    .createTable('file_tally')
    .addColumn('span', sortedText(db), (c) => c.notNull())
    .addColumn('team_id', 'integer', (c) => c.notNull())
    .addColumn('file_type_id', 'integer', (c) => c.notNull())
    .addColumn('files', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('file_tally_key', ['span', 'team_id', 'file_type_id'])
    .execute();
  await schema
    .createTable('downloads')
    .addColumn('id', 'integer', id)
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('file_id', 'integer', (c) => c.notNull().references('files.id').onDelete('cascade'))
    .addColumn('downloaded_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('downloads_user').on('downloads').columns(['user_id', 'downloaded_at']).execute();
  await schema.createIndex('downloads_file').on('downloads').column('file_id').execute();
}

async function createContainers(db: AnyDb): Promise<void> {
  const id = idColumn(db);
  const { schema } = db;
  await schema
    .createTable('containers')
    .addColumn('id', 'integer', id)
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('container_no', 'text', (c) => c.notNull())
    .addColumn('pfi_date', 'text', (c) => c.notNull())
    .addColumn('ex_factory_date', 'text', (c) => c.notNull())
    .addColumn('status_id', 'integer', (c) => c.notNull().check(sql`status_id in (1, 2, 3)`))
    .addColumn('is_delayed_pfi', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('is_delayed_ex_factory', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_by', 'integer', (c) => c.notNull().references('users.id'))
    .addColumn('checked_by', 'integer', (c) => c.references('users.id'))
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .addColumn('deleted_at', 'text')
    .addColumn('deleted_by', 'integer', (c) => c.references('users.id'))
    .execute();
  await schema
    .createTable('delay_logs')
    .addColumn('id', 'integer', id)
    .addColumn('container_id', 'integer', (c) => c.notNull().references('containers.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('pfi', 'ex_factory')`))
    .addColumn('user_id', 'integer', (c) => c.references('users.id'))
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('overdue_date', 'text')
    .addColumn('logged_at', 'text', (c) => c.notNull())
    .execute();
  await schema.createIndex('delay_logs_container').on('delay_logs').columns(['container_id', 'kind']).execute();
  await sql`create unique index delay_logs_overdue on delay_logs (container_id, overdue_date) where overdue_date is not null`.execute(
    db,
  );
}

async function createNotifications(db: AnyDb): Promise<void> {
  await db.schema
    .createTable('notifications')
    .addColumn('id', 'integer', idColumn(db))
    .addColumn('user_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('link', 'text')
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('read_at', 'text')
    .execute();
  await db.schema.createIndex('notifications_user').on('notifications').columns(['user_id', 'id']).execute();
}
