import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { rowsOf } from '#server/database/dialect/expressions.ts';
import { lockRows } from '#server/database/dialect/locks.ts';
import { hasWebhookFor, queueOutgoing } from '#server/database/outgoing-events.queries.ts';
import { labelOf } from '../container-labels.texts.ts';
import { isContainerNumber } from '../container-number.rules.ts';

/** One side of links: the files of an upload, all files of a content, or containers. */
export type Side = { files: readonly number[] } | { content: string } | { containers: readonly number[] };

type Link = { container_id: number; file_id: number };
type Match = Link & { how: 'name' | 'subject' | 'text'; found: string };

/** The maximum number of links that one change makes. A number in more files than that does not identify a container. */
const maxLinks = 2000;

const isOf = (side: Side): RawBuilder<unknown> =>
  'content' in side
    ? sql`files.blob_key = ${side.content}`
    : 'files' in side
      ? sql`files.id in (${sql.join(side.files)})`
      : sql`numbers.container_id in (${sql.join(side.containers)})`;

/**
 * The condition that a paper belongs to the voyage of the container. Leaves out papers that were uploaded long after
 * the departure. Leaves out a later container with the same number, if the paper was uploaded before the earlier one
 * departed. See docs/decisions/documents-of-containers.md#links-by-number.
 */
const isOfVoyage = sql`(numbers.papers_until is null or files.uploaded_at <= numbers.papers_until)
  and not exists (select 1 from container_numbers as earlier where earlier.value = numbers.value
    and earlier.container_id < numbers.container_id and earlier.departed_at >= files.uploaded_at)`;

const inNames = (side: Side) => sql`
    select numbers.container_id, files.id as file_id, numbers.value as found,
      case when refs.in_subject = 1 then 'subject' else 'name' end as how
    from container_numbers as numbers
    join file_references as refs on refs.value = numbers.value
    join files on files.id = refs.file_id
    where ${isOf(side)} and ${isOfVoyage}`;

const inTexts = (side: Side) => sql`
    select numbers.container_id, files.id as file_id, numbers.value as found, 'text' as how
    from container_numbers as numbers
    join content_references as refs on refs.value = numbers.value
    join files on files.blob_key = refs.blob_key
    where ${isOf(side)} and ${isOfVoyage}`;

async function listMatches(tx: Db, side: Side, byName: boolean): Promise<Match[]> {
  const found = byName ? sql`${inNames(side)} union all ${inTexts(side)}` : inTexts(side);
  const { rows } = await sql<Match>`${found} limit ${maxLinks}`.execute(tx);
  return rows;
}

/** Returns one match for each link. A container number has priority over an order number, a name over a subject, and that over a text. */
function bestOf(matches: readonly Match[]): Match[] {
  const ways = ['name', 'subject', 'text'] as const;
  const rank = ({ found, how }: Match) => (isContainerNumber(found) ? 0 : ways.length) + ways.indexOf(how);
  const best = new Map<string, Match>();
  for (const match of matches) {
    const key = `${match.container_id} ${match.file_id}`;
    const other = best.get(key);
    if (!other || rank(match) < rank(other)) best.set(key, match);
  }
  return [...best.values()];
}

/** Makes the missing links of one side. Links that a person has made or removed stay as they are. */
async function insertMatches(tx: Db, side: Side, { at, byName }: { at: string; byName: boolean }): Promise<Link[]> {
  const matches = bestOf(await listMatches(tx, side, byName));
  if (matches.length === 0) return [];
  const ids = (of: keyof Link) => [...new Set(matches.map((match) => match[of]))];
  await lockRows(tx, 'containers', ids('container_id'), 'deletion');
  await lockRows(tx, 'files', ids('file_id'), 'deletion');
  const given = rowsOf(
    tx,
    'given',
    { container_id: 'int8', file_id: 'int8', how: 'text', found: 'text' },
    matches.map(({ container_id, file_id, how, found }) => [container_id, file_id, how, found]),
  );
  const { rows } = await sql<Link>`
    with ${given}
    insert into container_files (container_id, file_id, how, found, linked_by, linked_at, removed_at)
    select given.container_id, given.file_id, given.how, given.found, null, ${at}, null from given
    join files on files.id = given.file_id join containers on containers.id = given.container_id
    where true
    on conflict (container_id, file_id) do nothing
    returning container_id, file_id`.execute(tx);
  return rows;
}

/** Links by a number in the text stay until the new text of a replaced file has been read. */
const isTextGone = sql`not exists (select 1 from files join content_references as refs on refs.blob_key = files.blob_key
    where files.id = container_files.file_id and refs.value = container_files.found)
  and not exists (select 1 from files join work on work.kind = 'extraction' and work.key = files.blob_key
    where files.id = container_files.file_id)`;

