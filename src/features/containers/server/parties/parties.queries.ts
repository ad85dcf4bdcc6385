import { sql } from 'kysely';
import { partyFields } from '#features/containers/core/container-fields.rules.ts';
import type { Party } from '#features/containers/parties/parties.contract.ts';
import { mergeRules } from '#features/papers/server/checklist.queries.ts';
import type { Db } from '#server/database/db.ts';
import { contains } from '#server/database/dialect/expressions.ts';
import { normalForm } from '#shared/fold.ts';

/** Two spellings are the same party if their letters and digits are. A name without any is compared as it is. */
const partyKey = (name: string) => normalForm(name) || name;

/** Names that begin with the text come first. */
export async function listParties(
  db: Db,
  { search, limit, ids }: { search: string; limit: number; ids?: number[] | undefined },
): Promise<Party[]> {
  const term = normalForm(search);
  const { rows } = await sql<Party>`
    select id, name from parties where ${term === '' ? sql`1 = 1` : contains(db, sql`name_norm`, term)}
      ${ids ? sql`and id in (${sql.join(ids)})` : sql``}
    order by case when substr(name_norm, 1, ${term.length}) = ${term} then 0 else 1 end, name_norm limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findParty(db: Db, id: number): Promise<Party | undefined> {
  return db.selectFrom('parties').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}

export async function findPartyByName(db: Db, name: string): Promise<Party | undefined> {
  const found = db.selectFrom('parties').select(['id', 'name']).where('name_norm', '=', partyKey(name));
  return found.executeTakeFirst();
}

/** Returns undefined if another transaction has inserted the same name. */
export async function insertParty(tx: Db, name: string, created_at: string): Promise<Party | undefined> {
  return tx
    .insertInto('parties')
    .values({ name, name_norm: partyKey(name), created_at })
    .onConflict((conflict) => conflict.column('name_norm').doNothing())
    .returning(['id', 'name'])
    .executeTakeFirst();
}

export async function changePartyName(tx: Db, id: number, name: string): Promise<void> {
  await tx
    .updateTable('parties')
    .set({ name, name_norm: partyKey(name) })
    .where('id', '=', id)
    .execute();
}

export type Rate = { day_rate: number | null; currency: string | null };

/** A rate of null has no currency. Returns undefined without the party. */
export async function changeRate(tx: Db, id: number, { day_rate, currency }: Rate): Promise<Party | undefined> {
  return tx
    .updateTable('parties')
    .set({ day_rate, currency: day_rate === null ? null : currency })
    .where('id', '=', id)
    .returning(['id', 'name'])
    .executeTakeFirst();
}

/** Moves every reference of a party to another one, which takes the rate if it has none, and deletes the first. */
export async function mergeParty(tx: Db, id: number, into: number): Promise<void> {
  for (const field of partyFields)
    await tx
      .updateTable('containers')
      .set({ [field]: into })
      .where(field, '=', id)
      .execute();
  await mergeRules(tx, id, into);
  const rate = tx.selectFrom('parties').select(['day_rate', 'currency']).where('id', '=', id);
  await tx
    .updateTable('parties')
    .set(await rate.executeTakeFirstOrThrow())
    .where('id', '=', into)
    .where('day_rate', 'is', null)
    .execute();
  await tx.deleteFrom('parties').where('id', '=', id).execute();
}

/** Returns the containers that name a party, also those in the trash. */
export async function listContainersOfParty(db: Db, id: number, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('containers')
    .select('id')
    .where((eb) => eb.or(partyFields.map((field) => eb(field, '=', id))))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}
