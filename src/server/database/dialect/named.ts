import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** A compiled query with the name under which PostgreSQL prepares it once for each connection. */
export type NamedQuery = CompiledQuery & { name?: string };

type Value = string | number | null;
type Row = Record<string, Value>;
type Values = Record<string, Value | readonly Value[] | readonly Row[]>;

/** Stands for a value while a statement is compiled. */
class Placeholder {
  readonly valueIn: (values: Values) => unknown;
  constructor(valueIn: Placeholder['valueIn']) {
    this.valueIn = valueIn;
  }
}

/** The same value with a placeholder for each string, number and null. */
function withPlaceholders(value: unknown, valueIn: Placeholder['valueIn']): unknown {
  const at = (key: string | number) => (values: Values) => (valueIn(values) as Record<string | number, unknown>)[key];
  if (Array.isArray(value)) return value.map((one, index) => withPlaceholders(one, at(index)));
  if (typeof value !== 'object' || value === null) return new Placeholder(valueIn);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPlaceholders(one, at(key))]));
}

/** Longer lists are compiled at each call: a text for each length would fill the memory of the database. */
const longestList = 20;

/**
 * Returns a function that runs a statement and returns its rows. The statement is compiled once, or once for each length of
 * its lists: use it for the few statements of every request and every upload. Its text must be the same for all values,
 * and the rows of a list must have the same columns. A selected column has to be named, because PostgreSQL refuses a
 * prepared statement whose columns have changed.
 */
export function named<V extends Values, R>(
  name: string,
  build: (db: Db, values: V) => Compilable<R>,
): (db: Db, values: V) => Promise<R[]> {
  const compiled = new Map<string, NamedQuery>();
  return async (db, values) => {
    const lengths = Object.values(values).flatMap((value) => (Array.isArray(value) ? [value.length] : []));
    if (lengths.some((length) => length > longestList))
      return (await db.executeQuery<R>(build(db, values).compile())).rows;
    const fullName = [name, ...lengths].join(' ');
    const key = `${isPostgres(db)} ${fullName}`;
    const query = compiled.get(key) ?? compile(fullName, db, values);
    compiled.set(key, query);
    const parameters = query.parameters.map((one) => (one instanceof Placeholder ? one.valueIn(values) : one));
    return (await db.executeQuery<R>({ ...query, parameters })).rows;
  };

  function compile(fullName: string, db: Db, values: V): NamedQuery {
    const placeholders = withPlaceholders(values, (all) => all) as V;
    return { ...build(db.withoutPlugins(), placeholders).compile(), name: fullName };
  }
}
