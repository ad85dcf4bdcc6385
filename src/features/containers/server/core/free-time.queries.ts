import { sql } from 'kysely';
import { daysLeftAt, freeTimes } from '#features/containers/core/free-time.rules.ts';
import type { FreeTimeField, FreeTimeStage } from '#features/containers/core/free-time.rules.ts';
import type { Db } from '#server/database/db.ts';
import { addDays } from '#shared/calendar.ts';

const { last_free_day, empty_return_due } = freeTimes;

/** `nextFreeTime` in SQL: the day on which the first of the free times ends that have not ended, or null. */
export const freeUntil = sql<string | null>`case
  when containers.status_id < ${sql.lit(last_free_day.endsAt)}
    and containers.last_free_day <= coalesce(containers.empty_return_due, '9999-12-31') then containers.last_free_day
  when containers.status_id < ${sql.lit(empty_return_due.endsAt)} then containers.empty_return_due end`;

/**
 * Marks the stage that the free times of up to `limit` containers have reached, once for each day and stage, and returns
 * these containers. `stageOf` is the same rule.
 */
export async function markStages(
  tx: Db,
  field: FreeTimeField,
  { today, limit }: { today: string; limit: number },
): Promise<{ id: number; stage: FreeTimeStage }[]> {
  const [day, notice] = [sql.ref<string>(field), sql.ref<string | null>(`${field}_notice`)];
  const stage = sql<FreeTimeStage>`case when ${day} < ${today} then 'passed'
    when ${day} <= ${addDays(today, daysLeftAt.days)} then 'days' else 'week' end`;
  const isDue = sql<boolean>`status_id < ${sql.lit(freeTimes[field].endsAt)} and deleted_at is null
    and ${day} <= ${addDays(today, daysLeftAt.week)} and ${notice} is distinct from (${day} || ' ' || ${stage})`;
  const due = tx.selectFrom('containers').select('id').where(isDue).orderBy(day).limit(limit);
  return (
    tx
      .updateTable('containers')
      .set({ [`${field}_notice`]: sql`${day} || ' ' || ${stage}` })
      .where('id', 'in', due)
      // Another server may have marked one since.
      .where(isDue)
      .returning(['id', stage.as('stage')])
      .execute()
  );
}
