import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { keptAnswer, keptInsert, keptQuestion } from '#server/database/kept-question.ts';
import { contains } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import { fold } from '#shared/fold.ts';
import type { AuditEntry, AuditFilters } from '../audit.contract.ts';
import { asLine, kindOf, lookedThroughAtOnce, onceWithinMs } from '../audit.rules.ts';
import type { Act, Actor } from '../audit.rules.ts';

/** What something was done to, and what more there is to say of it. */
export type Thing = { id?: number | null; name?: string | null; detail?: string | null };

const longestName = 1_000;
const longestDetail = 4_000;
const longestAddress = 100;

const orNull = (text: string | null | undefined, most: number) => (text ? asLine(text, most) : null);

function rowOf(who: Actor, at: string, act: Act, thing: Thing, once: string | null) {
  const user_name = asLine(who.name, longestName);
  const address = orNull(who.address, longestAddress);
  const thing_name = orNull(thing.name, longestName);
  const detail = orNull(thing.detail, longestDetail);
  const search_text = fold([user_name, address, thing_name, detail].filter((text) => text !== null).join('\n'));
  const thing_id = thing.id ?? null;
  return { at, user_id: who.id, user_name, address, act, thing_id, thing_name, detail, search_text, once };
}

/**
 * Notes an act, in the transaction in which it happens: neither is there without the other. Of several things, one entry
 * each. Never hand in what is secret.
 */
export async function note(tx: Db, who: Actor, at: string, act: Act, ...things: Thing[]): Promise<void> {
  if (things.length === 0) return;
  await insertEntries(
    tx,
    things.map((thing) => rowOf(who, at, act, thing, null)),
  );
}

const insertEntries = keptInsert(
  ['at', 'user_id', 'user_name', 'address', 'act', 'thing_id', 'thing_name', 'detail', 'search_text', 'once'],
  (tx, rows) => tx.insertInto('audit_entries').values(rows),
);

/**
 * Notes an act that comes in many requests, once within ten minutes. `what` tells it from others of that person. Answers
 * whether it was the first.
 */
export async function noteOnce(
  db: Db,
  who: Actor,
  at: string,
  act: Act,
  { what, ...thing }: Thing & { what: string },
): Promise<boolean> {
  const once = `${act} ${who.id} ${what} ${Math.floor(Date.parse(at) / onceWithinMs)}`;
  // Most requests end here, without a write.
  if ((await askOnce(db, once)).length > 0) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('audit_entries')
    .values(rowOf(who, at, act, thing, once))
    .onConflict((conflict) => conflict.column('once').where('once', 'is not', null).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const askOnce = keptAnswer(
  keptQuestion((db, once: string) => db.selectFrom('audit_entries').select('id').where('once', '=', once)),
);

/** An entry's place in the list, which goes back in time. */
type Place = readonly [at: string, id: number];

type Asked = AuditFilters & { after?: Place | undefined; limit: number };

function conditionsOf({ user_id, act, from, to, after }: Asked): RawBuilder<unknown> {
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
 * The first entries after a place, newest first, and whether there are more. Every filter but the search goes by an index;
 * a search looks through what they leave, so much at a time, and says how far it came.
 */
export async function listEntries(db: Db, asked: Asked): Promise<{ entries: AuditEntry[]; next: string | null }> {
  const term = fold(asked.search ?? '');
  const candidates = sql`
    select id, seq, hash, at, user_id, user_name, address, act, thing_id, thing_name, detail, search_text
    from audit_entries ${conditionsOf(asked)} order by at desc, id desc`;
  const { rows } = await (
    term === ''
      ? sql<Row>`${candidates} limit ${asked.limit + 1}`
      : sql<Row>`
        select * from (${candidates} limit ${lookedThroughAtOnce}) as looked_through
        where ${contains(db, sql`search_text`, term)} order by at desc, id desc limit ${asked.limit + 1}`
  ).execute(db);
  const entries = rows.slice(0, asked.limit).map(asEntry);
  const last = entries.at(-1);
  if (rows.length > entries.length && last) return { entries, next: placeOf(last) };
  return { entries, next: term === '' ? null : await endOfLook(db, asked) };
}

const placeOf = ({ at, id }: { at: string; id: number }) => `${at},${id}`;

/** The last entry that a search looked at, unless it looked at all of them. */
async function endOfLook(db: Db, asked: Asked): Promise<string | null> {
  const { rows } = await sql<{ at: string; id: number }>`
    select at, id from audit_entries ${conditionsOf(asked)} order by at desc, id desc
    limit 1 offset ${lookedThroughAtOnce - 1}`.execute(db);
  return rows[0] ? placeOf(rows[0]) : null;
}
