import { sql } from 'kysely';
import { rowsOf } from '#server/database/portable.ts';
import type { Db } from '#server/parts.ts';
import type { Sealed } from '../audit.rules.ts';

/** An entry's number and its hash; 0 and nothing before the first one. */
export type ChainEnd = { seq: number; hash: string };

type EndName = 'sealed' | 'pruned';

/** Takes hold of an end of the chain until the transaction ends: others that would move it wait. */
export async function holdEnd(tx: Db, name: EndName): Promise<ChainEnd> {
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

const columns = [
  'id',
  'at',
  'user_id',
  'user_name',
  'address',
  'act',
  'thing_id',
  'thing_name',
  'detail',
  'seq',
  'hash',
] as const;

/** The first entries that are not sealed, in the order of their ids. */
export async function listUnsealed(db: Db, limit: number): Promise<Omit<Sealed, 'seq'>[]> {
  return db.selectFrom('audit_entries').select(columns).where('seq', 'is', null).orderBy('id').limit(limit).execute();
}

export async function sealEntries(tx: Db, seals: readonly (ChainEnd & { id: number })[]): Promise<void> {
  const types = { id: 'int8', seq: 'int8', hash: 'text' } as const;
  const given = rowsOf(
    tx,
    'seals',
    types,
    seals.map(({ id, seq, hash }) => [id, seq, hash]),
  );
  await sql`
    with ${given} update audit_entries set seq = seals.seq, hash = seals.hash
    from seals where audit_entries.id = seals.id`.execute(tx);
}

/** The chain, from the entry after `seq` on. */
export async function listSealedAfter(db: Db, seq: number, limit: number): Promise<(Sealed & { hash: string })[]> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(columns)
    .where('seq', 'is not', null)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, seq: row.seq as number, hash: row.hash ?? '' }));
}

/** Deletes the beginning of the chain, once its end was moved. */
export async function deleteUpTo(tx: Db, seq: number): Promise<void> {
  await tx.deleteFrom('audit_entries').where('seq', '<=', seq).execute();
}
