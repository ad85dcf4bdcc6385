import { sql } from 'kysely';
import { queueExtractions } from '#features/extraction/server/extraction.queries.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { searchedText } from '#features/files/core/folders.rules.ts';
import { indexFiles, indexNewContent } from '#features/papers/server/number-index.queries.ts';
import type { Write } from '#server/access/transact-as.ts';
import type { Db } from '#server/database/db.ts';
import { named } from '#server/database/dialect/named.ts';
import { searchForm, sortKey } from '#shared/fold.ts';
import { isVisibleTo } from './visible-files.queries.ts';
import type { FileViewer } from './visible-files.queries.ts';

export type NewFile = {
  filename: string;
  filepath: string;
  file_type_id: number;
  team_id: number;
  user_id: number;
  size: number;
  sha256: string;
  media_type: string;
  blob_key: string;
  uploaded_at: string;
  folder?: string | null;
  mail_subject?: string | null;
};

/** The columns that change when the content of a file is replaced. */
export type Content = Pick<NewFile, 'size' | 'sha256' | 'media_type' | 'blob_key'>;

export type StoredFile = File & Content & { content_by: number; content_at: string };

export const fileColumns = [
  'files.id',
  'files.filename',
  'files.filepath',
  'files.file_type_id',
  'files.size',
  'files.uploaded_at',
  'files.user_id',
  'files.team_id',
  'files.folder',
  'users.name as user_name',
] as const;

type Named = { user_id: number; user_name: string | null; folder?: string | null | undefined };

const foldedOf = (filename: string, folder: string | null | undefined) => searchForm(searchedText(filename, folder));

/** Returns the user of a row, or null if the account was deleted. */
export const personOf = ({ user_id, user_name }: Omit<Named, 'folder'>) =>
  user_name === null ? null : { id: user_id, name: user_name };

/** Returns the columns of a file in the shape of the API. */
export function asFile<R extends Named>({ user_name, folder, ...row }: R) {
  return { ...row, ...(folder && { folder }), user: personOf({ user_id: row.user_id, user_name }) };
}

const insertRows = named('new files', (db, { rows }: { rows: (Required<NewFile> & Uploaded)[] }) =>
  db.insertInto('files').values(rows).returning('id'),
);

/** The columns that follow from the others. */
type Uploaded = { name_folded: string; name_sort: string; content_by: number; content_at: string };

/** Inserts files with their counts and extraction jobs, in the caller's transaction. Returns their ids. */
export async function insertFiles(tx: Db, files: NewFile[]): Promise<number[]> {
  if (files.length === 0) return [];
  const rows = files.map(({ folder = null, mail_subject = null, ...file }) => ({
    ...file,
    folder,
    mail_subject,
    name_folded: foldedOf(file.filename, folder),
    name_sort: sortKey(file.filename),
    content_by: file.user_id,
    content_at: file.uploaded_at,
  }));
  const inserted = await insertRows(tx, { rows });
  const ids = inserted.map((row) => row.id);
  await addToFileCounts(tx, files, 1);
  const at = (files[0] as NewFile).uploaded_at;
  await queueExtractions(tx, files, at);
  const named = files.map(({ filename, blob_key }, index) => ({ id: ids[index] as number, filename, blob_key }));
  await indexFiles(tx, named, at);
  return ids;
}

const live = (db: Db) =>
  db.selectFrom('files').leftJoin('users', 'users.id', 'files.user_id').where('files.trashed_at', 'is', null);

const filesById = named('files', (db, { ids }: { ids: readonly number[] }) =>
  live(db).select(fileColumns).where('files.id', 'in', ids).orderBy('files.id'),
);

export async function listFilesById(db: Db, ids: number[]): Promise<File[]> {
  return (await filesById(db, { ids })).map(asFile);
}

/** Returns a page of a team's files by id: all of them, or those of one user. */
export async function listTeamFiles(
  db: Db,
  page: { teamId: number; userId: number | undefined; afterId: number; limit: number },
): Promise<File[]> {
  const rows = await live(db)
    .select(fileColumns)
    .where('files.team_id', '=', page.teamId)
    .where('files.id', '>', page.afterId)
    .$if(page.userId !== undefined, (query) => query.where('files.user_id', '=', page.userId as number))
    .orderBy('files.id')
    .limit(page.limit)
    .execute();
  return rows.map(asFile);
}

