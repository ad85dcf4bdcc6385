import { sql } from 'kysely';
import { maxCompared, wordsOfFileName } from '#features/files/upload/type-proposals.rules.ts';
import type { Db } from '#server/database/db.ts';
import { filesWithWords } from '#server/database/dialect/word-index.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';
import { wordsOfSearch } from '../search/name-trigrams.rules.ts';

/** The newest files with these trigrams; more are not read. */
const maxCandidates = 500;

/**
 * Returns the types of the newest files that the viewer sees and whose names have all of the words, at most 50. Each file
 * counts once. Files whose type was deleted do not count.
 */
export async function listTypesOfSimilar(db: Db, viewer: FileViewer, words: readonly string[]): Promise<number[]> {
  const trigrams = [...new Set(words.flatMap(wordsOfSearch))];
  const { rows } = await sql<{ filename: string; file_type_id: number }>`
    select files.filename, files.file_type_id
    from (select id from (${filesWithWords(db, trigrams)}) as named order by id desc limit ${maxCandidates}) as candidates
    join files on files.id = candidates.id
    join file_types on file_types.id = files.file_type_id
    where files.trashed_at is null and ${isVisibleTo(viewer)}
    order by files.id desc`.execute(db);
  return rows
    .filter(({ filename }) => {
      const own = new Set(wordsOfFileName(filename));
      return words.every((word) => own.has(word));
    })
    .slice(0, maxCompared)
    .map((row) => row.file_type_id);
}
