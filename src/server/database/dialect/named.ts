import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** A compiled query with the name under which PostgreSQL prepares it once for each connection. */
export type NamedQuery = CompiledQuery & { name?: string };

type Values = Record<string, string | number | null>;

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) });

/**
 * Returns a function that runs a statement and returns its rows. The statement is compiled once: use it for the few statements
 * of every request. Its text must be the same for all values. A selected column has to be named, because PostgreSQL
 * refuses a prepared statement whose columns have changed.
 */
export function named<V extends Values, R>(
  name: string,
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<R[]> {
  const compiled: { postgres?: NamedQuery; sqlite?: NamedQuery } = {};
  return async (db, values) => {
    const dialect = isPostgres(db) ? 'postgres' : 'sqlite';
    const query = (compiled[dialect] ??= { ...build(db.withoutPlugins(), placeholders as V).compile(), name });
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? values[one.name] : one));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };
}
