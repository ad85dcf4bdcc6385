import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { rowsOf } from '#server/database/dialect/expressions.ts';
import { lockNumbers } from '#server/database/dialect/locks.ts';
import { named } from '#server/database/dialect/named.ts';
import { isContainerNumber, numberOf } from '../container-number.rules.ts';
import { numbersIn, numbersInName, numbersOfContainer, papersAfterDepartureMs } from '../numbers.rules.ts';
import { statusIds } from '../statuses.rules.ts';
import { relink, updateWaits, waitsOf } from './number-links.queries.ts';

// This file indexes the numbers of containers, file names and texts. Each function replaces the numbers of one side and
// links it, in the transaction of the change. The locks come first: see `lockNumbers`.

type Row = { container_id: number; value: string; departed_at: string | null; papers_until: string | null };

/** A larger batch would block the event loop for long on SQLite. */
const containersAtOnce = 25;

/** Call it after the events of a change of numbers or status have been inserted. */
export async function indexContainers(tx: Db, ids: readonly number[], at: string): Promise<void> {
  for (let start = 0; start < ids.length; start += containersAtOnce)
    await indexSome(tx, ids.slice(start, start + containersAtOnce), at);
}

async function indexSome(tx: Db, ids: readonly number[], at: string): Promise<void> {
  const before = await tx
    .selectFrom('container_numbers')
    .select(['container_id', 'value', 'departed_at', 'papers_until'])
    .where('container_id', 'in', ids)
    .execute();
  const after = await readNumbers(tx, ids);
  const [removed, added] = [without(before, after), without(after, before)];
  const changed = [...removed, ...added];
  if (changed.length === 0) return;
  const values = [...new Set(changed.map(({ value }) => value))];
  await lockNumbers(tx, 'numbers', values);
  for (const { container_id, value } of removed)
    await tx
      .deleteFrom('container_numbers')
      .where('container_id', '=', container_id)
      .where('value', '=', value)
      .execute();
  if (added.length > 0) await tx.insertInto('container_numbers').values(added).execute();
  await updateWaits(tx, values);
  await relink(tx, { containers: [...new Set(changed.map(({ container_id }) => container_id))] }, at);
}

const keyOf = (row: Row) => JSON.stringify([row.container_id, row.value, row.departed_at, row.papers_until]);

function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const known = new Set(others.map(keyOf));
  return rows.filter((row) => !known.has(keyOf(row)));
}

async function readNumbers(tx: Db, ids: readonly number[]): Promise<Row[]> {
  const containers = await tx
    .selectFrom('containers')
    .select(['id', 'status_id', 'created_at', 'number_norm', 'container_no', 'bl_number', 'booking_number'])
    .where('id', 'in', ids)
    .execute();
  const departed = containers.filter(({ status_id }) => status_id === statusIds.Departed).map(({ id }) => id);
  const departures = departed.length === 0 ? [] : await listDepartures(tx, departed);
  return containers.flatMap((container) => {
    const departure = departures.find(({ container_id }) => container_id === container.id)?.at ?? container.created_at;
    const until = new Date(Date.parse(departure) + papersAfterDepartureMs).toISOString();
    const isDeparted = container.status_id === statusIds.Departed;
    return numbersOfContainer(container).map((value) => {
      const ends = isDeparted && isContainerNumber(value);
      return {
        container_id: container.id,
        value,
        departed_at: ends ? departure : null,
        papers_until: ends ? until : null,
      };
    });
  });
}

const listDepartures = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('container_events')
    .select((eb) => ['container_id', eb.fn.max('happened_at').as('at')])
    .where('container_id', 'in', ids)
    .where('what', '=', 'status')
    .where('new_value', '=', 'Departed')
    .groupBy('container_id')
    .execute();

/** Reads the numbers of containers again that an older version has stored. */
export async function renewOwnNumbers(tx: Db, ids: readonly number[]): Promise<void> {
  const stored = await tx
    .selectFrom('containers')
    .select(['id', 'container_number', 'name', 'container_no', 'number_norm'])
    .where('id', 'in', ids)
    .execute();
  for (const container of stored) {
    const number_norm = numberOf(container)?.value ?? null;
    if (number_norm !== container.number_norm)
      await tx.updateTable('containers').set({ number_norm }).where('id', '=', container.id).execute();
  }
}

type NamedFile = { id: number; filename: string; blob_key: string };

const numbersInTexts = named('numbers in texts', (db, { keys }: { keys: string[] }) =>
  db.selectFrom('content_references').select('value').distinct().where('blob_key', 'in', keys),
);

const numbersInNames = named('numbers in names', (db, { ids }: { ids: number[] }) =>
  db.selectFrom('file_references').select(['file_id', 'value']).where('file_id', 'in', ids),
);

const subjectsOfFiles = named('subjects of files', (db, { ids }: { ids: number[] }) =>
  db.selectFrom('files').select(['id', 'mail_subject']).where('id', 'in', ids).where('mail_subject', 'is not', null),
);

