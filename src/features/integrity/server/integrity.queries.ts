import { sql } from 'kysely';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import type { Db } from '#server/database/db.ts';
import { saveSetting, readSetting } from '#server/database/settings.queries.ts';

/** A file, or an earlier version of a file, that has a blob as its content. */
export type NamedBy = {
  file_id: number;
  filename: string;
  team: string | null;
  kind: 'file' | 'trash' | 'version';
};

/** Returns the next blobs of files, including those in the trash, and of versions: each once, ordered by key. */
export async function listRecordedBlobs(db: Db, afterKey: string, limit: number): Promise<BlobRecord[]> {
  const from = (table: 'files' | 'file_versions') =>
    db
      .selectFrom(table)
      // A restored version refers to a blob twice. Without `distinct`, a page could be short and count as the last one.
      .distinct()
      .select(['blob_key as key', 'size', 'sha256'])
      .where('blob_key', '>', afterKey)
      .orderBy('blob_key')
      .limit(limit)
      .execute();
  const [ofFiles, ofVersions] = [await from('files'), await from('file_versions')];
  const byKey = new Map([...ofFiles, ...ofVersions].map((record) => [record.key, record]));
  return [...byKey.values()].toSorted((one, other) => (one.key < other.key ? -1 : 1)).slice(0, limit);
}

/** Counts blobs and their bytes. A blob with several records is counted several times, which saves memory. */
export async function countRecordedBlobs(db: Db): Promise<{ blobs: number; bytes: number }> {
  const countOf = (table: 'files' | 'file_versions') =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('blobs'), eb.fn.sum<number | null>('size').as('bytes')])
      .executeTakeFirstOrThrow();
  const [files, versions] = [await countOf('files'), await countOf('file_versions')];
  return { blobs: files.blobs + versions.blobs, bytes: (files.bytes ?? 0) + (versions.bytes ?? 0) };
}

/** Returns the files and versions with this content. Files come first, because notifications name the first entry. */
export async function listNamesOfBlob(db: Db, key: string): Promise<NamedBy[]> {
  const files = await db
    .selectFrom('files')
    .leftJoin('teams', 'teams.id', 'files.team_id')
    .select(['files.id as file_id', 'files.filename', 'teams.name as team', 'files.trashed_at'])
    .where('files.blob_key', '=', key)
    .orderBy('files.id')
    .execute();
  const versions = await db
    .selectFrom('file_versions')
    .innerJoin('files', 'files.id', 'file_versions.file_id')
    .leftJoin('teams', 'teams.id', 'files.team_id')
    .select(['files.id as file_id', 'files.filename', 'teams.name as team'])
    .where('file_versions.blob_key', '=', key)
    .orderBy('file_versions.id')
    .execute();
  return [
    ...files.map(({ trashed_at, ...file }) => ({ ...file, kind: trashed_at ? ('trash' as const) : ('file' as const) })),
    ...versions.map((version) => ({ ...version, kind: 'version' as const })),
  ];
}

/** Records that a blob is damaged. Returns whether this is new. */
export async function insertDamage(tx: Db, key: string, problem: Problem, at: string): Promise<boolean> {
  const added = await tx
    .insertInto('damaged_blobs')
    .values({ blob_key: key, problem, found_at: at })
    .onConflict((conflict) => conflict.column('blob_key').doNothing())
    .returning('blob_key')
    .execute();
  if (added.length > 0) return true;
  await tx.updateTable('damaged_blobs').set({ problem }).where('blob_key', '=', key).execute();
  return false;
}

/** Deletes the records of repaired blobs. Returns their number. */
export async function deleteDamage(db: Db, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const deleted = await db.deleteFrom('damaged_blobs').where('blob_key', 'in', keys).returning('blob_key').execute();
  return deleted.length;
}

/** Deletes the records of blobs that no file or version refers to. */
export async function deleteUnnamedDamage(db: Db): Promise<void> {
  await sql`
    delete from damaged_blobs
    where not exists (select 1 from files where files.blob_key = damaged_blobs.blob_key)
      and not exists (select 1 from file_versions where file_versions.blob_key = damaged_blobs.blob_key)`.execute(db);
}

export async function listDamagedKeys(db: Db, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('damaged_blobs').select('blob_key').limit(limit).execute();
  return rows.map((row) => row.blob_key);
}

/** Returns the blobs among these that wait for deletion. */
export async function listPendingBlobDeletions(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('pending_blob_deletions').select('blob_key').where('blob_key', 'in', keys).execute();
  return new Set(rows.map((row) => row.blob_key));
}

const verificationSetting = 'verify_round';

/** The progress of the nightly verification, and its start time. */
export type VerificationRun = { afterKey: string; beganAt: string; files: number; bytes: number; problems: number };

export async function readVerificationRun(db: Db): Promise<VerificationRun | undefined> {
  const saved = await readSetting(db, verificationSetting);
  if (saved === undefined) return undefined;
  return { files: 0, bytes: 0, problems: 0, ...(JSON.parse(saved) as Pick<VerificationRun, 'afterKey' | 'beganAt'>) };
}

export async function saveVerificationRun(db: Db, run: VerificationRun): Promise<void> {
  await saveSetting(db, verificationSetting, JSON.stringify(run));
}
