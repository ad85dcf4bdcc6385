import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { details } from '#features/audit/audit.texts.ts';
import { recordAudit } from '#features/audit/server/audit.queries.ts';
import type { Recorded } from '#features/audit/server/audit.queries.ts';
import { findTextState } from '#features/extraction/server/texts.queries.ts';
import type { FileDetails, FileEvent, FileVersion } from '#features/files/core/versions.contract.ts';
import { countRows } from '#server/database/count-rows.ts';
import type { Db } from '#server/database/db.ts';
import { personOf } from './files.queries.ts';
import type { Content, StoredFile } from './files.queries.ts';

/** Newest first. With `before`, only those that are older than this version. */
export async function listVersions(
  db: Db,
  fileId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<FileVersion[]> {
  const rows = await db
    .selectFrom('file_versions')
    .leftJoin('users', 'users.id', 'file_versions.user_id')
    .select([
      'file_versions.id',
      'file_versions.filename',
      'file_versions.size',
      'file_versions.user_id',
      'users.name as user_name',
      'file_versions.created_at',
    ])
    .where('file_id', '=', fileId)
    .$if(before !== undefined, (query) => query.where('file_versions.id', '<', before as number))
    .orderBy('file_versions.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, user_name, ...row }) => ({ ...row, user: personOf({ user_id, user_name }) }));
}

export type StoredVersion = Content & { id: number; filename: string; created_at: string; user_id: number };

export async function findVersion(db: Db, fileId: number, id: number): Promise<StoredVersion | undefined> {
  return db
    .selectFrom('file_versions')
    .select(['id', 'filename', 'size', 'sha256', 'media_type', 'blob_key', 'created_at', 'user_id'])
    .where('file_id', '=', fileId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the details of a file that its row does not contain. */
export async function describeFile(
  db: Db,
  file: StoredFile,
): Promise<
  Pick<
    FileDetails,
    'team' | 'file_type' | 'content_by' | 'versions_count' | 'downloads_count' | 'is_scan' | 'is_partly_searched'
  >
> {
  const count = (table: 'file_versions' | 'downloads') =>
    countRows(db.selectFrom(table).where('file_id', '=', file.id));
  const [team, type, person, versions, downloads, text] = await Promise.all([
    db.selectFrom('teams').select(['id', 'name']).where('id', '=', file.team_id).executeTakeFirstOrThrow(),
    db.selectFrom('file_types').select(['id', 'name']).where('id', '=', file.file_type_id).executeTakeFirst(),
    db.selectFrom('users').select(['id', 'name']).where('id', '=', file.content_by).executeTakeFirst(),
    count('file_versions'),
    count('downloads'),
    findTextState(db, file.blob_key),
  ]);
  return {
    team,
    file_type: type ?? null,
    content_by: person ?? null,
    versions_count: versions,
    downloads_count: downloads,
    is_scan: text.isFromScan,
    is_partly_searched: text.isCut,
  };
}

/** A file with its name at the time of the event, and the changed value before and after. */
export type ChangedFile = { id: number; filename: string; old_value?: string | null; new_value?: string | null };

/** Records an event for the histories of the files and for the audit log, in the transaction of the change. */
export async function recordFileEvents(
  write: Recorded & { by: { id: number } },
  what: Exclude<FileEvent['what'], 'uploaded' | 'viewed' | 'downloaded'>,
  files: readonly ChangedFile[],
): Promise<void> {
  if (files.length === 0) return;
  const by = { what, user_id: write.by.id, happened_at: write.at };
  const rows = files.map(({ id, old_value = null, new_value = null }) => ({
    file_id: id,
    old_value,
    new_value,
    ...by,
  }));
  await write.tx.insertInto('file_events').values(rows).execute();
  const things = files.map(({ id, filename, old_value, new_value }) => {
    const isChanged = old_value !== undefined || new_value !== undefined;
    return { id, name: filename, detail: isChanged ? details.became(old_value, new_value) : null };
  });
  await recordAudit(write, `file.${what}`, ...things);
}

/** Newest first. `isSeen` is a condition of the entries. */
export async function listFileEvents(
  db: Db,
  fileId: number,
  { isSeen, limit }: { isSeen: RawBuilder<SqlBool>; limit: number },
): Promise<FileEvent[]> {
  const rows = await db
    .selectFrom('file_events')
    .leftJoin('users', 'users.id', 'file_events.user_id')
    .select(['what', 'user_id', 'users.name as user_name', 'old_value', 'new_value', 'happened_at'])
    .where('file_id', '=', fileId)
    .where(isSeen)
    .orderBy('file_events.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ user_id, user_name, what, ...row }) => ({
    ...row,
    what: what as FileEvent['what'],
    user: personOf({ user_id, user_name }),
  }));
}

/** Returns the last time at which each person opened a file, newest first. The audit log has it. */
export async function listViewsOf(db: Db, fileId: number, limit: number): Promise<FileEvent[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .leftJoin('users', 'users.id', 'audit_entries.user_id')
    .select((eb) => ['user_id', 'users.name as user_name', eb.fn.max('audit_entries.at').as('happened_at')])
    // A literal, as SQLite needs it to read the partial index.
    .where('act', '=', sql.lit('file.viewed'))
    .where('thing_id', '=', fileId)
    .groupBy(['user_id', 'users.name'])
    .orderBy('happened_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => asUse('viewed', row));
}

type Use = { user_id: number | null; user_name: string | null; happened_at: string };

const asUse = (what: 'viewed' | 'downloaded', { user_id, user_name, happened_at }: Use): FileEvent => ({
  what,
  user: user_id === null ? null : personOf({ user_id, user_name }),
  old_value: null,
  new_value: null,
  happened_at,
});

/** Newest first. */
export async function listDownloadsOf(db: Db, fileId: number, limit: number): Promise<FileEvent[]> {
  const rows = await db
    .selectFrom('downloads')
    .leftJoin('users', 'users.id', 'downloads.user_id')
    .select(['user_id', 'users.name as user_name', 'downloaded_at as happened_at'])
    .where('file_id', '=', fileId)
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => asUse('downloaded', row));
}