const isNameGone = sql`not exists (select 1 from file_references as refs
  where refs.file_id = container_files.file_id and refs.value = container_files.found)`;

/** The links of one side whose number is gone from this side. */
function isStale(side: Side): RawBuilder<unknown> {
  if ('containers' in side)
    return sql`container_id in (${sql.join(side.containers)}) and not exists (select 1 from container_numbers as numbers
      where numbers.container_id = container_files.container_id and numbers.value = container_files.found)`;
  if ('files' in side)
    return sql`file_id in (${sql.join(side.files)}) and how in ('name', 'subject') and ${isNameGone}`;
  return sql`file_id in (select id from files where blob_key = ${side.content}) and how = 'text' and ${isTextGone}`;
}

async function deleteStale(tx: Db, side: Side): Promise<Link[]> {
  const { rows } = await sql<Link>`delete from container_files
    where removed_at is null and how <> 'hand' and ${isStale(side)} returning container_id, file_id`.execute(tx);
  return rows;
}

/** Adds the links of one side that are missing, and deletes those whose number is gone. */
export async function relink(tx: Db, side: Side, at: string): Promise<void> {
  const deleted = await deleteStale(tx, side);
  // A new text changes no name. One content may belong to hundreds of files, and their names take most of the time.
  const byName = !('content' in side) || deleted.length > 0;
  const inserted = await insertMatches(tx, side, { at, byName });
  await recordLinks(tx, 'unlinked', without(deleted, inserted), at);
  await recordLinks(tx, 'linked', without(inserted, deleted), at);
}

function without(links: readonly Link[], others: readonly Link[]): Link[] {
  const known = new Set(others.map(({ container_id, file_id }) => `${container_id} ${file_id}`));
  return links.filter(({ container_id, file_id }) => !known.has(`${container_id} ${file_id}`));
}

/** The history of the file takes them from the links: its events need a user. */
async function recordLinks(tx: Db, what: 'linked' | 'unlinked', links: readonly Link[], at: string): Promise<void> {
  if (links.length === 0) return;
  const rows = links.map(({ container_id, file_id }) => [container_id, String(file_id)]);
  await sql`
    with ${rowsOf(tx, 'given', { container_id: 'int8', file_id: 'text' }, rows)}
    insert into container_events (container_id, what, new_value, user_id, happened_at)
    select container_id, ${what}, file_id, null, ${at} from given order by container_id, file_id`.execute(tx);
  if (what === 'linked' && (await hasWebhookFor(tx, 'document.linked'))) await queueLinked(tx, links, at);
}

/** No user has made these links, so the audit log, which queues all other events, has no entry of them. */
async function queueLinked(tx: Db, links: readonly Link[], at: string): Promise<void> {
  const rows = links.map(({ container_id, file_id }) => [container_id, file_id]);
  const { rows: named } = await sql<Link & { name: string; container_no: string; filename: string }>`
    with ${rowsOf(tx, 'given', { container_id: 'int8', file_id: 'int8' }, rows)}
    select given.container_id, given.file_id, containers.name, containers.container_no, files.filename from given
    join containers on containers.id = given.container_id join files on files.id = given.file_id`.execute(tx);
  const events = named.map(({ container_id, file_id, filename, ...container }) => ({
    event: 'document.linked' as const,
    container: { id: container_id, name: labelOf(container) },
    file: { id: file_id, name: filename },
    by: { id: null, name: 'System' },
    detail: null,
  }));
  await queueOutgoing(tx, events, at);
}

/** The values of `waits` in `file_references` and `content_references`. */
export const waitsFor = { nothing: 0, noContainer: 1, someContainer: 2 } as const;

/** The value of `waits` of a container number. Containers in the trash do not count. */
export const waitsOf = (value: RawBuilder<unknown>) => sql`case when exists (
  select 1 from container_numbers as numbers join containers on containers.id = numbers.container_id
  where numbers.value = ${value} and containers.deleted_at is null)
  then ${sql.lit(waitsFor.someContainer)} else ${sql.lit(waitsFor.noContainer)} end`;

/** Updates the mark `waits` of these numbers: whether they wait for a container. */
export async function updateWaits(tx: Db, values: readonly string[]): Promise<void> {
  const numbers = values.filter(isContainerNumber);
  if (numbers.length === 0) return;
  for (const name of ['file_references', 'content_references']) {
    const table = sql.table(name);
    await sql`update ${table} set waits = ${waitsOf(sql`${table}.value`)}
      where value in (${sql.join(numbers)})`.execute(tx);
  }
}
