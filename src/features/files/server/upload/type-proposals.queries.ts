import { sql } from 'kysely';
import { maxCompared, wordsOfFileName } from '#features/files/upload/type-proposals.rules.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { isVisibleTo } from '../core/visible-files.queries.ts';
import type { FileViewer } from '../core/visible-files.queries.ts';

/** The newest files are compared; more are not read. Our choice. */
const maxExamined = 20_000;
const maxCandidates = 500;

/**
 * Returns the types of the newest files that the viewer sees and whose names have all of the words, at most 50. Each file
 * counts once. Files whose type was deleted do not count.
 */
export async function listTypesOfSimilar(db: Db, viewer: FileViewer, words: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ filename: string; file_type_id: number }>`
    select files.filename, files.file_type_id
    from files join file_types on file_types.id = files.file_type_id
    where files.id > (select max(id) from files) - ${maxExamined} and files.trashed_at is null and ${isVisibleTo(viewer)}
      and ${sql.join(
        words.map((word) => contains(db, sql`files.name_folded`, word)),
        sql` and `,
      )}
    order by files.id desc limit ${maxCandidates}`.execute(db);
  return rows
    .filter(({ filename }) => {
      const own = new Set(wordsOfFileName(filename));
      return words.every((word) => own.has(word));
    })
    .slice(0, maxCompared)
    .map((row) => row.file_type_id);
}
