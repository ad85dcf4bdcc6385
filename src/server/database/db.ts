import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** The product's database, or a transaction on it. */
export type Db = Kysely<Tables>;

/** A database with any tables or none, or a transaction on it: for raw SQL and for changes of the schema. */
export type AnyDb = Pick<Kysely<unknown>, 'getExecutor' | 'schema'> & {
  transaction(): { execute<R>(work: (tx: AnyDb) => Promise<R>): Promise<R> };
};
