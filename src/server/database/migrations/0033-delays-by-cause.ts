import { sql } from 'kysely';
import type { AnyDb } from '../db.ts';

/** The causes of delays for the report, in the order of its groups, so that they need no sorting. */
export async function delaysByCause(db: AnyDb): Promise<void> {
  await sql`create index container_delays_by_cause on container_events (cause, container_id, logged_on, days_lost)
    where logged_on is not null`.execute(db);
}
