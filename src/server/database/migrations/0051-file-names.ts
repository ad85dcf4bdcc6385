import process from 'node:process';
import { sql } from 'kysely';
import { withoutSeparators } from '#shared/fold.ts';
import type { AnyDb } from '../db.ts';
import { rowsOf } from '../dialect/expressions.ts';
import { createFileNames } from '../dialect/file-names.ts';

const batchSize = 5_000;

/** A smaller table is done in a few seconds. */
const saidEvery = 100_000;

/**
 * One search of file names, by a scan of a narrow table, in the place of an index of their trigrams and of a feed of changes for
 * an index in memory. Blanks, `_`, `-` and `.` in names become the same, and folders are stored in NFC. It is one
 * transaction, so an upgrade that is interrupted begins again.
 */
export async function fileNames(db: AnyDb): Promise<void> {
  await sql`drop table if exists file_words`.execute(db);
  await sql`drop table if exists file_changes`.execute(db);
  await foldNames(db);
  await createFileNames(db);
}

async function foldNames(db: AnyDb): Promise<void> {
  for (let [after, done] = [0, 0]; ;) {
    const { rows } = await sql<{ id: number; name_folded: string; folder: string | null }>`
      select id, name_folded, folder from files where id > ${after} order by id limit ${batchSize}`.execute(db);
    const names = rows.map(({ id, name_folded }) => [id, withoutSeparators(name_folded)]);
    await sql`with ${rowsOf(db, 'given', { id: 'int8', name: 'text' }, names)}
      update files set name_folded = given.name from given where files.id = given.id`.execute(db);
    for (const { id, folder } of rows)
      if (folder !== null && folder !== folder.normalize('NFC'))
        await sql`update files set folder = ${folder.normalize('NFC')} where id = ${id}`.execute(db);
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.id ?? 0;
    done += rows.length;
    if (done % saidEvery === 0)
      process.stderr.write(`Upgrade: the names of ${done} files are prepared for the search.\n`);
  }
}
