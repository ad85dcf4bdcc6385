import { sql } from 'kysely';
import { queueReadings } from '#features/readings/server/readings.queries.ts';
import { keptAnswer, keptInsert, keptQuestion } from '#server/database/kept-question.ts';
import { forgetWords, indexWords } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import { fold, sortKey } from '#shared/fold.ts';
import type { File } from '../files.contract.ts';
import { wordsOfName } from './files.words.ts';

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
};

/** What of a file changes when it is renamed or its content replaced. */
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
  'users.name as user_name',
] as const;

type Named = { user_id: number; user_name: string | null };

/** The person in a row; null when the account is no more. */
export const personOf = ({ user_id, user_name }: Named) =>
  user_name === null ? null : { id: user_id, name: user_name };

/** A file's columns in the shape of the wire. */
export function asFile<R extends Named>({ user_name, ...row }: R) {
  return { ...row, user: personOf({ user_id: row.user_id, user_name }) };
}

/** Adds files that are not in the trash, with what counts and finds them; in the caller's transaction. Answers their ids. */
export async function insertFiles(tx: Db, files: NewFile[]): Promise<number[]> {
  if (files.length === 0) return [];
  const rows = await insertFileRows(
    tx,
    files.map((file) => ({
      ...file,
      name_folded: fold(file.filename),
      name_sort: sortKey(file.filename),
      content_by: file.user_id,
      content_at: file.uploaded_at,
    })),
  );
  const ids = rows.map((row) => row.id);
  await indexFileNames(
    tx,
    files.map(({ filename }, place) => ({ id: ids[place] as number, filename })),
  );
  await noteFileChanges(tx, ids);
  await addToTally(tx, files, 1);
  await queueReadings(tx, files, (files[0] as NewFile).uploaded_at);
  return ids;
}

const insertFileRows = keptInsert(
  [
    ...(['filename', 'filepath', 'file_type_id', 'team_id', 'user_id', 'size', 'sha256', 'media_type'] as const),
    ...(['blob_key', 'uploaded_at', 'name_folded', 'name_sort', 'content_by', 'content_at'] as const),
  ],
  (tx, rows) => tx.insertInto('files').values(rows).returning('id'),
);

/** Has those who keep names, places and owners of files in memory look at these anew; in the transaction of the change. */
export async function noteFileChanges(tx: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await insertChanges(
    tx,
    ids.map((file_id) => ({ file_id })),
  );
}

const insertChanges = keptInsert(['file_id'], (tx, rows) => tx.insertInto('file_changes').values(rows));

/** Makes files found by their names. */
export async function indexFileNames(tx: Db, files: readonly { id: number; filename: string }[]): Promise<void> {
  const words = files.map(({ id, filename }) => ({ id, words: wordsOfName(filename) }));
  await indexWords(tx as never, words);
}

const live = (db: Db) =>
  db.selectFrom('files').leftJoin('users', 'users.id', 'files.user_id').where('files.trashed_at', 'is', null);

export async function listFilesById(db: Db, ids: number[]): Promise<File[]> {
  return (await askFiles(db, ...ids)).map(asFile);
}

const askFiles = keptQuestion((db, ...ids: number[]) =>
  live(db).select(fileColumns).where('files.id', 'in', ids).orderBy('files.id'),
);

/** A page of a team's files by id, of all or of one person's. */
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

/** A player asks for a file piece by piece. */
export const findFileByPath = keptAnswer(async (db, filepath: string): Promise<StoredFile | undefined> => {
  const [row] = await askByPath(db, filepath);
  return row && asFile(row);
});

const askByPath = keptQuestion((db, filepath: string) =>
  live(db).select(storedColumns).where('files.filepath', '=', filepath),
);

/** A stored file whose content is that of another one. */
export type Twin = Pick<StoredFile, 'id' | 'filename' | 'filepath' | 'team_id' | 'user_id' | 'sha256' | 'blob_key'> & {
  isTrashed: boolean;
};

// A logo may be stored thousands of times; the oldest of them are enough to find one that can be shown.
const mostTwins = 1000;

/** Files, those in the trash included, with any of these contents. */
export async function listTwins(db: Db, hashes: string[]): Promise<Twin[]> {
  if (hashes.length === 0) return [];
  const rows = await askTwins(db, ...hashes);
  return rows.map(({ trashed_at, ...row }) => ({ ...row, isTrashed: trashed_at !== null }));
}

