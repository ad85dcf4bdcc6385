import { PostgresAdapter } from 'kysely';
import type { AnyDb } from '../db.ts';

/** For the helpers of this folder only: nothing outside of it depends on the dialect. */
export const isPostgres = (db: Pick<AnyDb, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;
