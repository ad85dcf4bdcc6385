import type { AnyDb } from '../db.ts';
import { realNumber, sortedText } from '../dialect/columns.ts';

/** The day of the return of the empty container, the stages that were notified, and the cost of a day over free time. */
export async function freeTime(db: AnyDb): Promise<void> {
  const { schema } = db;
  for (const name of ['empty_return_due', 'last_free_day_notice', 'empty_return_due_notice'])
    await schema.alterTable('containers').addColumn(name, sortedText(db)).execute();
  await schema.alterTable('parties').addColumn('day_rate', realNumber(db)).execute();
  await schema.alterTable('parties').addColumn('currency', 'text').execute();
}