const askTwins = keptQuestion((db, ...hashes: string[]) =>
  db
    .selectFrom('files')
    .select(['id', 'filename', 'filepath', 'team_id', 'user_id', 'sha256', 'blob_key', 'trashed_at'])
    .where('sha256', 'in', hashes)
    .orderBy('id')
    .limit((eb) => eb.lit(mostTwins)),
);

export async function renameFile(tx: Db, id: number, filename: string): Promise<void> {
  await tx
    .updateTable('files')
    .set({ filename, name_folded: fold(filename), name_sort: sortKey(filename) })
    .where('id', '=', id)
    .execute();
  await forgetWords(tx as never, id);
  await indexWords(tx as never, [{ id, words: wordsOfName(filename) }]);
  await noteFileChanges(tx, [id]);
}

/** Replaces a file's content if it still is `earlier`, and keeps that as a version. Answers whether it was. */
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
    .returning('id')
    .execute();
  if (changed.length === 0) return false;
  await queueReadings(tx, [content], at);
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

/** Moves a file to the trash. Answers whether it was there to be moved. */
export async function trashFile(tx: Db, file: StoredFile, by: { userId: number; at: string }): Promise<boolean> {
  const moved = await tx
    .updateTable('files')
    .set({ trashed_at: by.at, trashed_by: by.userId })
    .where('id', '=', file.id)
    .where('trashed_at', 'is', null)
    .returning('id')
    .execute();
  if (moved.length === 0) return false;
  await forgetWords(tx as never, file.id);
  await noteFileChanges(tx, [file.id]);
  await addToTally(tx, [{ ...file, file_type_id: file.file_type_id as number }], -1);
  return true;
}

/** Which of these blobs a file names, an earlier version of one, what was made of them for the eye, or an unfinished upload. */
export async function listNamedBlobs(db: Db, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const ofFiles = await db.selectFrom('files').select('blob_key').where('blob_key', 'in', keys).execute();
  const ofVersions = await db.selectFrom('file_versions').select('blob_key').where('blob_key', 'in', keys).execute();
  const made = await db
    .selectFrom('renditions')
    .select('rendition_key as blob_key')
    .where('rendition_key', 'in', keys)
    .execute();
  const ofUploads = await db.selectFrom('upload_pieces').select('blob_key').where('blob_key', 'in', keys).execute();
  return new Set([...ofFiles, ...ofVersions, ...made, ...ofUploads].map((row) => row.blob_key));
}

/** For the person's count and the histories of the files. */
export async function noteDownloads(
  tx: Db,
  userId: number,
  downloads: { user_id: number; file_id: number; downloaded_at: string }[],
): Promise<void> {
  await tx.insertInto('downloads').values(downloads).execute();
  await tx
    .updateTable('users')
    .set((eb) => ({ downloads_count: eb('downloads_count', '+', downloads.length) }))
    .where('id', '=', userId)
    .execute();
}

type Counted = Pick<NewFile, 'team_id' | 'file_type_id' | 'user_id' | 'uploaded_at'>;

/** Keeps the counts of the files page and of each uploader true; in the transaction that adds or takes away the files. */
export async function addToTally(tx: Db, files: readonly Counted[], by: 1 | -1): Promise<void> {
  const sums = new Map<string, { span: string; team_id: number; file_type_id: number; files: number }>();
  const perUser = new Map<number, number>();
  for (const { team_id, file_type_id, user_id, uploaded_at } of files) {
    perUser.set(user_id, (perUser.get(user_id) ?? 0) + by);
    for (const span of ['a', `m${uploaded_at.slice(0, 7)}`, `d${uploaded_at.slice(0, 10)}`]) {
      const key = `${span}/${team_id}/${file_type_id}`;
      const sum = sums.get(key) ?? { span, team_id, file_type_id, files: 0 };
      sums.set(key, { ...sum, files: sum.files + by });
    }
  }
  // Always in the same order, so that two transactions never wait for each other.
  const rows = [...sums.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  await addToCells(tx, rows);
  for (const [userId, count] of [...perUser].toSorted(([one], [other]) => one - other)) {
    await addToOwn(tx, count, userId);
  }
}

const addToCells = keptInsert(['span', 'team_id', 'file_type_id', 'files'], (tx, rows) =>
  tx
    .insertInto('file_tally')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['span', 'team_id', 'file_type_id'])
        .doUpdateSet({ files: sql<number>`file_tally.files + excluded.files` }),
    ),
);

const addToOwn = keptQuestion((tx, count: number, userId: number) =>
  tx
    .updateTable('users')
    .set((eb) => ({ files_count: eb('files_count', '+', count) }))
    .where('id', '=', userId),
);
