import type { Db } from './db.ts';

/** The clocks of servers may differ by this much. */
const clockDifferenceMs = 60_000;

/**
 * Acquires the lease of a scheduled job until `until`. Returns false while another server holds it. A lease that ends much
 * later than `until` was acquired by a server whose clock was wrong, and does not count.
 */
export async function acquireLease(
  db: Db,
  { name, now, until }: { name: string; now: string; until: string },
): Promise<boolean> {
  const latest = new Date(Date.parse(until) + clockDifferenceMs).toISOString();
  const acquired = await db
    .insertInto('settings')
    .values({ name: `lease: ${name}`, value: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: until })
        .where((eb) => eb.or([eb('settings.value', '<=', now), eb('settings.value', '>', latest)])),
    )
    .returning('name')
    .execute();
  return acquired.length > 0;
}

/** Changes the end of a lease. Returns false if it does not end at `from` any more: another server has acquired it. */
export async function moveLease(
  db: Db,
  { name, from, until }: { name: string; from: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: until })
    .where('name', '=', `lease: ${name}`)
    .where('value', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
