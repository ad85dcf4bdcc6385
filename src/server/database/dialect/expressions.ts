import { sql } from 'kysely';
import type { Expression, RawBuilder, SqlBool } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** A CTE from an array of rows, sent as one JSON value. `columns` names and types its columns. */
export function rowsOf(
  db: AnyDb,
  name: string,
  columns: Record<string, 'int8' | 'text'>,
  rows: readonly (readonly (string | number | null)[])[],
): RawBuilder<unknown> {
  const picked = Object.entries(columns).map(([column, type], index) =>
    isPostgres(db)
      ? sql`(value->>${sql.lit(index)})::${sql.raw(type)} as ${sql.ref(column)}`
      : sql`value->>${sql.lit(index)} as ${sql.ref(column)}`,
  );
  const source = isPostgres(db)
    ? sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) as given(value)`
    : sql`json_each(${JSON.stringify(rows)})`;
  return sql`${sql.ref(name)} as materialized (select ${sql.join(picked)} from ${source})`;
}

/** Joins each row of `outer` with the rows of `files` that `firstIds` selects for it. Reads an index, not the table. */
export function joinFirst(db: AnyDb, outer: RawBuilder<unknown>, firstIds: RawBuilder<unknown>): RawBuilder<unknown> {
  return isPostgres(db)
    ? sql`${outer} cross join lateral (${firstIds}) as first_ids join files on files.id = first_ids.id`
    : sql`${outer} cross join files on files.id in (${firstIds})`;
}

/**
 * The condition that a number is one of many. It is one parameter, so that the query has the same text for any number of them.
 */
export function isOneOf(db: AnyDb, column: RawBuilder<unknown>, numbers: readonly number[]): RawBuilder<SqlBool> {
  return isPostgres(db)
    ? sql`${column} = any(${numbers}::int8[])`
    : sql`${column} in (select value from json_each(${JSON.stringify(numbers)}))`;
}

/** Returns an expression that is true if `column` contains `part`, case-sensitively. */
export function contains(
  db: AnyDb,
  column: Expression<unknown> | RawBuilder<unknown>,
  part: string,
): RawBuilder<boolean> {
  return isPostgres(db) ? sql<boolean>`strpos(${column}, ${part}) > 0` : sql<boolean>`instr(${column}, ${part}) > 0`;
}

/** Returns the condition that a text has one of these letters or digits. */
export const hasOneOf = (db: AnyDb, text: RawBuilder<unknown>, letters: readonly string[]): RawBuilder<SqlBool> =>
  isPostgres(db) ? sql`${text} ~ ${`[${letters.join('')}]`}` : sql`${text} glob ${`*[${letters.join('')}]*`}`;

/** Returns the condition that a text in its normal form contains every part. Parts are letters and digits. */
export function containsAll(db: AnyDb, text: RawBuilder<unknown>, parts: readonly string[]): RawBuilder<SqlBool> {
  const compared = parts.map((part) =>
    // Faster than `strpos` and `instr`.
    isPostgres(db) ? sql`${text} like ${`%${part}%`}` : sql`${text} glob ${`*${part}*`}`,
  );
  return sql`(${sql.join(compared, sql` and `)})`;
}