async function numbersInSubjects(tx: Db, ids: number[]): Promise<{ file_id: number; value: string }[]> {
  const mailed = await subjectsOfFiles(tx, { ids });
  return mailed.flatMap(({ id, mail_subject }) =>
    numbersIn(mail_subject ?? '').map((value) => ({ file_id: id, value })),
  );
}

/** For new files, and after a file was renamed or has another content. */
export async function indexFiles(tx: Db, files: readonly NamedFile[], at: string): Promise<void> {
  const ids = files.map(({ id }) => id);
  const keys = [...new Set(files.map(({ blob_key }) => blob_key))];
  await lockNumbers(tx, 'contents', keys);
  const inTexts = await numbersInTexts(tx, { keys });
  const before = await numbersInNames(tx, { ids });
  const inNames = files.flatMap(({ id, filename }) => numbersInName(filename).map((value) => ({ file_id: id, value })));
  const inSubjects = (await numbersInSubjects(tx, ids)).filter(
    (one) => !inNames.some(({ file_id, value }) => file_id === one.file_id && value === one.value),
  );
  const after = [...inNames, ...inSubjects];
  if (inTexts.length + before.length + after.length === 0) return;
  await lockNumbers(
    tx,
    'numbers',
    [...inTexts, ...before, ...after].map(({ value }) => value),
  );
  if (before.length > 0) await tx.deleteFrom('file_references').where('file_id', 'in', ids).execute();
  await insertReferences(
    tx,
    'file_references',
    after.map(({ file_id, value }) => [file_id, value]),
  );
  for (const { file_id, value } of inSubjects)
    await tx
      .updateTable('file_references')
      .set({ in_subject: 1 })
      .where('file_id', '=', file_id)
      .where('value', '=', value)
      .execute();
  await relink(tx, { files: ids }, at);
}

/** After a file has got another content. */
export async function indexNewContent(tx: Db, file: NamedFile, at: string): Promise<void> {
  await indexFiles(tx, [file], at);
  await relink(tx, { content: file.blob_key }, at);
}

/** After the text of a content was read, without numbers if it has no text. */
export async function indexContent(tx: Db, blobKey: string, numbers: readonly string[], at: string): Promise<void> {
  await lockNumbers(tx, 'contents', [blobKey]);
  const before = await tx.selectFrom('content_references').select('value').where('blob_key', '=', blobKey).execute();
  await lockNumbers(tx, 'numbers', [...before.map(({ value }) => value), ...numbers]);
  await deleteContentNumbers(tx, [blobKey]);
  await insertReferences(
    tx,
    'content_references',
    numbers.map((value) => [blobKey, value]),
  );
  await relink(tx, { content: blobKey }, at);
}

/** Each row is the id of the file or the key of the content, and a number. */
async function insertReferences(
  tx: Db,
  table: 'file_references' | 'content_references',
  rows: readonly (readonly [number | string, string])[],
): Promise<void> {
  if (rows.length === 0) return;
  const owner = table === 'file_references' ? 'file_id' : 'blob_key';
  const given = rowsOf(
    tx,
    'given',
    { [owner]: table === 'file_references' ? 'int8' : 'text', value: 'text', is_container: 'int8' },
    rows.map(([of, value]) => [of, value, isContainerNumber(value) ? 1 : 0]),
  );
  await sql`
    with ${given}
    insert into ${sql.table(table)} (${sql.ref(owner)}, value, waits)
    select ${sql.ref(`given.${owner}`)}, given.value,
      case when given.is_container = 1 then ${waitsOf(sql`given.value`)} else 0 end
    from given`.execute(tx);
}

export async function deleteContentNumbers(tx: Db, blobKeys: readonly string[]): Promise<void> {
  await tx.deleteFrom('content_references').where('blob_key', 'in', blobKeys).execute();
}

/** Locks the numbers of containers that are moved to the trash, restored or deleted for good, and returns them. */
export async function takeNumbers(tx: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const ofThese = tx.selectFrom('container_numbers').select('value').distinct().where('container_id', 'in', ids);
  const numbers = (await ofThese.execute()).map(({ value }) => value);
  await lockNumbers(tx, 'numbers', numbers);
  return numbers;
}

const listIds = (db: Db, table: 'files' | 'containers', after: number, limit: number) =>
  db.selectFrom(table).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();

export const listFileIds = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (await listIds(db, 'files', after, limit)).map(({ id }) => id);

export const listContainerIds = async (db: Db, after: number, limit: number): Promise<number[]> =>
  (await listIds(db, 'containers', after, limit)).map(({ id }) => id);

export async function listNamedFiles(db: Db, ids: readonly number[]): Promise<NamedFile[]> {
  return db.selectFrom('files').select(['id', 'filename', 'blob_key']).where('id', 'in', ids).execute();
}
