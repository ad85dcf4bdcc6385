import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { TextQuery } from '#features/extraction/phrase.rules.ts';
import type { File } from '#features/files/core/files.contract.ts';
import { willBeRead } from '#features/virus-scan/server/virus-scans.queries.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { textsWithWords } from '#server/database/dialect/text-index.ts';
import { asFile } from '../core/files.queries.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';
import type { SeenFileCount } from '../list/files-seen.queries.ts';
import { filtersOf } from './files-search.queries.ts';
import type { FileFilters } from './files-search.queries.ts';

// A search reads matching texts from the newest down, a bounded number per query, and joins the files that have them
// now. For a caller who sees few files, almost none of those texts would match, so the query starts from the files
// instead.

/** The words and filters of a search, within the files that the caller sees. */
export type TextSearch = FileViewer & FileFilters & { query: TextQuery };

/** A file follows the cursor if the id of its text is lower or, for the same text, its own id. */
export type TextCursor = { textId: number; fileId: number };

export const firstCursor: TextCursor = { textId: Number.MAX_SAFE_INTEGER - 1, fileId: Number.MAX_SAFE_INTEGER };

export const cursorOf = (file: FoundFile | undefined): TextCursor | null =>
  file ? { textId: file.text_id, fileId: file.id } : null;

export type FoundFile = File & { text_id: number; media_type: string; name_folded: string; from_scan: number };

/** The columns of a found file. */
const foundColumns = sql`files.id, files.filename, files.filepath, files.file_type_id, files.size, files.uploaded_at, files.user_id,
  files.team_id, files.folder, files.media_type, files.name_folded, users.name as user_name, texts.id as text_id, texts.from_scan`;

type FoundRow = FoundFile & { user_name: string | null };

/** Returns the first `limit` files after the cursor that have one of the next `looked` matching texts. */
export async function listWithText(
  db: Db,
  search: TextSearch,
  { after, looked, limit }: { after: TextCursor; looked: number; limit: number },
): Promise<FoundFile[]> {
  const texts = textsWithWords(db, search.query, { before: after.textId + 1, limit: looked });
  const { rows } = await sql<FoundRow>`
    select ${foundColumns} from (${texts}) as found join texts on texts.id = found.id join files on files.blob_key = texts.blob_key
    left join users on users.id = files.user_id
    where files.trashed_at is null ${conditionsOf(db, search)} and (found.id < ${after.textId} or files.id < cast(${after.fileId} as bigint))
    order by found.id desc, files.id desc limit ${limit}`.execute(db);
  return rows.map(asFile);
}

/**
 * Returns the first `limit` files after the cursor with these teams and types that have a matching text. Fast only for
 * few files.
 */
export async function listAmongFew(
  db: Db,
  fileCounts: readonly SeenFileCount[],
  { after, limit, ...search }: TextSearch & { after: TextCursor; limit: number },
): Promise<FoundFile[]> {
  const inFileCounts = (column: 'team_id' | 'file_type_id') =>
    sql`files.${sql.ref(column)} in (${sql.join([...new Set(fileCounts.map((fileCount) => fileCount[column]))])})`;
  const texts = textsWithWords(db, search.query, { before: after.textId + 1, limit: Number.MAX_SAFE_INTEGER });
  // The `+ 0` keeps the query planner from starting with the files of every matching text.
  const { rows } = await sql<FoundRow>`
    select ${foundColumns} from files join texts on texts.blob_key = files.blob_key left join users on users.id = files.user_id
    where files.trashed_at is null and ${inFileCounts('team_id')} and ${inFileCounts('file_type_id')} ${conditionsOf(db, search)}
      and texts.id + 0 in (select found.id from (${texts}) as found)
      and (texts.id < ${after.textId} or files.id < cast(${after.fileId} as bigint))
    order by texts.id desc, files.id desc limit ${limit}`.execute(db);
  return rows.map(asFile);
}

/** Returns those of these files that have a text, in any order. */
export async function listWithTextById(db: Db, search: TextSearch, ids: readonly number[]): Promise<FoundFile[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundRow>`
    select ${foundColumns} from files join texts on texts.blob_key = files.blob_key left join users on users.id = files.user_id
    where files.trashed_at is null ${conditionsOf(db, search)} and files.id in (${sql.join(ids)})`.execute(db);
  return rows.map(asFile);
}

/** Returns the number of texts that `listWithText` read, and the id of the last one. */
export async function reachOfTexts(
  db: Db,
  query: TextQuery,
  { after, looked }: { after: TextCursor; looked: number },
): Promise<{ texts: number; last: number | null }> {
  const texts = textsWithWords(db, query, { before: after.textId + 1, limit: looked });
  const { rows } = await sql<{ texts: number; last: number | null }>`
    select count(*) as texts, min(id) as last from (${texts}) as found`.execute(db);
  return rows[0] ?? { texts: 0, last: null };
}

function conditionsOf(db: Db, search: TextSearch): RawBuilder<unknown> {
  const conditions = [
    isVisibleTo(search),
    ...filtersOf(search),
    ...search.query.unwantedNames.map((name) => sql`not ${contains(db, sql`files.name_folded`, name)}`),
  ];
  return sql`and ${sql.join(conditions, sql` and `)}`;
}

export async function findText(db: Db, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('texts').select('text').where('id', '=', id).executeTakeFirst();
  return row?.text;
}

/** Returns the first letters of a text. */
export async function findBeginning(db: Db, id: number, letters: number): Promise<string | undefined> {
  const beginning = sql<string>`substr(text, 1, ${letters})`.as('beginning');
  return (await db.selectFrom('texts').select(beginning).where('id', '=', id).executeTakeFirst())?.beginning;
}

const waitingKey = sql.ref('waiting.blob_key');

/** Returns the media types of the first `max` contents that wait for extraction, for files that the viewer sees. */
export async function listWaitingKinds(db: Db, viewer: FileViewer, max: number): Promise<string[]> {
  const { rows } = await sql<{ media_type: string }>`
    select waiting.blob_key, max(files.media_type) as media_type
    from (select key as blob_key from work where kind = 'extraction' limit ${max}) as waiting
    join files on files.blob_key = waiting.blob_key
    where files.trashed_at is null and ${isVisibleTo(viewer)} and ${willBeRead(waitingKey)}
    group by waiting.blob_key`.execute(db);
  return rows.map((row) => row.media_type);
}

/** Returns how many of the first `max` contents whose text is to be recognized the viewer sees. */
export async function countWaitingScans(db: Db, viewer: FileViewer, max: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(distinct waiting.blob_key) as waiting
    from (select key as blob_key from work where kind = 'recognition' limit ${max}) as waiting
    join files on files.blob_key = waiting.blob_key
    where files.trashed_at is null and ${isVisibleTo(viewer)} and ${willBeRead(waitingKey)}`.execute(db);
  return rows[0]?.waiting ?? 0;
}
