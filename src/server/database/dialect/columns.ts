import { sql } from 'kysely';
import type { ColumnDefinitionBuilder } from 'kysely';
import type { AnyDb } from '../db.ts';
import { isPostgres } from './is-postgres.ts';

/** An id that the database assigns and never reuses. */
export function idColumn(db: AnyDb) {
  return (column: ColumnDefinitionBuilder) =>
    isPostgres(db) ? column.primaryKey().generatedByDefaultAsIdentity() : column.primaryKey().autoIncrement();
}

/** A whole number up to 2^53. */
export const bigNumber = (db: AnyDb) => (isPostgres(db) ? ('int8' as const) : ('integer' as const));

/** Text compared byte by byte, so that every server sorts in the same way. */
export function sortedText(db: AnyDb) {
  return isPostgres(db) ? sql`text collate "C"` : sql`text`;
}

/** `numeric` would be text in answers of PostgreSQL. */
export const realNumber = (db: AnyDb) => (isPostgres(db) ? ('float8' as const) : ('real' as const));
