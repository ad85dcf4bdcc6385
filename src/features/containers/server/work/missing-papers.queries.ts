import { sql } from 'kysely';
import { papersNotice } from '#features/containers/core/containers.rules.ts';
import { statusIds } from '#features/papers/statuses.rules.ts';
import type { Db } from '#server/database/db.ts';
import { addDays } from '#shared/calendar.ts';
import { missesPapers } from '../list/container-papers.queries.ts';

/** Marks up to `limit` containers that miss papers shortly before or after their PFI date, once for each date. Returns their ids. */
export async function markMissingPapers(tx: Db, { today, limit }: { today: string; limit: number }): Promise<number[]> {
  const isDue = sql<boolean>`status_id = ${sql.lit(statusIds['Not Received'])} and deleted_at is null
    and pfi_date > ${addDays(today, -papersNotice.daysAfter)} and pfi_date <= ${addDays(today, papersNotice.daysBefore)}
    and papers_notice is distinct from pfi_date`;
  const due = tx
    .selectFrom('containers')
    .select('id')
    .where(isDue)
    .where(missesPapers)
    .orderBy('pfi_date')
    .limit(limit);
  const rows = await tx
    .updateTable('containers')
    .set((eb) => ({ papers_notice: eb.ref('pfi_date') }))
    .where('id', 'in', due)
    // Another server may have marked one since.
    .where(isDue)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}
