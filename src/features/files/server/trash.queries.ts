import { sql } from 'kysely';
import type { ExpressionBuilder } from 'kysely';
import { indexWords } from '#server/database/portable.ts';
import { readSetting } from '#server/database/settings.queries.ts';
import type { Tables } from '#server/database/tables.ts';
import type { Db } from '#server/parts.ts';
import type { TrashedFile } from '../trash.contract.ts';
import { addToTally, asFile, fileColumns, listNamedBlobs, noteFileChanges } from './files.queries.ts';
import { wordsOfName } from './files.words.ts';

/** Which files a person sees: those of these teams (of every team when undefined) and those they uploaded. */
export type Scope = { teams: number[] | undefined; userId: number };

const inTrash = (db: Db) =>
  db
    .selectFrom('files')
    .innerJoin('teams', 'teams.id', 'files.team_id')
    .leftJoin('users', 'users.id', 'files.user_id')
    .leftJoin('users as remover', 'remover.id', 'files.trashed_by')
    .select([
      ...fileColumns,
      'teams.name as team_name',
      'files.trashed_at',
      'files.trashed_by',
      'remover.name as remover',
    ])
    .where('files.trashed_at', 'is not', null);

type Row = Awaited<ReturnType<ReturnType<typeof inTrash>['execute']>>[number];
export type Trashed = Omit<TrashedFile, 'days_left'>;

function asTrashed({ trashed_at, trashed_by, remover, ...row }: Row): Trashed {
  const person = trashed_by !== null && remover !== null ? { id: trashed_by, name: remover } : null;
  return { ...asFile(row), trashed_at: trashed_at as string, trashed_by: person };
}

const seen =
  ({ teams, userId }: Scope) =>
  (eb: ExpressionBuilder<Tables, 'files'>) => {
    const own = eb('files.user_id', '=', userId);
    if (teams === undefined) return eb.and([]);
    return teams.length === 0 ? own : eb.or([own, eb('files.team_id', 'in', teams)]);
  };

/** Last deleted first, from the one after `after` on. */
export async function listTrash(
  db: Db,
  { scope, after, limit }: { scope: Scope; after: readonly [string, number] | undefined; limit: number },
): Promise<Trashed[]> {
  const rows = await inTrash(db)
    .where(seen(scope))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(files.trashed_at, files.id) < (${after?.[0]}, ${after?.[1]})`),
    )
    .orderBy('files.trashed_at', 'desc')
    .orderBy('files.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(asTrashed);
}

export async function findTrashed(db: Db, id: number): Promise<Trashed | undefined> {
  const row = await inTrash(db).where('files.id', '=', id).executeTakeFirst();
  return row && asTrashed(row);
}

/** Answers whether it was in the trash. */
export async function takeFromTrash(tx: Db, file: Trashed): Promise<boolean> {
  const taken = await tx
    .updateTable('files')
    .set({ trashed_at: null, trashed_by: null })
    .where('id', '=', file.id)
    .where('trashed_at', 'is not', null)
    .returning('id')
    .execute();
  if (taken.length === 0) return false;
  await indexWords(tx as never, [{ id: file.id, words: wordsOfName(file.filename) }]);
  await noteFileChanges(tx, [file.id]);
  await addToTally(tx, [{ ...file, file_type_id: file.file_type_id as number }], 1);
  return true;
}

/** Ids of files that were deleted before this moment. */
export async function listExpired(db: Db, before: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('trashed_at', '<', before)
    .orderBy('trashed_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Deletes files in the trash for good, with their versions and their log of downloads, and dooms the blobs that no other
 * record names. Answers which ones were there.
 */
export async function deleteForGood(tx: Db, ids: number[], at: string): Promise<{ id: number; filename: string }[]> {
  const files = await tx
    .selectFrom('files')
    .select(['id', 'filename', 'blob_key'])
    .where('id', 'in', ids)
    .where('trashed_at', 'is not', null)
    .execute();
  if (files.length === 0) return [];
  const gone = files.map((file) => file.id);
  const versions = await tx.selectFrom('file_versions').select('blob_key').where('file_id', 'in', gone).execute();
  await tx.deleteFrom('files').where('id', 'in', gone).execute();
  await doom(
    tx,
    [...files, ...versions].map((row) => row.blob_key),
    at,
  );
  return files;
}

/** Versions of living files that PRUNE_VERSIONS does not leave. */
export async function listPrunable(
  db: Db,
  { kept, before, limit }: { kept: number; before: string; limit: number },
): Promise<{ id: number; file_id: number; filename: string; created_at: string; blob_key: string }[]> {
  return db
    .selectFrom('file_versions')
    .select(['id', 'file_id', 'filename', 'created_at', 'blob_key'])
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        sql<boolean>`(select count(*) from file_versions as later where later.file_id = file_versions.file_id and later.id > file_versions.id) >= ${kept}`,
      ]),
    )
    .limit(limit)
    .execute();
}

export async function deleteVersions(tx: Db, versions: { id: number; blob_key: string }[], at: string): Promise<void> {
  const ids = versions.map((version) => version.id);
  await tx.deleteFrom('file_versions').where('id', 'in', ids).execute();
  await doom(
    tx,
    versions.map((version) => version.blob_key),
    at,
  );
}

/** Blobs of these that no file and no version names any more will be removed. */
async function doom(tx: Db, keys: string[], at: string): Promise<void> {
  const distinct = [...new Set(keys)];
  const named = await listNamedBlobs(tx, distinct);
  const doomed = distinct.filter((key) => !named.has(key)).map((blob_key) => ({ blob_key, doomed_at: at }));
  if (doomed.length === 0) return;
  await tx
    .insertInto('doomed_blobs')
    .values(doomed)
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .execute();
}

export async function listDoomed(db: Db, before: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('doomed_blobs')
    .select('blob_key')
    .where('doomed_at', '<', before)
    .limit(limit)
    .execute();
  return rows.map((row) => row.blob_key);
}

export async function forgetDoomed(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('doomed_blobs').where('blob_key', 'in', keys).execute();
  await db.deleteFrom('damaged_blobs').where('blob_key', 'in', keys).execute();
}

/** Until when a running backup needs every blob to stay; renewed while it runs. */
export async function backupRunsUntil(db: Db): Promise<string | undefined> {
  return readSetting(db, 'backup_until');
}
