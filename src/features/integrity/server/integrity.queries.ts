import { sql } from 'kysely';
import type { BlobRecord } from '#server/blobs/blob-store.ts';
import type { Problem } from '#server/blobs/examine-blob.ts';
import { keepSetting, readSetting } from '#server/database/settings.queries.ts';
import type { Db } from '#server/parts.ts';

/** A file, or an earlier version of one, whose content a blob is. */
export type NamedBy = {
  file_id: number;
  filename: string;
  team: string | null;
  kind: 'file' | 'trash' | 'version';
};

/** The next blobs that files, those in the trash included, and versions name; each once, in the order of their keys. */
export async function listRecordedBlobs(db: Db, afterKey: string, limit: number): Promise<BlobRecord[]> {
  const from = (table: 'files' | 'file_versions') =>
    db
      .selectFrom(table)
      // A version that was restored is named twice: without `distinct` a page could look like the last one.
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

/** How many blobs the records name, and their bytes; one that several name counts as often, for telling them apart takes memory. */
export async function countRecordedBlobs(db: Db): Promise<{ blobs: number; bytes: number }> {
  const countOf = (table: 'files' | 'file_versions') =>
    db
      .selectFrom(table)
      .select((eb) => [eb.fn.countAll<number>().as('blobs'), eb.fn.sum<number | null>('size').as('bytes')])
      .executeTakeFirstOrThrow();
  const [files, versions] = [await countOf('files'), await countOf('file_versions')];
  return { blobs: files.blobs + versions.blobs, bytes: (files.bytes ?? 0) + (versions.bytes ?? 0) };
}

/** Whose content a blob is: files before versions, so that the first is the one to tell of. */
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

/** Keeps that a blob is not what was stored. Answers whether that is new. */
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

/** Forgets damage that is mended. Answers of how many. */
export async function deleteDamage(db: Db, keys: readonly string[]): Promise<number> {
  if (keys.length === 0) return 0;
  const gone = await db.deleteFrom('damaged_blobs').where('blob_key', 'in', keys).returning('blob_key').execute();
  return gone.length;
}

/** Forgets damage of what no record names any more. */
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

/** Which of these blobs wait for their removal. */
export async function listDoomedBlobs(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.selectFrom('doomed_blobs').select('blob_key').where('blob_key', 'in', keys).execute();
  return new Set(rows.map((row) => row.blob_key));
}

const roundSetting = 'verify_round';

/** How far the nightly check of all blobs has come, and when it began. */
export type Round = { afterKey: string; beganAt: string; files: number; bytes: number; problems: number };

export async function readRound(db: Db): Promise<Round | undefined> {
  const kept = await readSetting(db, roundSetting);
  if (kept === undefined) return undefined;
  return { files: 0, bytes: 0, problems: 0, ...(JSON.parse(kept) as Pick<Round, 'afterKey' | 'beganAt'>) };
}

export async function saveRound(db: Db, round: Round): Promise<void> {
  await keepSetting(db, roundSetting, JSON.stringify(round));
}
