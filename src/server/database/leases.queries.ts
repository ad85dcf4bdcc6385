import type { Db } from './db.ts';

/** The clocks of servers may differ by this much. */
const clockDifferenceMs = 60_000;

const lastEnd = (until: string) => new Date(Date.parse(until) + clockDifferenceMs).toISOString();

const settingOf = (name: string) => `lease: ${name}`;

/**
 * Acquires a lease until `until`, which begins with a time in ISO 8601 and may continue with a name of the holder. Returns
 * false while another holder has it. A lease that ends after `latest` was acquired while a clock was ahead, and does not
 * count.
 */
export async function acquireLease(
  db: Db,
  { name, now, until, latest = lastEnd(until) }: { name: string; now: string; until: string; latest?: string },
): Promise<boolean> {
  const acquired = await db
    .insertInto('settings')
    .values({ name: settingOf(name), value: until })
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

/** Changes the end of a lease. Returns false if it does not end at `from` any more: another holder has acquired it. */
export async function moveLease(
  db: Db,
  { name, from, until }: { name: string; from: string; until: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: until })
    .where('name', '=', settingOf(name))
    .where('value', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Releases a lease that ends at `until`. */
export async function releaseLease(db: Db, { name, until }: { name: string; until: string }): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', settingOf(name)).where('value', '=', until).execute();
}
