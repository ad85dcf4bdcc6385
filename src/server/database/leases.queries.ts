import type { Db } from './db.ts';

/**
 * Acquires the lease of a scheduled job until `until`. Returns false while another server holds it. A lease that ends
 * later than `until` was acquired by a server whose clock was ahead, and does not count.
 */
export async function acquireLease(
  db: Db,
  { name, now, until }: { name: string; now: string; until: string },
): Promise<boolean> {
  const acquired = await db
    .insertInto('settings')
    .values({ name: `lease: ${name}`, value: until })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: until })
        .where((eb) => eb.or([eb('settings.value', '<=', now), eb('settings.value', '>', until)])),
    )
    .returning('name')
    .execute();
  return acquired.length > 0;
}
