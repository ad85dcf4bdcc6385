import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { fold } from '#shared/fold.ts';
import type { AuditEntry, AuditFilters } from '../audit.contract.ts';
import { asLine, kindOf, maxExamined, onceWithinMs, piecesOf } from '../audit.rules.ts';
import type { Act, Actor } from '../audit.rules.ts';
import { details } from '../audit.texts.ts';

/** The object of an act, and details. */
export type Thing = { id?: number | null; name?: string | null; detail?: string | null };

const maxNameLength = 1_000;
const maxDetailLength = 4_000;
const maxAddressLength = 100;

const orNull = (text: string | null | undefined, max: number) => (text ? asLine(text, max) : null);

function rowOf(actor: Actor, at: string, act: Act, thing: Thing, once: string | null) {
  const user_name = asLine(actor.name, maxNameLength);
  const address = orNull(actor.address, maxAddressLength);
  const thing_name = orNull(thing.name, maxNameLength);
  const detail = orNull(thing.detail, maxDetailLength);
  const search_text = fold([user_name, address, thing_name, detail].filter((text) => text !== null).join('\n'));
  const thing_id = thing.id ?? null;
  return { at, user_id: actor.id, user_name, address, act, thing_id, thing_name, detail, search_text, once };
}

/** Room for the number of a piece. */
const maxPieceLength = maxDetailLength - 20;

/** Details that are too long for one entry, such as the users of an import, continue in further ones. */
function entriesOf(thing: Thing): Thing[] {
  if (!thing.detail || thing.detail.length <= maxDetailLength) return [thing];
  const pieces = piecesOf(thing.detail, maxPieceLength);
  return pieces.map((piece, at) => ({ ...thing, detail: `${details.part(at + 1, pieces.length)} ${piece.trim()}` }));
}

/**
 * Records an act in the transaction of the act, so that both are committed or neither is. Writes one entry for each object, and
 * more for long details. The arguments must not contain secrets.
 */
export async function recordAudit(tx: Db, actor: Actor, at: string, act: Act, ...things: Thing[]): Promise<void> {
  if (things.length === 0) return;
  const rows = things.flatMap(entriesOf).map((thing) => rowOf(actor, at, act, thing, null));
  await tx.insertInto('audit_entries').values(rows).execute();
}

/**
 * Records an act that consists of many requests, once within ten minutes. `what` distinguishes it from other acts of the
 * same user. Returns whether this was the first request.
 */
export async function recordAuditOnce(
  db: Db,
  actor: Actor,
  at: string,
  act: Act,
  { what, ...thing }: Thing & { what: string },
): Promise<boolean> {
  const once = `${act} ${actor.id} ${what} ${Math.floor(Date.parse(at) / onceWithinMs)}`;
  // Most requests return here, without a write.
  const first = await db.selectFrom('audit_entries').select('id').where('once', '=', once).executeTakeFirst();
  if (first) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_entries')
    .values(rowOf(actor, at, act, thing, once))
    .onConflict((conflict) => conflict.column('once').where('once', 'is not', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** The position of an entry in the list, which is ordered by time, newest first. */
type AuditCursor = readonly [at: string, id: number];

type ListQuery = AuditFilters & { after?: AuditCursor | undefined; limit: number };

function conditionsOf({ user_id, act, from, to, after }: ListQuery): RawBuilder<unknown> {
  const conditions = [
    ...(user_id === undefined ? [] : [sql`user_id = ${user_id}`]),
    ...(act === undefined ? [] : [sql`act = ${act}`]),
    ...(from === undefined ? [] : [sql`at >= ${from}`]),
    ...(to === undefined ? [] : [sql`at < ${to}`]),
    ...(after === undefined ? [] : [sql`(at, id) < (${after[0]}, ${after[1]})`]),
  ];
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

type Row = {
  id: number;
  seq: number | null;
  hash: string | null;
  at: string;
  user_id: number | null;
  user_name: string;
  address: string | null;
  act: Act;
  thing_id: number | null;
  thing_name: string | null;
  detail: string | null;
};

const asEntry = ({ seq, user_id, user_name, thing_id, thing_name, ...row }: Row): AuditEntry => ({
  ...row,
  number: seq,
  user: { id: user_id, name: user_name },
  thing: { kind: kindOf(row.act), id: thing_id, name: thing_name },
});

/**
 * Returns the entries after a cursor, newest first, and the cursor of the next page. All filters except the search use an
 * index. A search examines a limited number of the filtered entries; `next` continues from there.
 */
export async function listEntries(db: Db, query: ListQuery): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const term = fold(query.search ?? '');
  const candidates = sql`
    select id, seq, hash, at, user_id, user_name, address, act, thing_id, thing_name, detail, search_text
    from audit_entries ${conditionsOf(query)} order by at desc, id desc`;
  const { rows } = await (
    term === ''
      ? sql<Row>`${candidates} limit ${query.limit + 1}`
      : sql<Row>`
        select * from (${candidates} limit ${maxExamined}) as examined
        where ${contains(db, sql`search_text`, term)} order by at desc, id desc limit ${query.limit + 1}`
  ).execute(db);
  const entries = rows.slice(0, query.limit).map(asEntry);
  const last = entries.at(-1);
  if (rows.length > entries.length && last) return { entries, next: cursorOf(last) };
  return { entries, next: term === '' ? null : await searchCursor(db, query) };
}

const cursorOf = ({ at, id }: { at: string; id: number }) => `${at},${id}`;

/** Returns the cursor of the last entry that a search examined, or null if it examined all of them. */
async function searchCursor(db: Db, query: ListQuery): Promise<string | null> {
  const { rows } = await sql<{ at: string; id: number }>`
    select at, id from audit_entries ${conditionsOf(query)} order by at desc, id desc
    limit 1 offset ${maxExamined - 1}`.execute(db);
  return rows[0] ? cursorOf(rows[0]) : null;
}
