import type { Db } from '#server/database/db.ts';

const setting = 'lease: writing a restore point';

/**
 * Acquires the lease on the repository. `value` begins with the end of the lease in ISO 8601. A lease that ends after
 * `latest` was acquired while the clock was ahead, and does not count.
 */
export async function acquireRun(
  db: Db,
  value: string,
  { now, latest }: { now: string; latest: string },
): Promise<boolean> {
  const acquired = await db
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value })
        .where((eb) => eb.or([eb('settings.value', '<=', now), eb('settings.value', '>', latest)])),
    )
    .returning('name')
    .execute();
  return acquired.length > 0;
}

/** Returns false if the lease has passed to another run. */
export async function renewRun(db: Db, old: string, value: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value })
    .where('name', '=', setting)
    .where('value', '=', old)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function releaseRun(db: Db, value: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', setting).where('value', '=', value).execute();
}
