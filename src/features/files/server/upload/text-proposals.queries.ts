import { sql } from 'kysely';
import { headLetters } from '#features/files/upload/text-proposals.rules.ts';
import type { Db } from '#server/database/db.ts';
import { textsWithWords } from '#server/database/dialect/text-index.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';

type Untyped = { id: number; file_type_id: number; text_id: number; head: string };

/** Returns those of the files that the viewer sees, that were uploaded since then and read, and whose type is unchanged. */
export async function listUncertain(
  db: Db,
  viewer: FileViewer,
  { ids, since }: { ids: readonly number[]; since: string },
): Promise<Untyped[]> {
  const { rows } = await sql<Untyped>`
    select files.id, files.file_type_id, texts.id as text_id, substr(texts.text, 1, ${headLetters}) as head
    from files join texts on texts.blob_key = files.blob_key
    where files.id in (${sql.join(ids)}) and files.trashed_at is null and files.uploaded_at >= ${since} and ${isVisibleTo(viewer)}
      and not exists (select 1 from file_events where file_events.file_id = files.id and file_events.what = 'type_changed')
    order by files.id desc`.execute(db);
  return rows;
}

/** The newest texts with these words; more are not read. */
const maxCandidates = 100;

type Candidate = { id: number; file_type_id: number; head: string };

/**
 * Returns files that the viewer sees with another text that has all of these words. Files whose type was deleted do not count.
 */
export async function listWithWords(
  db: Db,
  viewer: FileViewer,
  { words, textId }: { words: readonly string[]; textId: number },
): Promise<Candidate[]> {
  const query = { words: words.map((word) => ({ word, isPrefix: false })), without: [] };
  const found = textsWithWords(db, query, { before: Number.MAX_SAFE_INTEGER, limit: maxCandidates });
  const { rows } = await sql<Candidate>`
    select files.id, files.file_type_id, substr(texts.text, 1, ${headLetters}) as head
    from (${found}) as found join texts on texts.id = found.id join files on files.blob_key = texts.blob_key
    join file_types on file_types.id = files.file_type_id
    where texts.id <> ${textId} and files.trashed_at is null and ${isVisibleTo(viewer)}
    order by files.id desc limit ${maxCandidates}`.execute(db);
  return rows;
}
