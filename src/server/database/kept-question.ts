import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from '../parts.ts';

/** A database that answers on this very thread, without a promise. */
export type DirectAccess = {
  /** Another number as soon as anything may have been written. */
  state: () => number;
  /** The rows, unless somebody else's transaction has to be waited for. */
  askAtOnce: <Row>(question: CompiledQuery<Row>, inTransaction: boolean) => Row[] | undefined;
};

// By its adapter, which a transaction has from its database.
const direct = new WeakMap<object, DirectAccess>();

const adapterOf = (db: Db) => db.getExecutor().adapter;

/** Has kept questions asked without a detour, and kept answers kept for as long as nothing is written. */
export function registerDirectAccess(db: Db, access: DirectAccess): void {
  direct.set(adapterOf(db), access);
}

type Values = readonly (string | number | null)[];
type Answers<A> = { state: number; kept: Map<unknown, A> };

// One for each person who is about, and some for each.
const mostAnswers = 2_000;

/**
 * Finds out something that comes with nearly every call, and keeps it until something is written, where that can be told.
 * The next one who asks may get the same, so it is frozen. What is kept is there at once: a promise takes time of its own.
 */
export function keptAnswer<V extends Values, A>(
  find: (db: Db, ...values: V) => Promise<A>,
): (db: Db, ...values: V) => A | Promise<A> {
  const answers = new WeakMap<Db, Answers<A>>();

  function answersAsOf(db: Db, state: number): Answers<A>['kept'] {
    const known = answers.get(db);
    if (known?.state === state && known.kept.size < mostAnswers) return known.kept;
    const kept = new Map<unknown, A>();
    answers.set(db, { state, kept });
    return kept;
  }

  return (db, ...values) => {
    const access = db.isTransaction ? undefined : direct.get(adapterOf(db));
    if (!access) return find(db, ...values);
    const before = access.state();
    const kept = answersAsOf(db, before);
    const key = values.length > 1 ? JSON.stringify(values) : values[0];
    return (
      kept.get(key) ??
      find(db, ...values).then((answer) => {
        // It may have waited for a transaction, and then tells of a later state.
        if (access.state() === before) kept.set(key, Object.freeze(answer));
        return answer;
      })
    );
  };
}

// A hundred files in one request; what has more is rare, and takes its time anyway.
const mostKeptValues = 1_500;

/**
 * A question that comes with nearly every call. It is put together once for each kind of database and number of values, and
 * only its values change: putting it together takes longer than SQLite needs to answer. `ask` uses each value once, in this
 * order, and no others.
 */
export function keptQuestion<V extends Values, Row>(
  ask: (db: Db, ...values: V) => Compilable<Row>,
): (db: Db, ...values: V) => Promise<Row[]> {
  const questions = new WeakMap<object, Map<number, CompiledQuery<Row>>>();

  function questionFor(db: Db, values: V): CompiledQuery<Row> {
    const adapter = adapterOf(db);
    const byLength = questions.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    questions.set(adapter, byLength);
    const kept = byLength.get(values.length);
    if (kept) return kept;
    const question = ask(db, ...values).compile();
    const { parameters } = question;
    if (parameters.length !== values.length || parameters.some((value, place) => value !== values[place])) {
      throw new Error(`A kept question has other values than it is asked with: ${question.sql}`);
    }
    if (values.length <= mostKeptValues) byLength.set(values.length, question);
    return question;
  }

  return async (db, ...values) => {
    const question = { ...questionFor(db, values), parameters: values };
    const rows = direct.get(adapterOf(db))?.askAtOnce<Row>(question, db.isTransaction);
    return rows ?? (await db.executeQuery<Row>(question)).rows;
  };
}

/** The same for rows to be inserted, put together once for each number of them. Each has exactly these columns. */
export function keptInsert<Column extends string, Result>(
  columns: readonly Column[],
  insert: (db: Db, rows: Record<Column, never>[]) => Compilable<Result>,
): (db: Db, rows: readonly Record<Column, string | number | null>[]) => Promise<Result[]> {
  const rowFrom = (values: Values, first: number) =>
    Object.fromEntries(columns.map((column, place) => [column, values[first + place]])) as Record<Column, never>;
  const ask = keptQuestion((db, ...values: Values) => {
    const rows = Array.from({ length: values.length / columns.length }, (_, row) =>
      rowFrom(values, row * columns.length),
    );
    return insert(db, rows);
  });
  return (db, rows) => ask(db, ...rows.flatMap((row) => columns.map((column) => row[column])));
}
