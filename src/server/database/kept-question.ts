import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../parts.ts';

/**
 * A question that comes with nearly every call. It is put together once for each database, and only its values change:
 * putting it together takes longer than SQLite needs to answer. `ask` uses each value once, in this order, and no others.
 */
export function keptQuestion<Values extends string[] | number[], Row>(
  ask: (db: Db, ...values: Values) => Compilable<Row>,
): (db: Db, ...values: Values) => Promise<Row[]> {
  const kept = new WeakMap<Db, CompiledQuery<Row>>();
  return async (db, ...values) => {
    const question = kept.get(db) ?? ask(db, ...values).compile();
    if (!kept.has(db)) {
      if (question.parameters.some((value, place) => value !== values[place])) {
        throw new Error(`A kept question has other values than it is asked with: ${question.sql}`);
      }
      kept.set(db, question);
    }
    const { rows } = await db.executeQuery<Row>({ ...question, parameters: values });
    return rows;
  };
}