const storedColumns = [
  ...fileColumns,
  'files.sha256',
  'files.media_type',
  'files.blob_key',
  'files.content_by',
  'files.content_at',
] as const;

export async function findFile(db: Db, id: number): Promise<StoredFile | undefined> {
  const row = await live(db).select(storedColumns).where('files.id', '=', id).executeTakeFirst();
  return row && asFile(row);
}

export async function listStoredFiles(db: Db, ids: number[]): Promise<StoredFile[]> {
  const rows = await live(db).select(storedColumns).where('files.id', 'in', ids).orderBy('files.id').execute();
  return rows.map(asFile);
}

export async function findFileByPath(db: Db, filepath: string): Promise<StoredFile | undefined> {
  const row = await live(db).select(storedColumns).where('files.filepath', '=', filepath).executeTakeFirst();
  return row && asFile(row);
}

/** A stored file with the same content as another one. */
export type StoredDuplicate = Pick<StoredFile, 'id' | 'filename' | 'filepath' | 'sha256' | 'blob_key'>;

/** Returns the oldest file with each of these contents that the viewer may see, without those in the trash. */
export async function listDuplicates(db: Db, viewer: FileViewer, hashes: string[]): Promise<StoredDuplicate[]> {
  if (hashes.length === 0) return [];
  const { userId, seenTeamIds } = viewer;
  return seenTeamIds ? duplicatesOfTeams(db, { hashes, userId, seenTeamIds }) : duplicatesOfAll(db, { hashes });
}

const duplicatesOfAll = named('duplicates', (db, { hashes }: { hashes: string[] }) =>
  duplicates(db, hashes, { userId: 0, seenTeamIds: undefined }),
);

type OfTeams = { hashes: string[]; userId: number; seenTeamIds: number[] };

const duplicatesOfTeams = named('duplicates of teams', (db, { hashes, ...viewer }: OfTeams) =>
  duplicates(db, hashes, viewer),
);

const duplicates = (db: Db, hashes: string[], viewer: FileViewer) =>
  db
    .selectFrom('files')
    .select(['id', 'filename', 'filepath', 'sha256', 'blob_key'])
    // A logo may be stored thousands of times.
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('files')
        .select((one) => one.fn.min('id').as('id'))
        .where('sha256', 'in', hashes)
        .where('trashed_at', 'is', null)
        .where(isVisibleTo(viewer))
        .groupBy('sha256'),
    );

/** Returns false if the file was moved to the trash meanwhile. */
export async function renameFile(
  tx: Db,
  { id, folder }: Pick<StoredFile, 'id' | 'folder'>,
  filename: string,
  at: string,
): Promise<boolean> {
  const renamed = await tx
    .updateTable('files')
    .set({ filename, name_folded: foldedOf(filename, folder), name_sort: sortKey(filename) })
    .where('id', '=', id)
    .where('trashed_at', 'is', null)
    .returning(['id', 'filename', 'blob_key'])
    .execute();
  if (renamed.length === 0) return false;
  await indexFiles(tx, renamed, at);
  return true;
}

/**
 * Replaces the content of a file and keeps `earlier` as a version. Returns false if the content is no longer `earlier`.
 */
