import { sql } from 'kysely';
import type { NotNull, Selectable } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { rowsOf } from '#server/database/dialect/expressions.ts';
import type { Tables } from '#server/database/tables.ts';

/** The number and hash of an entry; 0 and an empty hash before the first entry. */
export type ChainEnd = { seq: number; hash: string };

type EndName = 'sealed' | 'pruned';

/** Locks one end of the chain until the transaction ends, and returns it. */
export async function lockEnd(tx: Db, name: EndName): Promise<ChainEnd> {
  return tx
    .insertInto('audit_ends')
    .values({ name, seq: 0, hash: '' })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ seq: eb.ref('audit_ends.seq') })))
    .returning(['seq', 'hash'])
    .executeTakeFirstOrThrow();
}

export async function moveEnd(tx: Db, name: EndName, { seq, hash }: ChainEnd): Promise<void> {
  await tx.updateTable('audit_ends').set({ seq, hash }).where('name', '=', name).execute();
}

export async function readEnd(db: Db, name: EndName): Promise<ChainEnd> {
  const end = await db.selectFrom('audit_ends').select(['seq', 'hash']).where('name', '=', name).executeTakeFirst();
  return end ?? { seq: 0, hash: '' };
}

/** The fields of an entry that its hash covers, together with the previous hash, in the order in which they are hashed. */
const hashed = [
  'seq',
  'id',
  'at',
  'user_id',
  'user_name',
  'address',
  'act',
  'thing_id',
  'thing_name',
  'detail',
] as const;
export type Hashed = Pick<Selectable<Tables['audit_entries']>, (typeof hashed)[number]>;

/** Returns the text that is hashed. It is the same on both databases. */
export const canonical = (entry: Hashed): string => JSON.stringify(hashed.map((field) => entry[field]));

/** Returns the first entries that are not sealed, ordered by id. */
export async function listUnsealed(db: Db, limit: number): Promise<Hashed[]> {
  return db.selectFrom('audit_entries').select(hashed).where('seq', 'is', null).orderBy('id').limit(limit).execute();
}

export async function sealEntries(tx: Db, seals: readonly (ChainEnd & { id: number })[]): Promise<void> {
  const types = { id: 'int8', seq: 'int8', hash: 'text' } as const;
  const values = rowsOf(
    tx,
    'seals',
    types,
    seals.map(({ id, seq, hash }) => [id, seq, hash]),
  );
  await sql`
    with ${values} update audit_entries set seq = seals.seq, hash = seals.hash
    from seals where audit_entries.id = seals.id`.execute(tx);
}

/** Returns the sealed entries after `seq`, in the order of the chain. */
export async function listSealedAfter(db: Db, seq: number, limit: number): Promise<(Hashed & ChainEnd)[]> {
  return db
    .selectFrom('audit_entries')
    .select([...hashed, 'hash'])
    .$narrowType<{ seq: NotNull; hash: NotNull }>()
    .where('seq', 'is not', null)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
}

/** Deletes the beginning of the chain, up to `seq`. The pruned end has to be moved first. */
export async function deleteUpTo(tx: Db, seq: number): Promise<void> {
  await tx.deleteFrom('audit_entries').where('seq', '<=', seq).execute();
}