export async function replaceContent(
  tx: Db,
  earlier: StoredFile,
  { content, userId, at }: { content: Content; userId: number; at: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable('files')
    .set({ ...content, content_by: userId, content_at: at })
    .where('id', '=', earlier.id)
    .where('blob_key', '=', earlier.blob_key)
    .where('trashed_at', 'is', null)
    .returning(['id', 'filename', 'blob_key'])
    .execute();
  const [replaced] = changed;
  if (!replaced) return false;
  await queueExtractions(tx, [{ ...content, user_id: userId }], at);
  await indexNewContent(tx, replaced, at);
  await tx
    .insertInto('file_versions')
    .values({
      file_id: earlier.id,
      filename: earlier.filename,
      size: earlier.size,
      sha256: earlier.sha256,
      media_type: earlier.media_type,
      blob_key: earlier.blob_key,
      user_id: earlier.content_by,
      created_at: earlier.content_at,
    })
    .execute();
  return true;
}

/** Moves a file to the trash. Returns false if it was already there. */
export async function trashFile(tx: Db, file: StoredFile, by: { userId: number; at: string }): Promise<boolean> {
  const moved = await tx
    .updateTable('files')
    .set({ trashed_at: by.at, trashed_by: by.userId })
    .where('id', '=', file.id)
    .where('trashed_at', 'is', null)
    // The team and the type as stored now: another user may just have changed them.
    .returning(['id', 'team_id', 'file_type_id', 'user_id', 'uploaded_at'])
    .execute();
  if (moved.length === 0) return false;
  await addToFileCounts(tx, moved, -1);
  return true;
}

/** Returns those of these blobs that a file, a version, a derived file or an unfinished upload refers to. */
export async function listNamedBlobs(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ofFiles = await db.selectFrom('files').select('blob_key').where('blob_key', 'in', keys).execute();
  const ofVersions = await db.selectFrom('file_versions').select('blob_key').where('blob_key', 'in', keys).execute();
  const ofDerivedFiles = await db
    .selectFrom('derived_files')
    .select('derived_key as blob_key')
    .where('derived_key', 'in', keys)
    .execute();
  const ofUploads = await db.selectFrom('upload_pieces').select('blob_key').where('blob_key', 'in', keys).execute();
  return new Set([...ofFiles, ...ofVersions, ...ofDerivedFiles, ...ofUploads].map((row) => row.blob_key));
}

/** Records downloads for the count of the user and the histories of the files. */
export async function recordDownloads(
  { tx, by, at }: Pick<Write<{ id: number }>, 'tx' | 'by' | 'at'>,
  files: readonly { id: number }[],
): Promise<void> {
  const downloads = files.map(({ id }) => ({ user_id: by.id, file_id: id, downloaded_at: at }));
  await tx.insertInto('downloads').values(downloads).execute();
  await tx
    .updateTable('users')
    .set((eb) => ({ downloads_count: eb('downloads_count', '+', files.length) }))
    .where('id', '=', by.id)
    .execute();
}

type Counted = Pick<NewFile, 'team_id' | 'file_type_id' | 'user_id' | 'uploaded_at'>;

const addToUploader = named('files of user', (db, { userId, count }: { userId: number; count: number }) =>
  db
    .updateTable('users')
    .set((eb) => ({ files_count: eb('files_count', '+', count) }))
    .where('id', '=', userId),
);

type FileSum = { span: string; team_id: number; file_type_id: number; files: number };

const addToCounts = named('counts of new files', (db, { rows }: { rows: FileSum[] }) =>
  db
    .insertInto('file_counts')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['span', 'team_id', 'file_type_id'])
        .doUpdateSet({ files: sql<number>`file_counts.files + excluded.files` }),
    ),
);

/** Updates the counts of the files page and of each uploader, in the transaction that adds or removes the files. */
export async function addToFileCounts(tx: Db, files: readonly Counted[], by: 1 | -1): Promise<void> {
  const sums = new Map<string, FileSum>();
  const perUser = new Map<number, number>();
  for (const { team_id, file_type_id, user_id, uploaded_at } of files) {
    perUser.set(user_id, (perUser.get(user_id) ?? 0) + by);
    for (const span of ['a', `m${uploaded_at.slice(0, 7)}`, `d${uploaded_at.slice(0, 10)}`]) {
      const key = `${span}/${team_id}/${file_type_id}`;
      const sum = sums.get(key) ?? { span, team_id, file_type_id, files: 0 };
      sums.set(key, { ...sum, files: sum.files + by });
    }
  }
  // Transactions lock the rows in the same order, so that they cannot deadlock.
  const rows = [...sums.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await addToCounts(tx, { rows });
  for (const [userId, count] of [...perUser].toSorted(([one], [other]) => one - other)) {
    await addToUploader(tx, { userId, count });
  }
}
